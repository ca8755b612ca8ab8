import { violated } from '../checks/violated.ts';
import { Stopped } from '../client/stopped.ts';
import type { Throttle } from '../client/throttle.ts';
import { undecidedReason } from '../client/undecided-reason.ts';
import { LEAK_RULES } from '../context/leak-detector.ts';
import { preflight } from '../context/preflight.ts';
import { type Rule } from '../context/rule.ts';
import { RunContext } from '../context/run-context.ts';
import type { RunDependencies, RunSettings } from '../context/run-settings.ts';
import { NOT_PRIVATE, Unusable } from '../context/unusable-target.ts';
import { listEverything } from '../creations/full-listing.ts';
import type { Violated } from '../model/finding.ts';
import { type Answer, isCreation } from '../model/planned-request.ts';
import { type RuleId, ruleIds } from '../model/rule-ids.ts';
import type { Phase } from '../model/rule-metadata.ts';
import { type Observed, observeAll } from '../observe/observe-all.ts';
import { type AnyRule, isGatingRule } from '../observe/observed-rule.ts';
import { ONCE } from './confirm.ts';
import { PhaseRunner } from './phase.ts';
import { confirmed, Trial, type TrialResult } from './trial.ts';
import { isAble, isSettled, missingOf, observedTried, verdictsOf } from './verdicts.ts';

/** A part of a run. */
interface Step {
  readonly phase: Phase;
  readonly depth: 'quick' | 'all';
  /** Its part of the requests, in proportion to the others. */
  readonly share: number;
}

