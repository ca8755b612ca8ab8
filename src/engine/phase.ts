import type { Answer, Send } from '../model/ask.ts';
import { isCreation, keyOf, queryText } from '../model/ask.ts';
import { ATTEMPTS, SIGHTINGS_IN_ALL } from '../model/attempts.ts';
import { type Broken, holds, kindToConfirm, nothing } from '../model/finding.ts';
import type { Sightings } from '../model/violation.ts';
import type { Phase } from '../model/words.ts';
import type { Attempt, Case } from '../run/rule.ts';
import type { Run } from '../run/run.ts';
import { firstAttempt, judge, sendingOnce } from './attempt.ts';
import { confirm, type Suspect } from './confirm.ts';
import { shownCase, type Trial } from './trial.ts';

/** Suspects of one rule that are confirmed, and listings of it that are suspected. */
const [CONFIRMED, SUSPECTED] = [5, 4];

/** A case that is to be tried. */
interface Trying {
  readonly trial: Trial;
  readonly one: Case;
}

interface Attempted extends Trying {
  readonly attempt: Attempt;
}

/** Makes the first attempts of a phase, judges them, and confirms the suspects one at a time. */
export class Phases {
  readonly #run: Run;
  readonly #trials: readonly Trial[];
  readonly #coin: () => boolean;
  /** Listings that break a rule on every listing. */
  readonly #watched = new Map<string, Suspect>();
  #isConfirming = false;

  constructor(run: Run, trials: readonly Trial[]) {
    this.#run = run;
    this.#trials = trials;
    this.#coin = run.values.coin('order of a case and its twins');
    run.onAnswer = (answer) => this.#watch(answer);
  }

