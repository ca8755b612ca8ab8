import { broken } from '../checks/broken.ts';
import { because } from '../client/doubt.ts';
import { Stopped } from '../client/stopped.ts';
import { census } from '../created/census.ts';
import { type Answer, isCreation } from '../model/ask.ts';
import type { Broken } from '../model/finding.ts';
import { type RuleId, ruleIds } from '../model/rule-ids.ts';
import type { Phase } from '../model/words.ts';
import { type Observed, observeAll } from '../observe/observe-all.ts';
import { type AnyRule, isGatingRule } from '../observe/observed-rule.ts';
import { NOT_PRIVATE, Unusable } from '../run/complaint.ts';
import { openRun } from '../run/opening.ts';
import { LEAK_RULES } from '../run/private-records.ts';
import { type Rule } from '../run/rule.ts';
import { Run } from '../run/run.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import { ONCE } from './confirm.ts';
import { Phases } from './phase.ts';
import { confirmed, Trial, type Tried } from './trial.ts';
import { isAble, isSettled, missingOf, observedTried, verdictsOf } from './verdicts.ts';

/** A part of a run. */
interface Step {
  readonly phase: Phase;
  readonly depth: 'quick' | 'all';
  /** Its part of the requests, in proportion to the others. */
  readonly share: number;
}

/** Returns the steps of a run. Listings are tried before and after the writes, so that what a write spoils is seen. */
function stepsOf({ writes, profile }: RunSettings): Step[] {
  const depth = profile === 'quick' ? 'quick' : 'all';
  const isWriting = writes !== 'none';
  const isCreating = writes === 'all';
  return [
    ...(isWriting && profile !== 'quick' ? [{ phase: 'lists', depth: 'quick', share: 4 } as const] : []),
    ...(isCreating ? [{ phase: 'accepting', depth, share: 2 } as const] : []),
    ...(isWriting ? [{ phase: 'refusing', depth, share: 3 } as const] : []),
    ...(isCreating ? [{ phase: 'creating', depth, share: 4 } as const] : []),
    { phase: 'lists', depth, share: 10 },
    ...(isWriting ? [{ phase: 'auditing', depth, share: 4 } as const] : []),
  ];
}

/** The share of observations, which come last. */
const OBSERVING_SHARE = 2;

/** Receivers of what comes to light during a run. */
export interface Watchers {
  /** Called with each rule as soon as it is decided. */
  readonly onTried?: (tried: Tried) => void;
  readonly onPhase?: (phase: Phase) => void;
  /** Called before anything is created, if a setting seems wrong. */
  readonly onWarning?: (sentence: string) => void;
}

/** Tries rules on one target. */
export class Session {
  readonly run: Run;

  constructor(settings: RunSettings, surroundings: Surroundings = {}) {
    this.run = new Run(settings, surroundings);
  }

  close(): Promise<void> {
    return this.run.client.close();
  }

