import { Stopped } from '../client/stopped.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Finding, InconclusiveFinding } from '../model/finding.ts';
import type { Send } from '../model/planned-request.ts';
import type { Phase } from '../model/rule-metadata.ts';
import { firstAttempt, inParallel, judge, sendingOnce } from './attempt.ts';
import { judgeEveryListing, quotaLast, SuspectConfirmer } from './confirm-suspects.ts';
import { type AttemptedCase, askedBy, type Trial } from './trial.ts';

interface PendingCase {
  readonly trial: Trial;
  readonly testCase: Case;
}

interface Work {
  readonly phase: Phase;
  /** Cases that were not attempted yet. */
  readonly waiting: Set<PendingCase>;
  /** Cases that were attempted, and are to be judged. */
  readonly attempted: (PendingCase & AttemptedCase)[];
  /** Sends equal listings of this step once. */
  readonly send: Send;
}

type Task = () => Promise<void>;

/** Cases of `few` that are in flight together. */
const FEW = 2;
/** Cases of listings that begin for each request that may be in flight. */
const WAITING = 3;

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
    judgeEveryListing(run, trials);
  }

  /** Tries the cases of a phase. Those beyond its share of the requests wait until {@link goOn}. @throws {Stopped} */
  async try(phase: Phase, depth: 'quick' | 'all'): Promise<void> {
    const waiting = this.#trials
      .filter(({ rule }) => rule.phase === phase)
      .flatMap((trial) => trial.rule.cases(this.#run).map((testCase): PendingCase => ({ trial, testCase })))
      .filter(({ testCase }) => depth === 'all' || testCase.quick === true);
    let send = this.#sendingOnce();
    await this.asRequestsSuffice(async () => {
      if (phase === 'lists' && (await this.#run.lag.settleCopies(send))) send = this.#sendingOnce();
    });
    this.#works.push({ phase, waiting: new Set(waiting), attempted: [], send });
    await this.goOn(phase);
  }

  /** Continues with waiting cases. Suspects that a stale list explains wait until {@link settle}. @throws {Stopped} */
  goOn(phase?: Phase): Promise<void> {
    const isMeant = (one: Phase): boolean => one === (phase ?? one);
    return this.asRequestsSuffice(async () => {
      for (const work of this.#works) if (isMeant(work.phase)) await this.#firstAttempts(work);
      for (const trial of this.#trials)
        if (isMeant(trial.rule.phase) || trial.rule.everyListing !== undefined)
          await this.#confirmer.confirmAll(trial, 'now');
      await this.#confirmer.confirmPlainest();
    });
  }

  /** Tries what is left at the end of the run, and confirms all suspects. @throws {Stopped} if the run is over */
  async finish(): Promise<void> {
    await this.goOn();
    await this.asRequestsSuffice(() => this.#outlastOutage());
    this.#confirmer.isLast = true;
    await this.settle();
  }

  /** If listings get 5xx at the end of the run, tries the plain list again, after a time in which a service may restart. */
  async #outlastOutage(): Promise<void> {
    const run = this.#run;
    const { credential } = run.primaryCaller;
    // Another listing may have failed for its own sake.
    if (run.errors.outageUntil(credential) !== null) await run.sendToConfirm(run.list(run.primaryCaller));
    const until = run.errors.outageUntil(credential);
    const trial = this.#trials.find(({ rule }) => rule.id === 'list.ok');
    if (until === null || trial === undefined || trial.failure !== null) return;
    await run.lag.waitUntil(until, 'an outage to end');
    for (const testCase of trial.rule.cases(run)) {
      const attempt = await firstAttempt(testCase, trial.counting(run.sendToConfirm));
      this.#judgeFirst(trial, { testCase, attempt });
    }
  }

  /** Does some work until only reserved requests are left. @throws {Stopped} if the run is over */
  async asRequestsSuffice(work: () => Promise<void>): Promise<void> {
    const { throttle } = this.#run.client;
    await work().catch((error: unknown) => {
      if (!(error instanceof Stopped) || throttle.signal.aborted || !throttle.isReserving) throw error;
    });
  }

  #sendingOnce = (): Send => sendingOnce((ask) => this.#run.send(ask));

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
    const mayBeLag = run.lag.isPossibleAt(run.clock.now());
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
    const inTurn = async (some: Iterable<PendingCase>, sender: Send): Promise<void> => {
      for (const tried of some) await tryOne(tried, sender);
    };
    const [alone, few]: [PendingCase[], PendingCase[]] = [[], []];
    const rest = few.values();
    const [ahead, walks, tasks]: [Task[], Task[], Task[]] = [[], [], []];
    const isBeforeCreations = run.ledger.creations.length === 0;
    for (const tried of waiting) {
      const { how, ahead: asks = [] } = tried.testCase;
      if (isBeforeCreations) for (const ask of asks) ahead.push(async () => void (await send(ask)));
      if (how === 'alone') alone.push(tried);
      else if (how !== 'few') (how === 'first' ? walks : tasks).push(() => tryOne(tried, send));
      else if (few.push(tried) <= FEW) tasks.push(() => inTurn(rest, send));
    }
    // Before the first creation, nothing shows how many may be in flight.
    if (phase === 'refusing' && isBeforeCreations) await tasks.shift()?.();
    await inParallel(this.#concurrencyIn(phase), [...ahead, ...walks, ...tasks]);
    // These cases send all requests anew. Only the audit reuses the list after one creation before the next.
    await inTurn(alone, phase === 'auditing' ? send : (ask) => run.send(ask));
    // Caches may still hold twins as they were before another client wrote.
    const mayBeCopies = mayBeLag || run.lag.isSeen || run.stability.shows('cached');
    if (phase === 'lists' && (mayBeCopies || run.settings.writes !== 'all')) run.lag.noteAttempts();
    this.#judgeAll(work);
  }

  /**
   * Returns how many cases of a phase are attempted side by side. Accepted creations are sent one at a time, or a fault under
   * concurrency would show in all rules. So are refused ones if the service once refused requests because of others, or if so
   * many may time out where they wait for each other: a creation that timed out is not sent again. Many cases of listings wait
   * for an answer that others need too. While nothing passes the time, until there is a creation, more of them begin.
   */
  #concurrencyIn(phase: Phase): number {
    const { settings, client, ledger } = this.#run;
    const { concurrency, timeoutMs } = settings;
    if (phase === 'lists') return ledger.creations.length === 0 ? WAITING * concurrency : concurrency;
    if (phase !== 'refusing' || client.throttle.adaptive.wasTooMuch || ledger.creations.length === 0)
      return 1;
    const slowestMs = Math.max(...ledger.creations.map(({ exchange }) => exchange.ms));
    return Math.max(1, Math.min(concurrency, Math.floor(timeoutMs / 2 / slowestMs)));
  }

  #judgeAll({ phase, attempted }: Work): void {
    for (const { trial, ...one } of attempted.splice(0)) this.#judgeFirst(trial, one, phase !== 'lists');
  }

  /**
   * Waits once for all that lag or a cache may explain: attempts inconclusive cases again, and confirms the suspects that are
   * left. Before the run creates anything, what a quiet list shows each time needs no wait, but a look at the list later on.
   * @throws {Stopped} if the run is over
   */
  settle(isBeforeWrites = false): Promise<void> {
    const { lag, stability, sendToConfirm } = this.#run;
    const send = sendingOnce(sendToConfirm);
    const confirmAtRest = async (): Promise<void> => {
      const awaiting = this.#trials.filter((trial) => this.#confirmer.isAwaiting(trial));
      if (awaiting.length > 0) await lag.settle(awaiting.map(({ rule }) => rule.id));
      await this.#confirmer.dismissLag(send);
      for (const trial of this.#trials) await this.#confirmer.confirmAll(trial, 'at rest');
    };
    return this.asRequestsSuffice(async () => {
      if (!isBeforeWrites) this.#decideEarly();
      else if (stability.isQuiet) for (const trial of this.#trials) await this.#confirmer.confirmEarly(trial);
      await confirmAtRest();
      await this.#attemptLate(send);
      await confirmAtRest();
      await this.#confirmer.confirmPlainest();
    });
  }

  /** Repeats inconclusive cases that lag may explain. Callers with a quota repeat only if lag explained another case. */
  async #attemptLate(send: Send): Promise<void> {
    const run = this.#run;
    const all = quotaLast(this.#trials, ({ late }) => late, run);
    for (const { trial, one, hasQuota } of all) {
      const { testCase } = one;
      let { attempt } = one;
      if (run.stability.inconclusive === null && (!hasQuota || run.lag.hasExplained)) {
        const again = await firstAttempt(testCase, trial.counting(send));
        if (again.answers.every(({ status }) => status !== 0)) attempt = again;
        if (judge(trial.rule, { testCase, attempt }, run).is === 'holds') run.lag.noteExplained();
      }
      trial.late.splice(trial.late.indexOf(one), 1);
      this.#judgeFirst(trial, { testCase, attempt });
    }
    if (all.length > 0) run.lag.noteAttempts();
  }

  #judgeFirst(trial: Trial, { testCase, attempt }: AttemptedCase, isLast = true): void {
    const run = this.#run;
    const { rule } = trial;
    const finding = judge(rule, { testCase, attempt }, run);
    const mayBeLag = attempt.answers.some(({ exchange }) => run.lag.isPossibleAt(exchange.startedAt));
    const isMoving = mayBeLag || run.stability.shows('written by others');
    if (!isLast && isMoving && isOpen(finding, attempt) && run.stability.inconclusive === null) {
      trial.late.push({ testCase, attempt, finding });
      return;
    }
    const by = askedBy(run, testCase.name, attempt.answers);
    trial.count(by);
    if (finding.is === 'holds') trial.noteRefusals(attempt.answers);
    if (finding.is === 'violated') trial.suspects.push({ rule, testCase, attempt, first: finding, mayBeLag });
    else trial.note(finding, by);
  }
}