  /** Tries the cases of a phase. @throws {Stopped} */
  async try(phase: Phase, depth: 'quick' | 'all'): Promise<void> {
    const all = this.#trials
      .filter(({ rule }) => rule.phase === phase)
      .flatMap((trial) => trial.rule.cases(this.#run).map((one): Trying => ({ trial, one })))
      .filter(({ one }) => depth === 'all' || one.quick);
    const suspects = await this.#firstAttempts(phase, all);
    this.#isConfirming = true;
    suspects.push(...this.#watched.values());
    this.#watched.clear();
    for (const trial of this.#trials)
      await this.#confirmSome(
        trial,
        suspects.filter(({ rule }) => rule === trial.rule),
      );
    this.#isConfirming = false;
  }

  async #firstAttempts(phase: Phase, all: readonly Trying[]): Promise<Suspect[]> {
    const suspects: Suspect[] = [];
    const attempted: Attempted[] = [];
    const judgeAll = (): void => {
      for (const each of attempted.splice(0)) {
        const suspect = this.#judgeFirst(each);
        if (suspect !== null) suspects.push(suspect);
      }
    };
    const tryOne = async ({ trial, one }: Trying, send: Send): Promise<void> => {
      const from = this.#run.clock.now();
      attempted.push({ trial, one, attempt: await firstAttempt(one, trial.counting(send)) });
      trial.ms += this.#run.clock.now() - from;
      // Each creation is followed and judged before the next one. All else is judged once all was asked, since other
      // answers show whether the data suffice.
      if (phase === 'creating' || phase === 'auditing') judgeAll();
    };
    const send = sendingOnce(this.#run);
    // Creations go one at a time, or a fault at a burst would show everywhere.
    const atOnce = phase === 'lists' ? this.#run.settings.concurrency : 1;
    const [alone, others] = [
      all.filter(({ one }) => one.alone === true),
      all.filter(({ one }) => one.alone !== true),
    ];
    await inParallel(
      atOnce,
      others.map((tried) => () => tryOne(tried, send)),
    );
    // These cases ask anew. Only in the audit the list after one creation serves as that before the next one.
    const anew: Send = (ask) => this.#run.send(ask);
    for (const tried of alone) await tryOne(tried, phase === 'auditing' ? send : anew);
    judgeAll();
    return suspects;
  }

  #judgeFirst({ trial, one, attempt }: Attempted): Suspect | null {
    const finding = judge(trial.rule, one, attempt, this.#run);
    const shown = shownCase(this.#run, one.name, attempt.own);
    trial.count(shown);
    if (finding.is === 'broken') return { rule: trial.rule, one, attempt, first: finding };
    trial.note(finding, shown);
    return null;
  }

  /** Lets the rules on every listing judge an answer. */
  #watch(answer: Answer): void {
    if (isCreation(answer.ask) || answer.status !== 200 || answer.unsaid !== null) return;
    const name = queryText(answer.ask.query);
    const shown = shownCase(this.#run, name, [answer]);
    if (shown === null) return;
    for (const trial of this.#trials) {
      const { rule } = trial;
      const judgeListing = rule.everyListing;
      if (judgeListing === undefined) continue;
      const finding = judgeListing(answer);
      if (finding.is !== 'broken') {
        trial.noteListing(finding, shown);
        continue;
      }
      if (this.#isConfirming || this.#watched.size >= SUSPECTED) continue;
      const one: Case = {
        name,
        own: async (send) => [await send(answer.ask)],
        twins: {},
        check: ({ own }) => own.map(judgeListing).find(({ is }) => is === 'broken') ?? holds(own),
        quick: true,
      };
      const attempt: Attempt = { before: {}, own: [answer], after: {}, once: {} };
      this.#watched.set(`${rule.id} ${keyOf(answer.ask)}`, { rule, one, attempt, first: finding });
    }
  }

  /** Confirms suspects of one rule, first those that break it in different ways, until one is confirmed. */
  async #confirmSome(trial: Trial, suspects: readonly Suspect[]): Promise<void> {
    if (trial.failure !== null || suspects.length === 0) return;
    if (this.#failAtOnce(trial, suspects) || (await this.#failByThree(trial, suspects))) return;
    const kinds = new Set<string>();
    const [fresh, others]: [Suspect[], Suspect[]] = [[], []];
    for (const suspect of suspects) {
      const { kind } = suspect.first.violation;
      (kinds.has(kind) ? others : fresh).push(suspect);
      kinds.add(kind);
    }
    for (const [index, suspect] of [...fresh, ...others].entries()) {
      if (index < CONFIRMED) await this.#confirm(trial, suspect);
      else {
        const { one, first } = suspect;
        trial.note(nothing('unstable', `${one.name}: ${first.violation.actual} (not asked again).`), null);
      }
      if (trial.failure !== null) return;
    }
  }

  #failAtOnce(trial: Trial, suspects: readonly Suspect[]): boolean {
    const once = suspects.find(({ first }) => ATTEMPTS[kindToConfirm(first)] === 1);
    if (once !== undefined) this.#fail(trial, once, once.first, { seen: 1, tries: 1 });
    return once !== undefined;
  }

  /** Three first attempts that nothing innocent explains need no confirmation, if the service is well. */
  async #failByThree(trial: Trial, suspects: readonly Suspect[]): Promise<boolean> {
    const certain = suspects.filter(({ first }) => first.isCertain === true);
    // The first case is the plainest.
    const [plainest] = certain;
    if (plainest === undefined || certain.length < SIGHTINGS_IN_ALL) return false;
    const plain = await this.#run.send(this.#run.list(this.#run.first), { confirming: true });
    if (plain.status !== this.#run.usualStatus) return false;
    this.#fail(trial, plainest, plainest.first, { seen: certain.length, tries: suspects.length });
    return true;
  }

  #fail(
    trial: Trial,
    { one, attempt }: Pick<Suspect, 'one' | 'attempt'>,
    found: Broken,
    seen: Sightings,
  ): void {
    const values = shownCase(this.#run, one.name, attempt.own)?.values ?? {};
    trial.fail(found, { name: one.name, values, ...seen }, this.#run.hasWritten);
  }

  async #confirm(trial: Trial, suspect: Suspect): Promise<void> {
    const run = this.#run;
    const method = suspect.first.violation.exchanges.at(-1)?.request.method ?? 'GET';
    const isErring = this.#trials.some((other) => other !== trial && other.hasErredAt(method));
    const caller = suspect.attempt.own[0]?.ask.caller;
    const isRationed = caller !== undefined && run.isRationed(caller);
    const one = (isRationed ? suspect.one.smaller?.(suspect.attempt) : null) ?? suspect.one;
    const from = run.clock.now();
    const outcome = await confirm({ ...suspect, one }, run, { coin: this.#coin, isErring });
    trial.ms += run.clock.now() - from;
    const { seen = 1, tries = 1 } = outcome;
    if (outcome.is === 'broken') this.#fail(trial, { ...suspect, one }, outcome, { seen, tries });
    else trial.note(outcome, shownCase(run, one.name, suspect.attempt.own));
  }
}

/** Does several things, some at a time. After an error nothing more is begun, and it is thrown once all else has ended. */
async function inParallel(atOnce: number, work: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...work];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
  };
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      worker().catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