  /** Tries rules, in the order of the catalogue. Whatever the target does is a verdict, and no error. */
  async tryAll(
    all: readonly AnyRule[],
    { onTried = () => undefined, onPhase = () => undefined, onWarning = () => undefined }: Watchers = {},
  ): Promise<Tried[]> {
    const { run } = this;
    const trials = all.filter(isGatingRule).map((rule) => new Trial(rule, missingOf(rule, run.settings)));
    const observed = all.filter((rule) => rule.level === 'observed');
    const made = new Map<RuleId, Observed>();
    const told = new Map<RuleId, Tried>();
    const done = new Set<Phase>();
    const tell = (tried: Tried): void => {
      if (told.has(tried.rule.id)) return;
      told.set(tried.rule.id, tried);
      onTried(tried);
    };
    const tellAll = (isDue: (trial: Trial) => boolean): void => {
      for (const [trial, verdict] of verdictsOf(trials, run))
        if (isDue(trial)) tell(trial.tried(verdict, run));
    };
    try {
      await openRun(run);
      if (run.unwritable !== null) onWarning(run.unwritable);
      const able = trials.filter(({ rule }) => isAble(rule, run));
      await this.#trySteps(able, { onPhase, onWarning }, (phase) => {
        done.add(phase);
        tellAll((trial) => isSettled(trial, done, run));
      });
      onPhase('observing');
      run.client.pace.keep(0);
      await observeAll(
        run,
        observed.filter((rule) => isAble(rule, run)),
        made,
      );
    } catch (error) {
      if (error instanceof Unusable) run.unusable ??= run.secrets.scrub(error.message);
      else if (!(error instanceof Stopped)) throw error;
      else end(trials, error, (phase) => !done.has(phase));
    }
    this.#failAtOnce(trials);
    tellAll(() => true);
    for (const rule of observed) tell(observedTried(rule, made.get(rule.id), run));
    return [...told.values()].toSorted((a, b) => ruleIds.indexOf(a.rule.id) - ruleIds.indexOf(b.rule.id));
  }

  /** Tries one phase after the other. @throws {Stopped} */
  async #trySteps(
    able: readonly Trial[],
    { onPhase, onWarning }: Required<Pick<Watchers, 'onPhase' | 'onWarning'>>,
    onDone: (phase: Phase) => void,
  ): Promise<void> {
    const { run } = this;
    const { pace } = run.client;
    const phases = new Phases(run, able);
    const steps = stepsOf(run.settings);
    const firstWrite = steps.findIndex(({ phase }) => phase !== 'lists');
    for (const [place, { phase, depth, share }] of steps.entries()) {
      if (place === firstWrite && (await isPrivateShown(run))) onWarning(NOT_PRIVATE);
      onPhase(phase);
      const later = steps.slice(place + 1);
      const rest = later.reduce((sum, one) => sum + one.share, OBSERVING_SHARE);
      pace.keep(0);
      pace.keep(Math.floor((pace.left * rest) / (share + rest)));
      const isLast = !later.some((one) => one.phase === phase);
      try {
        await phases.try(phase, depth);
        if (phase === 'accepting') await this.#control(able.map(({ rule }) => rule));
      } catch (error) {
        if (!(error instanceof Stopped) || pace.signal.aborted) throw error;
        // One that has used up its share leaves its own rules undecided, and no others; none if it comes again.
        if (isLast) end(able, error, (one) => one === phase);
      }
      if (isLast) onDone(phase);
    }
  }

  /** Sends what later rules rest on: a valid creation, and the canary. @throws {Stopped} */
  async #control(rules: readonly Rule[]): Promise<void> {
    const { run } = this;
    const { writes, bed } = run.settings;
    if (writes !== 'all' || run.member === null || run.unwritable !== null) return;
    // A refusal shows something only beside a valid creation, even if no rule on those was selected.
    const isNeeded = rules.some(({ phase }) => phase !== 'lists');
    const areAccepted = (): boolean => run.ledger.mayCreate(bed.written);
    if (isNeeded && !areAccepted()) await run.send(run.post(run.member, run.valid));
    const isRefused = run.ledger.creations.length > 0 && !areAccepted();
    const isWatched = rules.some(({ id }) => LEAK_RULES.has(id));
    if (bed.privateRepository === undefined || isRefused || !isWatched) return;
    const canary = (marker: string): unknown => ({
      title: `Conformance check ${run.hidden.secret} ${marker}`,
      body: null,
    });
    await run.send(run.post(run.member, canary, bed.privateRepository));
    await run.send(run.list(run.member, {}, bed.privateRepository));
    if (!run.hidden.isCanaryShown) await census(run, bed.privateRepository)((ask) => run.send(ask));
  }

  /** Fails the rules on callers who were shown something private, or whose creations are listed: once is enough. */
  #failAtOnce(trials: readonly Trial[]): void {
    const { run } = this;
    const fail = (trial: Trial | undefined, finding: Broken, { ask }: Pick<Answer, 'ask'>): void => {
      const name = `${isCreation(ask) ? 'POST' : 'GET'} by ${ask.caller.shown}`;
      if (trial !== undefined)
        trial.failure ??= confirmed(run, { ...finding, reproduced: ONCE }, { name, answers: [{ ask }] });
    };
    for (const { rule, answer, says } of run.hidden.leaks) {
      const leaked = broken('leaked', 'nothing private', says, { answers: [answer] });
      fail(
        trials.find((one) => one.rule.id === rule),
        leaked,
        answer,
      );
    }
    for (const trial of trials)
      for (const creation of trial.strangers(run).filter(({ places }) => places.size > 0)) {
        const actual = `${creation.exchange.response?.status}, and the issue is listed`;
        fail(trial, broken('stored', 'a refusal', actual, { answers: [creation] }), creation);
        // It says more than the status that the creation got.
        if (trial.failure?.kind === 'status') trial.failure = { ...trial.failure, kind: 'stored', actual };
      }
  }
}

/** True if strangers were shown what should be private. Only `quick` has listed nothing before it writes. @throws {Stopped} */
async function isPrivateShown(run: Run): Promise<boolean> {
  const { privateRepository } = run.bed;
  if (privateRepository !== undefined && run.settings.profile === 'quick')
    await run.send(run.list(run.anonymous, {}, privateRepository));
  return run.hidden.leaks.some(({ rule }) => rule === 'list.private.anonymous');
}

/** Ends the trials of rules of some phases early. */
function end(trials: readonly Trial[], { cause, message }: Stopped, isOver: (phase: Phase) => boolean): void {
  for (const trial of trials) if (isOver(trial.rule.phase)) trial.cutShort ??= because(cause, message);
}
