import { endOf } from '../client/exchange.ts';
import { sameRepository } from '../client/request.ts';
import type { Answer, Caller, PlannedRequest, Send } from '../model/planned-request.ts';
import { allEnded, isCreation } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Creation } from './ledger.ts';
import type { RunContext } from './run-context.ts';

/** Most milliseconds for which late effects of creations are watched for. In `quick` they pass anyway, unless answers are fast. */
const WATCHED_MS = { quick: 400, standard: 3000, thorough: Infinity } as const;
/** Waits of fewer milliseconds are not told. */
const SHORT_MS = 1000;
/** Accepted issues that no listing showed in time, after which no further one is waited for. */
const ENOUGH_LOST = 3;

/** Waits of a run for other clients that write, and the most milliseconds without a write for which one lasts. */
const [MOST_WAITS, QUIET_MS] = [4, 10_000];

/** The time that a new issue may take to be listed, also by copies and caches, and the waits for it. */
export class Lag {
  readonly #run: RunContext;
  /** Time at which the last first attempts at listings ended. */
  #attemptedAt = -Infinity;
  #wasVain = false;
  /** True if the first search for each new issue found it; `null` before one. */
  #isImmediate: boolean | null = null;
  #hasExplained = false;
  /** Waits for other clients so far. */
  #waits = 0;
  #watchedUntil: number | null = null;
  /** The last first page in the default order that each caller requested. */
  readonly #firstPages = new Map<Caller, PlannedRequest>();
  /** Called with what the run waits for, as `waiting 7 s for lists to settle: list.page.second`, and with `null` afterwards. */
  onWait: (sentence: string | null) => void = () => undefined;

  constructor(run: RunContext) {
    this.#run = run;
  }

  noteAttempts(): void {
    this.#attemptedAt = this.#run.clock.now();
  }

  /** True if lists at a time may lack the last creation. */
  isPossibleAt = (time: number): boolean =>
    time - this.#run.ledger.lastWriteAt < this.#run.settings.listedWithinMs;

  noteFirstSearch(isFound: boolean): void {
    this.#isImmediate = isFound && this.#isImmediate !== false;
  }

  /** True if a new issue was not listed immediately: lists may be copies of another time. */
  get isSeen(): boolean {
    return this.#isImmediate === false;
  }

  /** True if new issues were listed immediately, by an address that had been requested before them. Those of another repository than the list rules read say nothing. */
  get isFresh(): boolean {
    const { repository, writeRepository } = this.#run.target;
    return this.#isImmediate === true && sameRepository(repository, writeRepository);
  }

