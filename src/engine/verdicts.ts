import { sendsCookie } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import { LEAK_RULES } from '../context/leak-detector.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { RunSettings } from '../context/run-settings.ts';
import { ATTEMPTS } from '../model/attempts.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Need, Phase } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { inconclusive, skipped, type Verdict, verdictOf } from '../model/verdict.ts';
import type { Observed } from '../observe/observe-all.ts';
import type { ObservedRule } from '../observe/observed-rule.ts';
import type { Trial, TrialResult } from './trial.ts';

/** True if the settings have what a rule needs. */
const IS_GIVEN: Readonly<Record<Need, (settings: RunSettings) => boolean>> = {
  TOKEN: ({ target }) => target.token !== undefined,
  OUTSIDER_TOKEN: ({ target }) => target.outsiderToken !== undefined,
  PRIVATE_REPO: ({ target }) => target.privateRepository !== undefined,
  'WRITES=rejected': ({ writes }) => writes !== 'none',
  'WRITES=all': ({ writes }) => writes === 'all',
  'CONCURRENCY>1': ({ concurrency }) => concurrency > 1,
};

/** Returns the missing settings of a rule. */
export const missingOf = ({ needs }: Pick<Rule, 'needs'>, settings: RunSettings): Need[] =>
  needs.filter((need) => !IS_GIVEN[need](settings));

/** Returns the reasons why a rule cannot be tried in this run, apart from missing settings. */
const untriableReasons = (
  { needs, undecidedIf }: Pick<Rule, 'needs' | 'undecidedIf'>,
  { settings: { address }, unwritableReason }: RunContext,
): UndecidedReason[] => [
  ...(undecidedIf === 'cookies' && sendsCookie(address)
    ? [
        undecidedReason(
          'setting',
          'HEADERS sends a Cookie, which may authenticate every request, so anonymous and invalid callers cannot be tested. Leave Cookie out of HEADERS to decide this.',
        ),
      ]
    : []),
  ...(unwritableReason !== null && needs.some((need) => need.startsWith('WRITES='))
    ? [undecidedReason('access', unwritableReason)]
    : []),
];

/** True if a rule can be tried in this run. */
export const isAble = (rule: Pick<Rule, 'needs' | 'undecidedIf'>, run: RunContext): boolean =>
  missingOf(rule, run.settings).length === 0 && untriableReasons(rule, run).length === 0;

/** Returns the reasons why no rule may pass. */
function nothingShown(run: RunContext): UndecidedReason[] {
  if (run.unusable !== null) return [undecidedReason('unanswered', run.unusable)];
  const none = run.isAnythingListed ? null : 'it showed no issue';
  const why = run.notGenuineReason ?? none;
  return why === null ? [] : [undecidedReason('unclear', `No rule can pass on this service: ${why}.`)];
}

/** Number of errors among a rule's requests that leave it undecided, although retries succeeded. */
const HIDDEN_ERRORS = 2;

/** The rule on all requests of a method, which intermittent errors leave undecided. */
const ERRORS: Readonly<Partial<Record<RuleId, 'GET' | 'POST'>>> = {
  'list.ok': 'GET',
  'create.accepted': 'POST',
};

/** Returns a verdict whose reason says how many issues are missing: as many as all tried rules need. */
function populating(verdict: Verdict, { data }: Rule, run: RunContext, needed: number): Verdict {
  const shown = run.seenCount();
  const isLacking = (data?.open ?? 0) > shown;
  if (verdict.verdict !== 'inconclusive' || verdict.cause !== 'data' || !isLacking) return verdict;
  const reason = `The run saw ${countOf(shown, 'open issue')}; the rules need up to ${needed}. Run \`populate --count ${needed - shown}\`, then run again.`;
  return { ...verdict, reason };
}

