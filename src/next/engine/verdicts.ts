import { because, type Doubt } from '../../client/doubt.ts';
import { sendsCookie } from '../../client/extra-header.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { RunSettings } from '../../run/run-settings.ts';
import { ATTEMPTS } from '../model/attempts.ts';
import type { Rule } from '../model/rule.ts';
import type { Run } from '../run/run.ts';
import type { RuleTrial } from './rule-trial.ts';

/** Returns why no rule may pass. */
export function openOf(run: Run): Doubt[] {
  const none = run.isAnythingListed ? null : 'not a single issue was shown';
  const why = run.notGenuine ?? none;
  return why === null ? [] : [because('other-rule', `Nothing is shown by this service: ${why}.`)];
}

/** Returns why rules on credentials cannot be tried; `null` if they can. */
export const signedIn = ({ minds }: Rule, { address }: RunSettings): Doubt | null =>
  minds === 'cookies' && sendsCookie(address.extra)
    ? because('access', 'A Cookie in HEADERS may sign everybody in, so no request is without a credential.')
    : null;

/** The ends of a run. */
interface Ended {
  readonly run: Run;
  readonly unmet: readonly Doubt[];
  readonly cutShort: Doubt | null;
}

/** Returns the errors by chance that leave a rule on all requests of a method undecided. */
function errorsAt({ rule }: RuleTrial, run: Run): Doubt | null {
  if (rule.id === 'list.ok') return run.errors.byChance('GET');
  return rule.id === 'create.accepted' ? run.errors.byChance('POST') : null;
}

/** Returns the verdicts of all rules. One that failed because of a failed rule that explains it is undecided. */
export function demoted(
  trials: readonly RuleTrial[],
  { run, unmet, cutShort }: Ended,
): ReadonlyMap<RuleTrial, Verdict> {
  const isErringEverywhere = trials.filter(({ hidesAnError }) => hidesAnError).length > trials.length / 3;
  const verdicts = new Map<RuleTrial, Verdict>();
  for (const trial of trials) {
    const own = signedIn(trial.rule, run.settings);
    const verdict = trial.verdict(own === null ? unmet : [...unmet, own], cutShort, isErringEverywhere);
    const errors = errorsAt(trial, run);
    const isOpen = errors !== null && (verdict.verdict === 'pass' || verdict.verdict === 'inconclusive');
    verdicts.set(trial, isOpen ? { verdict: 'inconclusive', ...errors } : verdict);
  }
  const failed = (): ReadonlySet<string> =>
    new Set(trials.flatMap((trial) => (verdicts.get(trial)?.verdict === 'fail' ? [trial.rule.id] : [])));
  for (const trial of trials) {
    const { rule, failure } = trial;
    if (failure === null || ATTEMPTS[failure.kind] === 1 || verdicts.get(trial)?.verdict !== 'fail') continue;
    const others = failed();
    if (!rule.explainedBy.some((id) => others.has(id))) continue;
    const reason = `${failure.actual} in place of ${failure.expected}.`;
    verdicts.set(trial, {
      verdict: 'inconclusive',
      ...because('other-rule', reason),
      blames: rule.explainedBy,
    });
  }
  return verdicts;
}
