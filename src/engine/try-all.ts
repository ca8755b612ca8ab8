import { recordsAt } from '../checks/excerpt.ts';
import { withoutAccess } from '../checks/refused.ts';
import { Stopped } from '../client/stopped.ts';
import { LEAK_RULES } from '../context/leak-detector.ts';
import type { RunContext } from '../context/run-context.ts';
import { Unusable } from '../context/unusable-target.ts';
import { storedViolation } from '../creations/refused-audit.ts';
import { type Violated, violated } from '../model/finding.ts';
import { type Answer, isCreation } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Phase } from '../model/rule-metadata.ts';
import type { Verdict } from '../model/verdict.ts';
import { type AnyRule, isGatingRule } from '../observe/observed-rule.ts';
import { type Observed, Observer } from '../observe/observer.ts';
import { deriveVerdicts, ERRORS } from './derive-verdicts.ts';
import { missingOf, untriableReasons } from './preconditions.ts';
import { runPreflight } from './run-preflight.ts';
import { end, trySteps, type Watchers } from './run-steps.ts';
import { confirmed, Trial, type TrialResult } from './trial.ts';

/** Tries rules. Whatever the target does becomes a verdict, never an error. Returns why it cannot be checked, or `null`. */
export async function tryAll(
  run: RunContext,
  all: readonly AnyRule[],
  { onTried, onPhase, onWarning, onWait = () => undefined }: Watchers = {},
): Promise<Unusable | null> {
  const trials = all.filter(isGatingRule).map((rule) => new Trial(rule, missingOf(rule, run.settings)));
  const observed = all.filter((rule) => rule.level === 'observed');
  const made = new Map<RuleId, Observed>();
  const told = new Set<RuleId>();
  let unusable: Unusable | null = null;
  const tell = (tried: TrialResult): void => {
    if (told.has(tried.rule.id)) return;
    told.add(tried.rule.id);
    onTried?.(tried, unusable);
  };
  const derive = (): ((rule: AnyRule) => Verdict) => {
    const verdicts = deriveVerdicts({ trials, observed, made, unusable: unusable?.message ?? null }, run);
    return ({ id }) => {
      const verdict = verdicts.get(id);
      if (verdict === undefined) throw new Error(`${id} has no verdict.`);
      return verdict;
    };
  };
  const tellFinal = (done: ReadonlySet<Phase>): void => {
    const verdictOf = derive();
    for (const trial of trials) {
      const verdict = verdictOf(trial.rule);
      // Another rule that fails later may be the reason why one is undecided.
      if (verdict.verdict !== 'inconclusive' && isFinal(trial, done, run)) tell(trial.result(verdict, run));
    }
  };
  run.lag.onWait = onWait;
  const able = (rule: AnyRule): boolean =>
    missingOf(rule, run.settings).length === 0 && untriableReasons(rule, run).length === 0;
  try {
    await runPreflight(run).catch((error: unknown) => end(trials, error));
    if (run.preflight.unwritableReason !== null) onWarning?.(run.preflight.unwritableReason);
    const ableTrials = trials.filter(({ rule }) => able(rule));
    const observer = new Observer(run, observed.filter(able), made);
    const whileWatching = (): Promise<void> => observer.makeListings();
    await trySteps(ableTrials, run, { onPhase, onWarning, onDone: tellFinal, whileWatching });
    onPhase?.('observing');
    await observer.makeRest();
  } catch (error) {
    if (error instanceof Unusable) unusable = error;
    else if (!(error instanceof Stopped)) throw error;
  }
  failImmediately(trials, run);
  const verdictOf = derive();
  for (const trial of trials) tell(trial.result(verdictOf(trial.rule), run));
  for (const rule of observed) {
    const requests = made.get(rule.id)?.requests ?? 0;
    tell({ rule, verdict: verdictOf(rule), cases: 0, example: null, requests, ms: 0 });
  }
  return unusable;
}

/** Fails the rules on callers who saw private records, or whose forbidden creations are listed. Once is enough. */
function failImmediately(trials: readonly Trial[], run: RunContext): void {
  const fail = (trial: Trial | undefined, finding: Violated, { ask }: Pick<Answer, 'ask'>): void => {
    const name = `${isCreation(ask) ? 'POST' : 'GET'} with ${ask.caller.label}`;
    trial?.fail(
      confirmed(run, { ...finding, reproduced: { seen: 1, tries: 1 } }, { name, answers: [{ ask }] }),
    );
  };
  for (const { rule, answer, says, at } of run.leaks) {
    const records = recordsAt(answer, run.keys(answer), at);
    const trial = trials.find((one) => one.rule.id === rule);
    const evidence = { expected: 'nothing private', actual: says, answers: [answer], records };
    const twins = run.leakDetector.memberBefore(answer);
    fail(trial, violated('leaked', { ...evidence, twins }), answer);
  }
  for (const trial of trials)
    for (const creation of trial.forbiddenCreations(run).filter(({ places }) => places.size > 0)) {
      // If TOKEN has no access to the private repository, OUTSIDER_TOKEN may have it.
      const isOutsider = creation.ask.caller.kind === 'outsider';
      if (!isOutsider || withoutAccess(run) === null)
        fail(trial, storedViolation(creation, 'a refusal'), creation);
    }
}

/** True if nothing after the given phases can change the verdict of a rule that passed or failed. */
function isFinal(trial: Trial, done: ReadonlySet<Phase>, run: RunContext): boolean {
  const { id, phase, everyListing, blockedBy } = trial.rule;
  const isOfAll = everyListing !== undefined || ERRORS[id] !== undefined || LEAK_RULES.has(id);
  // Another client, or lag, may show later than a difference between listings.
  const mayShowLater = trial.failure?.compared !== undefined || trial.forbiddenCreations(run).length > 0;
  const mayBeBlocked = trial.failure !== null && blockedBy.length > 0;
  const isOpen = isOfAll || mayShowLater || mayBeBlocked || trial.isUnfinished;
  return run.listed.isAnythingListed && done.has(phase) && !isOpen;
}
