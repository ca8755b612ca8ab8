import { Stopped } from '../client/stopped.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, holds, type InconclusiveFinding } from '../model/finding.ts';
import type { Answer, Send } from '../model/planned-request.ts';
import { isCreation, queryText } from '../model/planned-request.ts';
import type { Phase } from '../model/rule-metadata.ts';
import { firstAttempt, inParallel, judge, sendingOnce } from './attempt.ts';
import { SuspectConfirmer } from './confirm-suspects.ts';
import type { RunStep } from './run-steps.ts';
import { askedBy, type Trial } from './trial.ts';

/** Most suspected listings of one rule. */
const MAX_SUSPECTED = 4;

/** A case that is to be tried. */
interface PendingCase {
  readonly trial: Trial;
  readonly testCase: Case;
}

interface AttemptedCase extends PendingCase {
  readonly attempt: Attempt;
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
const isOpen = (finding: Finding, { before, answers }: Attempt): finding is InconclusiveFinding =>
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
  async try({ phase, depth }: Pick<RunStep, 'phase' | 'depth'>): Promise<void> {
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
   * Continues with the waiting cases of a phase, or of all phases, as far as the requests suffice. Suspects that a stale list
   * explains wait until {@link settle}.
   * @throws {Stopped} if the run is over
   */
  goOn(phase?: Phase): Promise<void> {
    const isMeant = (one: Phase): boolean => one === (phase ?? one);
    return this.#asRequestsSuffice(async () => {
      for (const work of this.#works) if (isMeant(work.phase)) await this.#firstAttempts(work);
      for (const trial of this.#trials)
        if (isMeant(trial.rule.phase) || trial.rule.everyListing !== undefined)
          await this.#confirmer.confirmAll(trial, 'now');
      await this.#confirmer.confirmPlainest();
    });
  }

  /** Does some work until only reserved requests are left. @throws {Stopped} if the run is over */
  async #asRequestsSuffice(work: () => Promise<void>): Promise<void> {
    const { throttle } = this.#run.client;
    await work().catch((error: unknown) => {
      if (!(error instanceof Stopped) || throttle.signal.aborted || !throttle.isKeeping) throw error;
    });
  }

  #decideEarly(): void {
    const { lag, stability } = this.#run;
    for (const trial of this.#trials) trial.decideEarly(lag.isFresh && stability.isQuiet);
  }

  /** True if no case of a phase waits. */
  isDone = (phase: Phase): boolean =>
    this.#works.every((work) => work.phase !== phase || work.waiting.size === 0);

  /** Judges all attempts at the end of the run. Returns the trials with unfinished cases or suspects. */
  endAll(): ReadonlySet<Trial> {
    for (const work of this.#works) this.#judgeAll(work);
    this.#decideEarly();
    const waiting = this.#works.flatMap((work) => [...work.waiting].map(({ trial }) => trial));
    return new Set([...waiting, ...this.#trials.filter(({ isUnfinished }) => isUnfinished)]);
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
    if (phase === 'lists') run.lag.noteAttempts();
    this.#judgeAll(work);
  }

  #judgeAll({ phase, attempted }: Work): void {
    for (const { trial, testCase, attempt } of attempted.splice(0))
      this.#judgeFirst(trial, testCase, attempt, phase !== 'lists');
  }

  /**
   * Waits once for all that lag or a cache may explain: attempts inconclusive cases again, and confirms the suspects that are
   * left. Before the run creates anything, what a quiet list shows each time needs no wait, but a look at the list later on.
   * @throws {Stopped} if the run is over
   */
  settle(isBeforeWrites = false): Promise<void> {
    const { lag, stability } = this.#run;
    const confirmAtRest = async (): Promise<void> => {
      const awaiting = this.#trials.filter((trial) => this.#confirmer.isAwaiting(trial));
      if (awaiting.length > 0) await lag.settle(awaiting.map(({ rule }) => rule.id));
      for (const trial of this.#trials) await this.#confirmer.confirmAll(trial, 'at rest');
    };
    return this.#asRequestsSuffice(async () => {
      if (!isBeforeWrites) this.#decideEarly();
      else if (stability.isQuiet) for (const trial of this.#trials) await this.#confirmer.confirmEarly(trial);
      await confirmAtRest();
      await this.#attemptLate();
      await confirmAtRest();
      await this.#confirmer.confirmPlainest();
    });
  }

  /** Repeats inconclusive cases that lag may explain. Callers with a quota repeat only if lag explained another case. */
  async #attemptLate(): Promise<void> {
    const run = this.#run;
    const send = sendingOnce(run);
    const late = this.#trials.flatMap((trial) =>
      trial.late.map((each) => ({ trial, each, isRationed: run.hasQuota(each.attempt.answers) })),
    );
    let wasLag = false;
    for (const { trial, each, isRationed } of late.toSorted(
      (a, b) => Number(a.isRationed) - Number(b.isRationed),
    )) {
      const { testCase } = each;
      let { attempt } = each;
      if (run.stability.undecidedReason === null && (!isRationed || wasLag)) {
        const again = await firstAttempt(testCase, trial.counting(send));
        if (again.answers.every(({ status }) => status !== 0)) attempt = again;
        wasLag ||= judge(trial.rule, testCase, attempt, run).is === 'holds';
      }
      trial.late.splice(trial.late.indexOf(each), 1);
      this.#judgeFirst(trial, testCase, attempt);
    }
    if (late.length > 0) run.lag.noteAttempts();
  }

  #judgeFirst(trial: Trial, testCase: Case, attempt: Attempt, isLast = true): void {
    const run = this.#run;
    const { rule } = trial;
    const finding = judge(rule, testCase, attempt, run);
    const wasYoung = attempt.answers.some(({ exchange }) => run.lag.isPossibleAt(exchange.startedAt));
    if (!isLast && wasYoung && isOpen(finding, attempt) && run.stability.undecidedReason === null) {
      trial.late.push({ testCase, attempt, finding });
      return;
    }
    const by = askedBy(run, testCase.name, attempt.answers);
    trial.count(by);
    if (finding.is === 'holds') trial.noteRefusals(attempt.answers);
    if (finding.is === 'violated') trial.suspects.push({ rule, testCase, attempt, first: finding, wasYoung });
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
        suspects.push({
          rule,
          testCase: askedAgain(answer, everyListing),
          attempt,
          first: finding,
          wasYoung: false,
        });
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
