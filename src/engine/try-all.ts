import type { Exchange } from '../client/exchange.ts';
import { Stopped } from '../client/stopped.ts';
import { undecidedReason } from '../client/undecided-reason.ts';
import type { OnWait } from '../context/lag.ts';
import type { RunContext } from '../context/run-context.ts';
import { NOT_PRIVATE, Unusable } from '../context/unusable-target.ts';
import { type RuleId, ruleIds } from '../model/rule-ids.ts';
import type { Phase } from '../model/rule-metadata.ts';
import type { Verdict } from '../model/verdict.ts';
import { type Observed, observeAll } from '../observe/observe-all.ts';
import { type AnyRule, isGatingRule } from '../observe/observed-rule.ts';
import { isPrivateShown, sendControls } from './controls.ts';
import { deriveVerdicts, isFinal } from './derive-verdicts.ts';
import { PhaseRunner } from './phase.ts';
import { isAble, missingOf } from './preconditions.ts';
import { runPreflight } from './run-preflight.ts';
import { keepFor, runSteps } from './run-steps.ts';
import { failAtOnce } from './shown-at-once.ts';
import { observedTried, Trial, type TrialResult } from './trial.ts';

/** Why a target cannot be checked. */
export interface UnusableTarget {
  readonly reason: string;
  /** The request that shows it, if one does. */
  readonly exchange: Exchange | null;
}

/** Callbacks of a run. */
export interface Watchers {
  /** Called with each rule as soon as it is decided. @param unusable the reason why the target cannot be checked */
  readonly onTried?: (tried: TrialResult, unusable: UnusableTarget | null) => void;
  readonly onPhase?: (phase: Phase) => void;
  readonly onWait?: OnWait;
  /** Called before anything is created, if a setting seems wrong. */
  readonly onWarning?: (sentence: string) => void;
}

/** The results of a run, in the order of the catalogue. */
export interface TriedRules {
  readonly results: readonly TrialResult[];
  /** The reason why the target cannot be checked; `null` if it can. */
  readonly unusable: UnusableTarget | null;
}

/** Tries rules on the target of a run. Whatever the target does becomes a verdict, never an error. */
export async function tryAll(
  run: RunContext,
  all: readonly AnyRule[],
  {
    onTried = () => undefined,
    onPhase = () => undefined,
    onWarning = () => undefined,
    onWait = () => undefined,
  }: Watchers = {},
): Promise<TriedRules> {
  const trials = all.filter(isGatingRule).map((rule) => new Trial(rule, missingOf(rule, run.settings)));
  const observed = all.filter((rule) => rule.level === 'observed');
  const made = new Map<RuleId, Observed>();
  const results = new Map<RuleId, TrialResult>();
  let unusable: UnusableTarget | null = null;
  const tell = (tried: TrialResult): void => {
    if (results.has(tried.rule.id)) return;
    results.set(tried.rule.id, tried);
    onTried(tried, unusable);
  };
  const derive = (): ReadonlyMap<RuleId, Verdict> =>
    deriveVerdicts({ trials, observed, made, unusable: unusable?.reason ?? null }, run);
  const tellFinal = (done: ReadonlySet<Phase>): void => {
    const verdicts = derive();
    for (const trial of trials) if (isFinal(trial, done, run)) tell(trial.tried(verdicts, run));
  };
  run.lag.onWait = onWait;
  const able = (rule: AnyRule): boolean => isAble(rule, run);
  try {
    await runPreflight(run).catch((error: unknown) => end(trials, error));
    if (run.preflight.unwritableReason !== null) onWarning(run.preflight.unwritableReason);
    const ableTrials = trials.filter(({ rule }) => able(rule));
    await trySteps(ableTrials, run, { onPhase, onWarning, onDone: tellFinal });
    onPhase('observing');
    await observeAll(run, observed.filter(able), made);
  } catch (error) {
    if (error instanceof Unusable)
      unusable = { reason: run.secrets.scrub(error.message), exchange: error.exchange };
    else if (!(error instanceof Stopped)) throw error;
  }
  failAtOnce(trials, run);
  const verdicts = derive();
  for (const trial of trials) tell(trial.tried(verdicts, run));
  for (const rule of observed) tell(observedTried(rule, made.get(rule.id), verdicts));
  return {
    results: [...results.values()].toSorted(
      (a, b) => ruleIds.indexOf(a.rule.id) - ruleIds.indexOf(b.rule.id),
    ),
    unusable,
  };
}

/** Tries one phase after the other, and then the cases beyond their shares of the requests. @throws {Stopped} */
async function trySteps(
  able: readonly Trial[],
  run: RunContext,
  {
    onPhase,
    onWarning,
    onDone,
  }: Required<Pick<Watchers, 'onPhase' | 'onWarning'>> & {
    readonly onDone: (done: ReadonlySet<Phase>) => void;
  },
): Promise<void> {
  const { throttle } = run.client;
  const phases = new PhaseRunner(run, able);
  const steps = runSteps(run.settings);
  const firstWrite = steps.findIndex(({ phase }) => phase !== 'lists');
  let later = steps;
  const isLater = (phase: Phase): boolean => later.some((step) => step.phase === phase);
  const noteDone = (): void => {
    const done = steps.flatMap(({ phase }) => (isLater(phase) || !phases.isDone(phase) ? [] : [phase]));
    onDone(new Set(done));
  };
  try {
    for (const [place, step] of steps.entries()) {
      throttle.keep(0);
      if (place === firstWrite && (await isPrivateShown(run))) onWarning(NOT_PRIVATE);
      onPhase(step.phase);
      // Waiting cases are sent before the audit, which searches for all refused creations.
      if (step.phase === 'auditing') {
        keepFor(later, throttle);
        await phases.goOn();
        await run.lag.watch();
      }
      later = steps.slice(place + 1);
      keepFor(later, throttle, step.share);
      await phases.try(step);
      // A creation may hide what the list showed before.
      if (step.phase === 'lists') await phases.settle(place < firstWrite);
      // Later rules need this as a control, so it may use requests that are reserved for them.
      throttle.keep(0);
      const rules = able.map(({ rule }) => rule);
      if (step.phase === 'accepting') await sendControls(run, rules);
      noteDone();
    }
    throttle.keep(0);
    await phases.finish();
    noteDone();
  } catch (error) {
    // After an abort, answers that show if the data suffice may be missing.
    const left = throttle.signal.aborted ? null : phases.endAll();
    const isLeft = (trial: Trial): boolean =>
      left === null ? !phases.isDone(trial.rule.phase) : left.has(trial);
    end(
      able.filter((trial) => isLeft(trial) || isLater(trial.rule.phase)),
      error,
    );
  }
}

/** Ends some trials early, if an error ends the run. @throws the error */
function end(trials: readonly Trial[], error: unknown): never {
  if (error instanceof Stopped)
    for (const trial of trials) trial.cutShort ??= undecidedReason(error.cause, error.message);
  throw error;
}