/** Returns the steps of a run. Listings are tried before and after the writes, to see what a write breaks. */
function stepsOf({ writes, profile }: RunSettings): Step[] {
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

/** Callbacks of a run. */
export interface Watchers {
  /** Called with each rule as soon as it is decided. */
  readonly onTried?: (tried: TrialResult) => void;
  readonly onPhase?: (phase: Phase) => void;
  /** Called before anything is created, if a setting seems wrong. */
  readonly onWarning?: (sentence: string) => void;
}

/** Tries rules on one target. */
export class Session {
  readonly run: RunContext;

  constructor(settings: RunSettings, surroundings: RunDependencies = {}) {
    this.run = new RunContext(settings, surroundings);
  }

  close(): Promise<void> {
    return this.run.client.close();
  }

  /** Tries rules, in the order of the catalogue. Whatever the target does becomes a verdict, never an error. */
  async tryAll(
    all: readonly AnyRule[],
    { onTried = () => undefined, onPhase = () => undefined, onWarning = () => undefined }: Watchers = {},
  ): Promise<TrialResult[]> {
    const { run } = this;
    const trials = all.filter(isGatingRule).map((rule) => new Trial(rule, missingOf(rule, run.settings)));
    const observed = all.filter((rule) => rule.level === 'observed');
    const made = new Map<RuleId, Observed>();
    const told = new Map<RuleId, TrialResult>();
    const tell = (tried: TrialResult): void => {
      if (told.has(tried.rule.id)) return;
      told.set(tried.rule.id, tried);
      onTried(tried);
    };
    const tellAll = (isDue: (trial: Trial) => boolean): void => {
      for (const [trial, verdict] of verdictsOf(trials, run))
        if (isDue(trial)) tell(trial.tried(verdict, run));
    };
    const able = (rule: AnyRule): boolean => isAble(rule, run);
    try {
      await preflight(run).catch((error: unknown) => end(trials, error));
      if (run.unwritableReason !== null) onWarning(run.unwritableReason);
      await this.#trySteps(
        trials.filter(({ rule }) => able(rule)),
        { onPhase, onWarning },
        (done) => tellAll((trial) => isSettled(trial, done, run)),
      );
      onPhase('observing');
      await observeAll(run, observed.filter(able), made);
    } catch (error) {
      if (error instanceof Unusable) {
        run.unusable ??= run.secrets.scrub(error.message);
        run.unusableExchange ??= error.exchange;
      } else if (!(error instanceof Stopped)) throw error;
    }
    this.#failAtOnce(trials);
    tellAll(() => true);
    for (const rule of observed) tell(observedTried(rule, made.get(rule.id), run));
    return [...told.values()].toSorted((a, b) => ruleIds.indexOf(a.rule.id) - ruleIds.indexOf(b.rule.id));
  }

  /** Tries one phase after the other, and then the cases beyond their shares of the requests. @throws {Stopped} */
  async #trySteps(
    able: readonly Trial[],
    { onPhase, onWarning }: Required<Pick<Watchers, 'onPhase' | 'onWarning'>>,
    onDone: (done: ReadonlySet<Phase>) => void,
  ): Promise<void> {
    const { run } = this;
    const { throttle } = run.client;
    const phases = new PhaseRunner(run, able);
    const steps = stepsOf(run.settings);
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
        }
        later = steps.slice(place + 1);
        keepFor(later, throttle, step.share);
        await phases.try(step.phase, step.depth);
        // Later rules need this as a control, so it may use requests that are reserved for them.
        throttle.keep(0);
        if (step.phase === 'accepting') await this.#control(able.map(({ rule }) => rule));
        noteDone();
      }
      throttle.keep(0);
      await phases.goOn();
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

  /** Sends the controls of later rules: a valid creation, and the canary. @throws {Stopped} */
  async #control(rules: readonly Rule[]): Promise<void> {
    const { run } = this;
    const { writes, target } = run.settings;
    if (writes !== 'all' || run.member === null || run.unwritableReason !== null) return;
    // A refusal shows something only with a valid creation, even if no rule on valid creations was selected.
    const isNeeded = rules.some(({ phase }) => phase !== 'lists');
    const areAccepted = (): boolean => run.ledger.mayCreate(target.writeRepository);
    if (isNeeded && !areAccepted()) await run.send(run.post(run.member, run.valid));
    const isRefused = run.ledger.creations.length > 0 && !areAccepted();
    const isWatched = rules.some(({ id }) => LEAK_RULES.has(id));
    if (target.privateRepository === undefined || isRefused || !isWatched) return;
    const canary = (marker: string): unknown => ({
      title: `Conformance check ${run.leakDetector.secret} ${marker}`,
      body: null,
    });
    await run.send(run.post(run.member, canary, target.privateRepository));
    await run.send(run.list(run.member, {}, target.privateRepository));
    if (!run.leakDetector.isCanaryShown)
      await listEverything(run, target.privateRepository)((ask) => run.send(ask));
  }

  /** Fails the rules on callers who saw private records, or whose forbidden creations are listed. Once is enough. */
  #failAtOnce(trials: readonly Trial[]): void {
    const { run } = this;
    const fail = (trial: Trial | undefined, finding: Violated, { ask }: Pick<Answer, 'ask'>): void => {
      const name = `${isCreation(ask) ? 'POST' : 'GET'} by ${ask.caller.label}`;
      if (trial !== undefined)
        trial.failure ??= confirmed(run, { ...finding, reproduced: ONCE }, { name, answers: [{ ask }] });
    };
    for (const { rule, answer, says } of run.leakDetector.leaks) {
      const leaked = violated('leaked', 'nothing private', says, { answers: [answer] });
      fail(
        trials.find((one) => one.rule.id === rule),
        leaked,
        answer,
      );
    }
    for (const trial of trials)
      for (const creation of trial.strangers(run).filter(({ places }) => places.size > 0)) {
        const actual = `${creation.exchange.response?.status}, and the issue is listed`;
        fail(trial, violated('stored', 'a refusal', actual, { answers: [creation] }), creation);
        // This says more than the status of the creation.
        if (trial.failure?.kind === 'status') trial.failure = { ...trial.failure, kind: 'stored', actual };
      }
  }
}

/** True if an anonymous caller saw private records. Only `quick` has listed nothing before it writes. @throws {Stopped} */
async function isPrivateShown(run: RunContext): Promise<boolean> {
  const { privateRepository } = run.target;
  if (privateRepository !== undefined && run.settings.profile === 'quick')
    await run.send(run.list(run.anonymous, {}, privateRepository));
  return run.leakDetector.leaks.some(({ rule }) => rule === 'list.private.anonymous');
}

/** Reserves requests for later steps and observations. @param share the present step's share of the rest */
function keepFor(later: readonly Step[], throttle: Throttle, share = LEFTOVER_SHARE): void {
  const rest = later.reduce((sum, one) => sum + one.share, OBSERVING_SHARE);
  throttle.keep(0);
  throttle.keep(Math.floor((throttle.left * rest) / (share + rest)));
}

/** Ends some trials early, if an error ends the run. @throws the error */
function end(trials: readonly Trial[], error: unknown): never {
  if (error instanceof Stopped)
    for (const trial of trials) trial.cutShort ??= undecidedReason(error.cause, error.message);
  throw error;
}
