import { Stopped } from '../client/stopped.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, holds } from '../model/finding.ts';
import type { Answer, Send } from '../model/planned-request.ts';
import { isCreation, queryText } from '../model/planned-request.ts';
import type { Phase } from '../model/rule-metadata.ts';
import { firstAttempt, judge, sendingOnce } from './attempt.ts';
import { SuspectConfirmer } from './confirm-suspects.ts';
import { askedBy, type Trial } from './trial.ts';

/** Most suspected listings of one rule. */
const MAX_SUSPECTED = 4;

/** A case that is to be tried. */
interface PendingCase {
  readonly trial: Trial;
  readonly testCase: Case;
}

interface AttemptedCase extends PendingCase {
  attempt: Attempt;
}

/** The cases of one step of the run. */
interface Work {
  readonly phase: Phase;
  /** Cases that were not attempted yet. */
  readonly waiting: Set<PendingCase>;
  /** Cases that were attempted, and are to be judged. */
  readonly attempted: AttemptedCase[];
  /** Sends equal listings of this step once. */
  readonly send: Send;
}

/** True if an inconclusive finding on complete listings may come from stale listings. */
const isOpen = (finding: Finding, { before, answers }: Attempt): boolean =>
  finding.is === 'inconclusive' &&
  finding.cause !== 'data' &&
  [...answers, ...Object.values(before).flat()].every(({ status }) => status === 200);

/** Makes the first attempts of a phase, judges them, and confirms the suspects one at a time. */
export class PhaseRunner {
  readonly #run: RunContext;
  readonly #trials: readonly Trial[];
  readonly #confirmer: SuspectConfirmer;
  readonly #works: Work[] = [];

