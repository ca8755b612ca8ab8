import { Stopped } from '../client/stopped.ts';
import type { Throttle } from '../client/throttle.ts';
import { undecidedReason } from '../client/undecided-reason.ts';
import type { Lag } from '../context/lag.ts';
import { LEAK_RULES } from '../context/leak-detector.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { RunSettings } from '../context/run-settings.ts';
import { NOT_PRIVATE, type Unusable } from '../context/unusable-target.ts';
import { listEverything } from '../creations/full-listing.ts';
import type { Phase } from '../model/rule-metadata.ts';
import { PhaseRunner } from './phase.ts';
import type { Trial, TrialResult } from './trial.ts';

export interface Watchers {
  /** Called with each rule as soon as it is decided. @param unusable the reason why the target cannot be checked */
  readonly onTried?: (tried: TrialResult, unusable: Unusable | null) => void;
  readonly onWait?: Lag['onWait'];
  readonly onPhase?: ((phase: Phase) => void) | undefined;
  /** Called before anything is created, if a setting seems wrong. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
}

interface RunStep {
  readonly phase: Phase;
  readonly depth: 'quick' | 'all';
  /** Its part of the requests, in proportion to the others. */
  readonly share: number;
}

/** Returns the steps of a run. Listings are tried before and after the writes, to see what a write breaks. */
function runSteps({ writes, profile }: RunSettings): RunStep[] {
  const depth = profile === 'quick' ? 'quick' : 'all';
  const isWriting = writes !== 'none';
  const isCreating = writes === 'all';
  return [
    ...(isWriting && profile !== 'quick' ? [{ phase: 'lists', depth: 'quick', share: 4 } as const] : []),
    ...(isCreating ? [{ phase: 'accepting', depth, share: 2 } as const] : []),
    ...(isWriting ? [{ phase: 'refusing', depth, share: 3 } as const] : []),
    ...(isCreating ? [{ phase: 'concurrent', depth, share: 4 } as const] : []),
    { phase: 'lists', depth, share: 10 },
    ...(isWriting ? [{ phase: 'auditing', depth, share: 4 } as const] : []),
  ];
}

/** The share of observations, which come last. */
const OBSERVING_SHARE = 2;
/** The share of waiting cases, before the audit. */
const LEFTOVER_SHARE = 2;

/** Reserves requests for later steps and observations. @param share the present step's share of the rest */
function keepFor(later: readonly RunStep[], throttle: Throttle, share = LEFTOVER_SHARE): void {
  const rest = later.reduce((sum, one) => sum + one.share, OBSERVING_SHARE);
  throttle.reserve(rest, share + rest);
}

interface StepWatchers extends Watchers {
  readonly onDone: (done: ReadonlySet<Phase>) => void;
  /** Called before the audit, while late effects of creations are watched for. */
  readonly whileWatching: () => Promise<void>;
}

/** Tries one phase after the other, and then the cases beyond their shares of the requests. @throws {Stopped} */
export async function trySteps(
  able: readonly Trial[],
  run: RunContext,
  { onPhase, onWarning, onDone, whileWatching }: StepWatchers,
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
      throttle.release();
      if (place === firstWrite && (await isPrivateShown(run))) onWarning?.(NOT_PRIVATE);
      onPhase?.(step.phase);
      // Waiting cases are sent before the audit, which searches for all refused creations.
      if (step.phase === 'auditing') {
        keepFor(later, throttle);
        await phases.goOn();
        await phases.asRequestsSuffice(whileWatching);
        await run.lag.watch();
      }
      later = steps.slice(place + 1);
      keepFor(later, throttle, step.share);
      await phases.try(step.phase, step.depth);
      // A creation may hide what the list showed before.
      if (step.phase === 'lists') await phases.settle(place < firstWrite);
      // Later rules need this as a control, so it may use requests that are reserved for them.
      throttle.release();
      const rules = able.map(({ rule }) => rule);
      if (step.phase === 'accepting') await sendControls(run, rules);
      noteDone();
    }
    throttle.release();
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
export function end(trials: readonly Trial[], error: unknown): never {
  if (error instanceof Stopped)
    for (const trial of trials) trial.endEarly(undecidedReason(error.cause, error.message));
  throw error;
}

/** Sends the controls of later rules: a valid creation, and the canary. @throws {Stopped} */
async function sendControls(run: RunContext, rules: readonly Rule[]): Promise<void> {
  const { target } = run.settings;
  if (run.member === null || run.preflight.unwritableReason !== null) return;
  // A refusal shows something only with a valid creation, even if no rule on valid creations was selected.
  const isNeeded = rules.some(({ phase }) => phase !== 'lists');
  const areAccepted = (): boolean => run.ledger.mayCreate(target.writeRepository);
  if (isNeeded && !areAccepted()) await run.send(run.post(run.member, run.valid));
  const isRefused = run.ledger.creations.length > 0 && !areAccepted();
  const isWatched = rules.some(({ id }) => LEAK_RULES.has(id));
  if (target.privateRepository === undefined || isRefused || !isWatched) return;
  const { secret } = run.leakDetector;
  const canary = (marker: string): unknown => ({
    title: `Conformance check ${secret} ${marker}`,
    body: `Created by a check, ${secret} ${marker}.`,
  });
  await run.send(run.post(run.member, canary, target.privateRepository));
  await run.send(run.list(run.member, {}, target.privateRepository));
  if (!run.leakDetector.isCanaryShown)
    await listEverything(run, target.privateRepository)((ask) => run.send(ask));
}

/** True if an anonymous caller was listed private records. Only `quick` has listed nothing before it writes. @throws {Stopped} */
async function isPrivateShown(run: RunContext): Promise<boolean> {
  const { privateRepository } = run.target;
  if (privateRepository !== undefined && run.settings.profile === 'quick')
    await run.send(run.list(run.anonymous, {}, privateRepository));
  return run.leaks.some(({ rule, answer }) => rule === 'list.private.anonymous' && answer.list !== null);
}
