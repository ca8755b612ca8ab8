import { broken } from '../checks/broken.ts';
import { because } from '../client/doubt.ts';
import { Stopped } from '../client/stopped.ts';
import { census } from '../created/census.ts';
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
import { Phases } from './phase.ts';
import { confirmed, Trial, type Tried } from './trial.ts';
import { isAble, isDecided, missingOf, observedTried, verdictsOf } from './verdicts.ts';

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
const OBSERVING = { share: 2 } as const;

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
    const rules = all.filter(isGatingRule);
    const observed = all.filter((rule) => rule.level === 'observed');
    const trials = rules.map((rule) => new Trial(rule, missingOf(rule, run.settings)));
    const made = new Map<RuleId, Observed>();
    const told = new Map<RuleId, Tried>();
    const tell = (some: readonly Trial[]): void => {
      const verdicts = verdictsOf(trials, run);
      for (const trial of some) {
        const verdict = verdicts.get(trial);
        if (told.has(trial.rule.id) || verdict === undefined) continue;
        const tried = trial.tried(verdict, run);
        told.set(trial.rule.id, tried);
        onTried(tried);
      }
    };
    const done = new Set<Phase>();
    await this.#guarded(trials, done, async () => {
      await openRun(run);
      if (run.unwritable !== null) onWarning(run.unwritable);
      const able = trials.filter(({ rule }) => isAble(rule, run));
      const phases = new Phases(run, able);
      const steps = stepsOf(run.settings);
      const firstWrite = steps.findIndex(({ phase }) => phase !== 'lists');
      for (const [place, step] of steps.entries()) {
        if (place === firstWrite && (await isPrivateShown(run))) onWarning(NOT_PRIVATE);
        onPhase(step.phase);
        this.#share([...steps.slice(place), OBSERVING]);
        const isLast = !steps.slice(place + 1).some(({ phase }) => phase === step.phase);
        await this.#step(step, phases, { able, isLast });
        if (isLast) done.add(step.phase);
        tell(trials.filter((trial) => isDecided(trial, done, run)));
      }
      this.#share([OBSERVING]);
      onPhase('observing');
      await observeAll(
        run,
        observed.filter((rule) => isAble(rule, run)),
        made,
      );
    });
    this.#blameLeaks(trials);
    tell(trials);
    for (const rule of observed) {
      const tried = observedTried(rule, made.get(rule.id), run);
      told.set(rule.id, tried);
      onTried(tried);
    }
    return [...told.values()].toSorted((a, b) => ruleIds.indexOf(a.rule.id) - ruleIds.indexOf(b.rule.id));
  }

  /** Does the work of a run, and notes why it ended early. */
  async #guarded(
    trials: readonly Trial[],
    done: ReadonlySet<Phase>,
    work: () => Promise<void>,
  ): Promise<void> {
    const { run } = this;
    try {
      await work();
    } catch (error) {
      if (error instanceof Unusable) run.unusable ??= run.secrets.scrub(error.message);
      else if (error instanceof Stopped)
        end(
          trials.filter(({ rule }) => !done.has(rule.phase)),
          error,
        );
      else throw error;
    }
  }

  /** Gives the first of some steps its share of the requests that are left. */
  #share([own, ...later]: readonly Pick<Step, 'share'>[]): void {
    const { pace } = this.run.client;
    const rest = later.reduce((sum, { share }) => sum + share, 0);
    pace.keep(0);
    pace.keep(Math.floor((pace.left * rest) / ((own?.share ?? 0) + rest)));
  }

  /**
   * Tries a phase. One that has used up its share leaves its own rules undecided, and no others; none if it comes again.
   * @throws {Stopped}
   */
  async #step(
    { phase, depth }: Step,
    phases: Phases,
    { able, isLast }: { readonly able: readonly Trial[]; readonly isLast: boolean },
  ): Promise<void> {
    try {
      await phases.try(phase, depth);
      if (phase === 'accepting') await this.#control(able.map(({ rule }) => rule));
    } catch (error) {
      if (!(error instanceof Stopped) || this.run.client.pace.signal.aborted) throw error;
      if (!isLast) return;
      end(
        able.filter(({ rule }) => rule.phase === phase),
        error,
      );
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

  /** Fails the rules on callers who were shown something private. */
  #blameLeaks(trials: readonly Trial[]): void {
    for (const { rule, answer, says } of this.run.hidden.leaks) {
      const trial = trials.find((one) => one.rule.id === rule);
      const finding = broken('leaked', 'nothing private', says, { answers: [answer] });
      const name = `${answer.exchange.request.method} by ${answer.ask.caller.shown}`;
      if (trial !== undefined)
        trial.failure ??= confirmed(this.run, finding, { name, answers: [answer], seen: 1, tries: 1 });
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

/** Ends the trials of some rules early. */
function end(trials: readonly Trial[], { cause, message }: Stopped): void {
  for (const trial of trials) trial.cutShort ??= because(cause, message);
}
