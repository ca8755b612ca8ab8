import { because, causeOfStop, type Doubt, doubtIn } from '../../client/doubt.ts';
import { Stopped } from '../../client/stopped.ts';
import { withCulprits } from '../../model/causes.ts';
import { ruleIds } from '../../model/rule-ids.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { Need } from '../../model/words.ts';
import type { RunSettings, Surroundings } from '../../run/run-settings.ts';
import { complaintOfLimits, Unusable } from '../../snapshot/complaint.ts';
import { broken } from '../checks/broken.ts';
import { census } from '../created/census.ts';
import type { Rule } from '../model/rule.ts';
import { openRun } from '../run/opening.ts';
import { Run } from '../run/run.ts';
import { Phases } from './phase.ts';
import { RuleTrial } from './rule-trial.ts';
import { demoted, openOf, signedIn } from './verdicts.ts';

/** A rule with its verdict. */
interface TriedRule {
  readonly rule: Rule;
  readonly verdict: Verdict;
  readonly cases: number;
  readonly requests: number;
}

/** Results of the rules of a run, with the number of requests. */
export interface TriedAll {
  readonly tried: readonly TriedRule[];
  readonly requests: number;
  readonly retries: number;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/** Returns the settings that a rule needs and that are missing. */
function missingFor({ needs }: Rule, { bed, writes }: RunSettings): readonly Need[] {
  const has: Readonly<Record<Need, boolean>> = {
    TOKEN: bed.token !== undefined,
    OUTSIDER_TOKEN: bed.outsiderToken !== undefined,
    PRIVATE_REPO: bed.privateRepository !== undefined,
    'WRITES=rejected': writes !== 'none',
    'WRITES=all': writes === 'all',
  };
  return needs.filter((need) => !has[need]);
}

/** Creates the canary, and lets the member see it. @throws {Stopped} */
async function plantCanary(run: Run): Promise<void> {
  const { privateRepository, written } = run.bed;
  if (run.member === null || privateRepository === undefined || run.ledger.accepted(written).length === 0)
    return;
  const title = `Conformance check ${run.hidden.secret}`;
  await run.send(run.post(run.member, () => ({ title, body: null }), privateRepository));
  await run.send(run.list(run.member, {}, privateRepository));
  if (!run.hidden.isCanaryShown) await census(run, privateRepository)((ask) => run.send(ask));
}

/** Tries the cases of all phases. Listings are tried before and after the writes, so that what a write spoils is seen. */
async function inPhases(run: Run, phases: Phases, rules: readonly Rule[]): Promise<void> {
  const { writes, profile } = run.settings;
  const depth = profile === 'quick' ? 'quick' : 'all';
  if (writes !== 'none' && profile !== 'quick') await phases.try('lists', 'quick');
  if (writes === 'all') {
    await phases.try('accepting', depth);
    // A refusal shows something only beside a valid creation, even if no rule on those was selected.
    const isNeeded =
      run.ledger.accepted(run.bed.written).length === 0 && rules.some(({ phase }) => phase !== 'lists');
    if (run.member !== null && isNeeded) await run.send(run.post(run.member, run.valid));
    await plantCanary(run);
  }
  if (writes !== 'none') await phases.try('refusing', depth);
  if (writes === 'all') await phases.try('creating', depth);
  await phases.try('lists', depth);
  if (writes === 'all') await phases.try('auditing', depth);
}

/** Fails the rules on callers who were shown something private. */
function blameLeaks(run: Run, trials: readonly RuleTrial[]): void {
  for (const { rule, answer, says } of run.hidden.leaks) {
    const trial = trials.find((one) => one.rule.id === rule);
    const finding = broken('leaked', 'nothing private', says, { answers: [answer] });
    trial?.fail(finding, `${answer.exchange.request.method} by ${answer.ask.caller.shown}`, {
      seen: 1,
      tries: 1,
    });
  }
}

/** Adds the explaining rule to the reason of each undecided rule. */
function withReasons(tried: readonly TriedRule[]): TriedRule[] {
  const known = withCulprits(
    tried.map(({ rule: { id }, verdict }) => ({
      id,
      verdict: verdict.verdict,
      ...('reason' in verdict ? doubtIn(verdict) : {}),
    })),
  );
  return tried.map((each, place) => {
    const { cause, reason } = known[place] ?? {};
    return cause === undefined || reason === undefined || !('reason' in each.verdict)
      ? each
      : { ...each, verdict: { ...each.verdict, cause, reason, blames: undefined } };
  });
}

/** Tries rules on a target. @param rules in the order in which they are tried */
export async function tryRules(
  settings: RunSettings,
  rules: readonly Rule[],
  surroundings: Surroundings = {},
): Promise<TriedAll> {
  const run = new Run(settings, surroundings);
  const trials = rules.map((rule) => new RuleTrial(rule, missingFor(rule, settings)));
  let unusable: string | null = null;
  let cutShort: Doubt | null = null;
  try {
    await openRun(run);
    const tried = trials.filter(
      ({ rule, missing }) => missing.length === 0 && signedIn(rule, settings) === null,
    );
    await inPhases(
      run,
      new Phases(run, tried),
      tried.map(({ rule }) => rule),
    );
  } catch (error) {
    if (error instanceof Unusable) unusable = error.message;
    else if (error instanceof Stopped) cutShort = because(causeOfStop(error.cause), error.message);
    else throw error;
  } finally {
    await run.target.client.close();
  }
  const { givenUp } = run.target.client;
  if (givenUp !== null)
    unusable ??= complaintOfLimits(givenUp, settings.address.baseUrl, run.member !== null);
  blameLeaks(run, trials);
  const unmet = unusable === null ? openOf(run) : [because('unanswered', unusable)];
  const verdicts = demoted(trials, { run, unmet, cutShort });
  const inOrder = trials.toSorted((a, b) => ruleIds.indexOf(a.rule.id) - ruleIds.indexOf(b.rule.id));
  return {
    tried: withReasons(
      inOrder.map((trial) => ({
        rule: trial.rule,
        verdict: verdicts.get(trial) ?? trial.verdict(unmet, cutShort, false),
        cases: trial.cases,
        requests: trial.requests,
      })),
    ),
    requests: run.target.client.requests,
    retries: run.target.client.retries,
    unusable,
  };
}