  constructor(run: RunContext, trials: readonly Trial[]) {
    this.#run = run;
    this.#trials = trials;
    this.#confirmer = new SuspectConfirmer(run, trials);
    run.listen((answer) => this.#watch(answer));
  }

  /**
   * Tries the cases of a phase. Cases beyond its share of the requests wait until {@link goOn}.
   * @throws {Stopped} if the run is over
   */
  async try(phase: Phase, depth: 'quick' | 'all'): Promise<void> {
    const waiting = this.#trials
      .filter(({ rule }) => rule.phase === phase)
      .flatMap((trial) => trial.rule.cases(this.#run).map((testCase): PendingCase => ({ trial, testCase })))
      .filter(({ testCase }) => depth === 'all' || testCase.quick);
    this.#works.push({
      phase,
      waiting: new Set(waiting),
      attempted: [],
      send: sendingOnce(this.#run),
    });
    await this.goOn(phase);
  }

  /**
   * Continues with the waiting cases of a phase, or of all phases, as far as the requests suffice.
   * @throws {Stopped} if the run is over
   */
  async goOn(phase?: Phase): Promise<void> {
    const { throttle } = this.#run.client;
    const isMeant = (one: Phase): boolean => one === (phase ?? one);
    try {
      for (const work of this.#works) if (isMeant(work.phase)) await this.#firstAttempts(work);
      for (const trial of this.#trials)
        if (isMeant(trial.rule.phase) || trial.rule.everyListing !== undefined)
          await this.#confirmer.confirmAll(trial);
      await this.#confirmer.confirmPlainest();
    } catch (error) {
      if (!(error instanceof Stopped) || throttle.signal.aborted || !throttle.isKeeping) throw error;
    }
  }

  /** True if no case of a phase waits. */
  isDone = (phase: Phase): boolean =>
    this.#works.every((work) => work.phase !== phase || work.waiting.size === 0);

  /** Judges all attempts at the end of the run. Returns the trials with unfinished cases or suspects. */
  endAll(): ReadonlySet<Trial> {
    for (const work of this.#works) this.#judgeAll(work);
    const waiting = this.#works.flatMap((work) => [...work.waiting].map(({ trial }) => trial));
    return new Set([...waiting, ...this.#trials.filter(({ suspects }) => suspects.length > 0)]);
  }

  async #firstAttempts(work: Work): Promise<void> {
    const { phase, waiting, attempted, send } = work;
    if (waiting.size === 0) return;
    const run = this.#run;
    const tryOne = async (tried: PendingCase, sender: Send): Promise<void> => {
      const { trial, testCase } = tried;
      const from = run.clock.now();
      attempted.push({ trial, testCase, attempt: await firstAttempt(testCase, trial.counting(sender)) });
      waiting.delete(tried);
      trial.ms += run.clock.now() - from;
      // Each creation is judged before the next one. Listings are judged after all requests, because other answers show if
      // the data suffice.
      if (phase === 'concurrent' || phase === 'auditing') this.#judgeAll(work);
    };
    const [alone, others] = [true, false].map((isAlone) =>
      [...waiting].filter(({ testCase }) => (testCase.alone ?? false) === isAlone),
    );
    // Creations are sent one at a time, or a fault under concurrency would show in all rules.
    const atOnce = phase === 'lists' ? run.settings.concurrency : 1;
    await inParallel(
      atOnce,
      (others ?? []).map((tried) => () => tryOne(tried, send)),
    );
    // These cases send all requests anew. Only the audit reuses the list after one creation before the next.
    const anew: Send = (ask) => run.send(ask);
    for (const tried of alone ?? []) await tryOne(tried, phase === 'auditing' ? send : anew);
    if (phase === 'lists') await this.#askAgain(attempted);
    run.lag.noteAttempts();
    this.#judgeAll(work);
  }

  #judgeAll({ attempted }: Work): void {
    for (const { trial, testCase, attempt } of attempted.splice(0))
      this.#judgeFirst(trial, testCase, attempt);
  }

  /**
   * Repeats inconclusive cases that lag may explain. Callers with a quota repeat only if lag explained another case.
   */
  async #askAgain(attempted: AttemptedCase[]): Promise<void> {
    const run = this.#run;
    const send = sendingOnce(run);
    let wasLag = false;
    const isRationed = ({ attempt }: AttemptedCase): boolean => run.hasQuota(attempt.answers);
    for (const each of attempted.toSorted((a, b) => Number(isRationed(a)) - Number(isRationed(b)))) {
      const { trial, testCase, attempt } = each;
      const isYoung = attempt.answers.some(({ exchange }) => run.lag.isPossibleAt(exchange.startedAt));
      if (!isYoung || run.stability.undecidedReason !== null || (isRationed(each) && !wasLag)) continue;
      if (!isOpen(judge(trial.rule, testCase, attempt, run), attempt)) continue;
      await run.lag.wait();
      const later = await firstAttempt(testCase, trial.counting(send));
      if (later.answers.some(({ status }) => status === 0)) continue;
      wasLag ||= judge(trial.rule, testCase, later, run).is === 'holds';
      each.attempt = later;
    }
  }

  #judgeFirst(trial: Trial, testCase: Case, attempt: Attempt): void {
    const { rule } = trial;
    const finding = judge(rule, testCase, attempt, this.#run);
    const by = askedBy(this.#run, testCase.name, attempt.answers);
    trial.count(by);
    if (finding.is === 'holds') trial.noteRefusals(attempt.answers);
    if (finding.is === 'violated') trial.suspects.push({ rule, testCase, attempt, first: finding });
    else trial.note(finding, by);
  }

  /** Lets the rules on every listing judge an answer. */
  #watch(answer: Answer): void {
    const { ask, status, unsaid } = answer;
    if (isCreation(ask) || ask.observed !== undefined || status !== 200 || unsaid !== null) return;
    const by = askedBy(this.#run, '', [answer]);
    for (const trial of this.#trials) {
      const { rule, suspects } = trial;
      const { everyListing } = rule;
      if (everyListing === undefined || by === null) continue;
      const finding = everyListing(answer);
      if (finding.is !== 'violated') trial.noteListing(finding, by);
      else if (suspects.length < MAX_SUSPECTED) {
        const attempt: Attempt = { before: {}, answers: [answer], after: {}, beforeConfirming: {} };
        suspects.push({ rule, testCase: askedAgain(answer, everyListing), attempt, first: finding });
      }
    }
  }
}

/** Returns a case of a listing that a rule on every listing judges. */
const askedAgain = ({ ask }: Answer, judgeListing: (answer: Answer) => Finding): Case => ({
  name: queryText(ask.query),
  script: async (send) => [await send(ask)],
  twins: {},
  check: ({ answers }) => answers.map(judgeListing).find(({ is }) => is === 'violated') ?? holds(answers),
  quick: true,
});

/** Runs tasks, several at a time. After an error no task is started, and the error is thrown once all tasks have ended. */
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