  /** Notes the address of a first page. */
  hear({ ask }: Answer): void {
    const isFirst = Object.keys(ask.query).every((name) => name === 'per_page');
    if (isFirst && !isCreation(ask) && sameRepository(ask.repository, this.#run.target.repository))
      this.#firstPages.set(ask.caller, ask);
  }

  /** Waits until lists have settled, if other clients write, or a copy or a cache withholds new issues. Returns true if it waited. @throws {Stopped} */
  async settleCopies(send: Send): Promise<boolean> {
    const { target, ledger, settings } = this.#run;
    const hasWaited = await this.#outlastOthers('other clients to stop writing');
    // In quick, few listings are compared with others.
    if (settings.profile === 'quick' || !ledger.mayCreate(target.repository) || this.#wasVain)
      return hasWaited;
    const isBehind = this.#isImmediate === null ? await this.#isNewestMissing(send) : !this.#isImmediate;
    if (!isBehind && !(await this.#isOneBehind(send))) return hasWaited;
    const settledAt = ledger.lastStoredAt + settings.listedWithinMs;
    await this.waitUntil(settledAt, 'lists to settle: some lack new issues');
    return true;
  }

  /** True if the last first page that the first caller requested does not show the newest issue of this run. @throws {Stopped} */
  async #isNewestMissing(send: Send): Promise<boolean> {
    const { target, ledger, preflight, keysIn } = this.#run;
    const [first] = preflight.listingCallers;
    const ask = first && this.#firstPages.get(first);
    if (ask === undefined) return false;
    const shown = keysIn([await send(ask)]);
    const newest = ledger.accepted(target.repository).at(-1);
    return shown.size > 0 && [...(newest?.places ?? [])].every((key) => !shown.has(key));
  }

  /** True if the last first page that a caller requested lacks a new issue that another caller is shown there. @throws {Stopped} */
  async #isOneBehind(send: Send): Promise<boolean> {
    const { target, ledger, preflight, keysIn } = this.#run;
    const [first, ...others] = preflight.listingCallers;
    if (first === undefined) return false;
    const asks = others.flatMap((caller) => this.#firstPages.get(caller) ?? []);
    const pairs = await allEnded(asks.map((ask) => allEnded([send({ ...ask, caller: first }), send(ask)])));
    const created = [...ledger.keysIn(target.repository)];
    return pairs.some((pair) => {
      const [shown, toOther] = pair.map((answer) => keysIn([answer]));
      return created.some((key) => shown?.has(key) === true && toOther?.has(key) !== true);
    });
  }

  /** Notes that a difference was gone once lists were at rest. */
  noteExplained(): void {
    this.#hasExplained = true;
  }

  /** True once lag explained a difference. */
  get hasExplained(): boolean {
    return this.#hasExplained;
  }

  /** Notes how a search for new issues ended. */
  noteSearch(wasVain: boolean): void {
    this.#wasVain = wasVain;
  }

  /** True if the last search for a new issue was in vain. */
  get wasVain(): boolean {
    return this.#wasVain;
  }

  /** Time at which the first {@link watch} for late effects of creations ended. */
  get watchedUntil(): number {
    return this.#watchedUntil ?? -Infinity;
  }

  /** True if so many issues are lost that lateness no longer explains them. */
  isEnough = (lost: readonly Creation[]): boolean => lost.length >= ENOUGH_LOST;

  /** True if waiting for another new issue decides nothing: the last search was in vain, and enough issues are overdue. */
  get isInVain(): boolean {
    const since = this.#run.clock.now() - this.#run.settings.listedWithinMs;
    const overdue = this.#run.ledger
      .lostAlone(this.#run.target.writeRepository)
      .filter(({ exchange }) => endOf(exchange) <= since);
    return this.#wasVain && this.isEnough(overdue);
  }

  /** Waits until lag explains neither a missing creation nor a cached first attempt. @throws {Stopped} */
  async settle(rules: readonly RuleId[]): Promise<void> {
    const since = Math.max(this.#run.ledger.lastStoredAt, this.#attemptedAt);
    const what = `lists to settle: ${rules.join(', ')}`;
    await this.waitUntil(since + this.#run.settings.listedWithinMs, what);
    await this.#outlastOthers(what);
  }

  /** Waits while other clients write, a few times in a run: they may be other runs, which end. Returns true if it waited. @throws {Stopped} */
  async #outlastOthers(what: string): Promise<boolean> {
    const { stability, clock, settings, preflight } = this.#run;
    const quietAt = stability.shownAt('written by others') + Math.min(settings.listedWithinMs, QUIET_MS);
    const [first] = preflight.listingCallers;
    const ask = first && this.#firstPages.get(first);
    if (ask === undefined || this.#waits >= MOST_WAITS || clock.now() >= quietAt) return false;
    this.#waits += 1;
    await this.waitUntil(quietAt, what);
    // It shows if they still write.
    await this.#run.sendToConfirm(ask);
    await this.#outlastOthers(what);
    return true;
  }

  /** Waits until late effects of the last creation, refused or accepted, would be listed. @throws {Stopped} */
  async watch(): Promise<void> {
    const { listedWithinMs, profile } = this.#run.settings;
    await this.waitUntil(
      this.#run.ledger.lastWriteAt + Math.min(listedWithinMs, WATCHED_MS[profile]),
      'late effects of creations',
    );
    this.#watchedUntil ??= this.#run.clock.now();
  }

  /** Tells what a wait is for, unless it is short. */
  tellWait(ms: number, what: string): void {
    if (ms >= SHORT_MS) this.onWait(`waiting ${Math.ceil(ms / 1000)} s for ${what}`);
  }

  /** Waits until a time, and tells what for. @throws {Stopped} */
  async waitUntil(time: number, what: string): Promise<void> {
    const left = time - this.#run.clock.now();
    if (left <= 0) return;
    this.tellWait(left, what);
    await this.#run.client.throttle.wait(left);
    this.onWait(null);
  }
}
