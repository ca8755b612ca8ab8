import type { Answer, Send } from '../model/ask.ts';
import { isCreation, keyOf, queryText } from '../model/ask.ts';
import { ATTEMPTS, SIGHTINGS_IN_ALL } from '../model/attempts.ts';
import { type Attempt, type Case, holds, kindToConfirm, nothing, type Phase } from '../model/rule.ts';
import type { Run } from '../run/run.ts';
import { firstAttempt, judge, sendingOnce } from './attempt.ts';
import { confirm, type Suspect } from './confirm.ts';
import { askedBy, type RuleTrial } from './rule-trial.ts';

/** Suspects of one rule that are confirmed, and listings of it that are suspected. */
const [CONFIRMED, SUSPECTED] = [5, 4];

interface Tried {
  readonly trial: RuleTrial;
  readonly one: Case;
}

interface Attempted extends Tried {
  readonly attempt: Attempt;
}

/** Makes the first attempts of a phase, judges them, and confirms the suspects one at a time. */
export class Phases {
  readonly #run: Run;
  readonly #trials: readonly RuleTrial[];
  readonly #coin: () => boolean;
  /** Listings that break a rule on every listing. */
  readonly #watched = new Map<string, Suspect>();
  #isConfirming = false;

  constructor(run: Run, trials: readonly RuleTrial[]) {
    this.#run = run;
    this.#trials = trials;
    this.#coin = run.values.coin('order of a case and its twins');
    run.onAnswer = (answer) => this.#watch(answer);
  }

  /** Tries the cases of a phase. @throws {Stopped} */
  async try(phase: Phase, depth: 'quick' | 'all'): Promise<void> {
    const all = this.#trials
      .filter(({ rule }) => rule.phase === phase)
      .flatMap((trial) => trial.rule.cases(this.#run).map((one): Tried => ({ trial, one })))
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

  async #firstAttempts(phase: Phase, all: readonly Tried[]): Promise<Suspect[]> {
    const suspects: Suspect[] = [];
    const attempted: Attempted[] = [];
    const judgeAll = (): void => {
      for (const each of attempted.splice(0)) {
        const suspect = this.#judgeFirst(each);
        if (suspect !== null) suspects.push(suspect);
      }
    };
    const tryOne = async ({ trial, one }: Tried, send: Send): Promise<void> => {
      attempted.push({ trial, one, attempt: await firstAttempt(one, trial.counting(send)) });
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
    for (const tried of alone) await tryOne(tried, (ask) => this.#run.send(ask));
    judgeAll();
    return suspects;
  }

  #judgeFirst({ trial, one, attempt }: Attempted): Suspect | null {
    const finding = judge(trial.rule, one, attempt, this.#run);
    trial.cases += 1;
    if (finding.is === 'broken') return { rule: trial.rule, one, attempt, first: finding };
    trial.note(finding, askedBy(attempt));
    return null;
  }

  /** Lets the rules on every listing judge an answer. */
  #watch(answer: Answer): void {
    if (isCreation(answer.ask) || answer.status !== 200 || answer.unsaid !== null) return;
    for (const trial of this.#trials) {
      const { rule } = trial;
      const judgeListing = rule.everyListing;
      if (judgeListing === undefined) continue;
      const finding = judgeListing(answer);
      if (finding.is !== 'broken') {
        trial.note(finding);
        continue;
      }
      if (this.#isConfirming || this.#watched.size >= SUSPECTED) continue;
      const one: Case = {
        name: queryText(answer.ask.query),
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
  async #confirmSome(trial: RuleTrial, suspects: readonly Suspect[]): Promise<void> {
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
        trial.note(nothing('unstable', `${one.name}: ${first.violation.actual} (not asked again).`));
      }
      if (trial.failure !== null) return;
    }
  }

  #failAtOnce(trial: RuleTrial, suspects: readonly Suspect[]): boolean {
    const once = suspects.find(({ first }) => ATTEMPTS[kindToConfirm(first)] === 1);
    if (once !== undefined) trial.fail(once.first, once.one.name, { seen: 1, tries: 1 });
    return once !== undefined;
  }

  /** Three first attempts that nothing innocent explains need no confirmation, if the service is well. */
  async #failByThree(trial: RuleTrial, suspects: readonly Suspect[]): Promise<boolean> {
    const certain = suspects.filter(({ first }) => first.isCertain === true);
    const third = certain[SIGHTINGS_IN_ALL - 1];
    if (third === undefined) return false;
    const plain = await this.#run.send(this.#run.list(this.#run.first), { confirming: true });
    if (plain.status !== this.#run.usualStatus) return false;
    trial.fail(third.first, third.one.name, { seen: certain.length, tries: suspects.length });
    return true;
  }

  async #confirm(trial: RuleTrial, suspect: Suspect): Promise<void> {
    const run = this.#run;
    const method = suspect.first.violation.exchanges.at(-1)?.request.method ?? 'GET';
    const isErring = this.#trials.some((other) => other !== trial && other.hasErredAt(method));
    const caller = suspect.attempt.own[0]?.ask.caller;
    const isRationed = caller !== undefined && run.isRationed(caller);
    const one = (isRationed ? suspect.one.smaller?.(suspect.attempt) : null) ?? suspect.one;
    const outcome = await run.target.alone(() =>
      confirm({ ...suspect, one }, run, { coin: this.#coin, isErring }),
    );
    const { seen = 1, tries = 1 } = outcome;
    if (outcome.is === 'broken') trial.fail(outcome, one.name, { seen, tries });
    else trial.note(outcome, askedBy(suspect.attempt));
  }
}

/** Does several things, some at a time. */
async function inParallel(atOnce: number, work: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...work];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