/** Returns the verdict of a rule, without the effect of other rules. */
function ownVerdict(trial: Trial, run: RunContext, isErringEverywhere: boolean): Verdict {
  const { rule } = trial;
  const { hiddenErrors, requests } = trial;
  const hidden = `${hiddenErrors} of its ${requests} requests got 5xx, and another answer at a retry.`;
  const isHiding = hiddenErrors >= HIDDEN_ERRORS && !isErringEverywhere;
  const unmet = [
    ...nothingShown(run),
    ...untriableReasons(rule, run),
    ...(isHiding ? [undecidedReason('unstable', hidden)] : []),
  ];
  const found = verdictOf(trial, unmet);
  if (found.verdict !== 'pass' && found.verdict !== 'inconclusive') return found;
  const method = ERRORS[rule.id];
  const errors = method === undefined ? null : run.errors.undecidedReason(method);
  if (errors !== null) return inconclusive(errors);
  // A later refusal may come from a lockout.
  const isLockedOut =
    found.verdict === 'inconclusive' ? found.cause !== 'setting' : trial.refusedAt > run.letInAt;
  return isLockedOut && run.lockedOutReason !== null
    ? inconclusive(undecidedReason('limit', run.lockedOutReason))
    : found;
}

/** Returns the verdicts of all rules. A failure that a blocking rule explains, directly or not, is undecided. */
export function verdictsOf(trials: readonly Trial[], run: RunContext): ReadonlyMap<Trial, Verdict> {
  const isErringEverywhere = trials.filter(({ hiddenErrors }) => hiddenErrors > 0).length > trials.length / 3;
  const needed = Math.max(...trials.map(({ rule }) => rule.data?.open ?? 0));
  const verdicts = new Map(
    trials.map((trial) => [
      trial,
      populating(ownVerdict(trial, run, isErringEverywhere), trial.rule, run, needed),
    ]),
  );
  const explained = new Set<Trial>();
  const hasFailed = (trial: Trial): boolean => verdicts.get(trial)?.verdict === 'fail';
  const gapReason = run.client.playback?.gapReason ?? null;
  // A recording may lack the failure of an undecided rule.
  const isUnknown = (trial: Trial): boolean =>
    gapReason !== null && verdicts.get(trial)?.verdict === 'inconclusive';
  for (const trial of trials) {
    const { failure, rule } = trial;
    if (failure === null || ATTEMPTS[failure.kind] === 1 || !hasFailed(trial)) continue;
    const { blockedBy } = rule;
    const isCause = (other: Trial): boolean => hasFailed(other) || explained.has(other) || isUnknown(other);
    if (!trials.some((other) => blockedBy.includes(other.rule.id) && isCause(other))) continue;
    explained.add(trial);
    const reason = `${failure.actual} instead of ${failure.expected}.`;
    verdicts.set(trial, inconclusive({ cause: 'other-rule', reason, blockedBy }));
  }
  // Any lost answer may be the one that makes a pass void, such as a stale list or a lockout.
  for (const [trial, { verdict }] of verdicts)
    if (verdict === 'pass' && gapReason !== null)
      verdicts.set(trial, inconclusive(undecidedReason('limit', gapReason)));
  return verdicts;
}

/** True if nothing after the given phases can change the verdict of a rule. */
export function isSettled(trial: Trial, done: ReadonlySet<Phase>, run: RunContext): boolean {
  const { rule, failure } = trial;
  const { id, phase, everyListing, blockedBy } = rule;
  const isOfAll = everyListing !== undefined || ERRORS[id] !== undefined || LEAK_RULES.has(id);
  const isOpen = isOfAll || trial.strangers(run).length > 0;
  // The failure of a rule that is still undecided may explain this one.
  const isExplained = failure !== null && blockedBy.length > 0;
  const isTried = done.has(phase) && trial.suspects.length === 0;
  return run.isAnythingListed && isTried && !isOpen && !isExplained;
}

/** Returns the verdict of an observation. @param made `undefined` if the run ended before it */
export function observedTried(rule: ObservedRule, made: Observed | undefined, run: RunContext): TrialResult {
  const missing = missingOf(rule, run.settings);
  const verdict = ((): Verdict => {
    if (missing.length > 0) return skipped(missing);
    if (made !== undefined && 'value' in made)
      return { verdict: 'observed', observation: { value: made.value, note: made.note } };
    const stopped: unknown = run.client.throttle.signal.reason;
    if (made === undefined && stopped instanceof Stopped)
      return inconclusive(undecidedReason(stopped.cause, stopped.message));
    const unmade = made ?? undecidedReason('limit', 'The run ended before this was observed.');
    return inconclusive([...untriableReasons(rule, run), ...nothingShown(run), unmade][0] ?? unmade);
  })();
  return { rule, verdict, cases: 0, requests: made?.requests ?? 0, how: null, ms: 0 };
}
