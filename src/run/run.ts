import fc from 'fast-check';
import { type Clock, systemClock } from '../client/clock.ts';
import type { Exchange } from '../client/exchange.ts';
import { sendsCookie } from '../client/extra-header.ts';
import { bearer, type Credential, type RequestSpec } from '../client/request.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { Stopped } from '../client/stopped.ts';
import { Target } from '../client/target.ts';
import { type Asker, type Caller, credentialOf, whoAsks } from '../client/test-bed.ts';
import { names } from '../generate/names.ts';
import { usualTokens } from '../generate/tokens.ts';
import { seedFor } from '../model/generated.ts';
import { PROFILES, type Profile } from '../model/profile.ts';
import { complaintOfLimits, Unusable } from '../snapshot/complaint.ts';
import { type FirstReading, readFirst } from '../snapshot/first-reading.ts';
import { Kept } from '../snapshot/kept.ts';
import { listingOf } from '../snapshot/listing.ts';
import { whyTokenRefused } from '../snapshot/refused-token.ts';
import { pageQuery, readList, type Snapshot } from '../snapshot/snapshot.ts';
import { StoredPayloads } from '../snapshot/stored-payloads.ts';
import { whyUnwritable } from '../snapshot/written.ts';
import { type Heard, Listings } from './listings.ts';
import type { RunSettings, Surroundings } from './run-settings.ts';
import { ServerErrors } from './server-errors.ts';
import { ShownAge } from './shown-age.ts';

/** Is called with every exchange of a run, and who got the answer. */
export type Listener = (exchange: Exchange, asker: Asker | null) => void;

/** One run against one target, which all of its rules share. */
export class Run {
  readonly settings: RunSettings;
  readonly profile: Profile;
  readonly target: Target;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The answers to listings of gating rules. */
  readonly listings = new Listings();
  /** The 5xx of all requests. */
  readonly errors: ServerErrors;
  /** Payloads that are no objects and may be listed. */
  readonly stored = new StoredPayloads();
  readonly shownAge = new ShownAge();
  /** All exchanges so far; of long bodies the beginnings. */
  readonly exchanges: Exchange[] = [];
  readonly #kept: Kept;
  readonly #askers = new WeakMap<Exchange, Asker>();
  readonly #known = new Map<string, unknown>();
  readonly #listeners: Listener[] = [];
  #first: Promise<FirstReading> | null = null;
  #reading: FirstReading | null = null;
  #unusable: string | null = null;
  /** Since the lists were forgotten last, and at all. */
  #isWritten = false;
  #hasWritten = false;

  constructor(
    settings: RunSettings,
    { transport, clock = systemClock, kept = new Kept() }: Surroundings = {},
  ) {
    const { bed, address } = settings;
    this.settings = settings;
    this.secrets = secretsOf(bed, settings.route?.proxy, address.extra);
    this.profile = PROFILES[settings.profile];
    this.clock = clock;
    this.#kept = kept;
    this.errors = new ServerErrors(settings.runId);
    const base: Caller = bed.token === undefined ? 'anonymous' : 'member';
    this.target = new Target(
      {
        ...settings,
        address,
        clock,
        ...(transport === undefined ? {} : { transport }),
        sign: { repository: bed.repository, as: credentialOf(base, bed) },
        rations: bed.token === undefined ? {} : this.profile.rations,
      },
      (exchange, as) => this.#note(exchange, as),
    );
  }

  /** True if a cookie may sign everybody in, whatever credential is sent. */
  get mayBeSignedIn(): boolean {
    return sendsCookie(this.settings.address.extra);
  }

  /** The reason why the target cannot be checked at all, once that is known. */
  get unusable(): string | null {
    return this.#unusable;
  }

  /** Ends the run: rules that are not decided yet become inconclusive. */
  stop(cause: 'deadline' | 'interrupted'): void {
    this.target.client.pace.stop(new Stopped(cause));
  }

  close(): Promise<void> {
    return this.target.client.close();
  }

  /** Something that several rules need, found once by the first of them. */
  once<T>(name: string, find: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, find());
    return this.#known.get(name) as T;
  }

  /** Lets something be found anew that was found once. */
  renew(name: string): void {
    this.#known.delete(name);
  }

  /** Calls back at every exchange from now on, before a long body is dropped. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Makes the first reading, once a run. @throws {Unusable} @throws {Stopped} */
  first(): Promise<FirstReading> {
    this.#first ??= this.#readFirst();
    return this.#first;
  }

  /** True if something was sent that may have been stored. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** True if the target was read. */
  get isRead(): boolean {
    return this.#reading !== null;
  }

  /** The first reading. @throws {Error} if the target was not read yet: a rule asks too early */
  get reading(): FirstReading {
    if (this.#reading === null) throw new Error('the target was not read yet');
    return this.#reading;
  }

  /**
   * Makes sure that there is a list. The first reading itself comes after the first writes.
   * @throws {Unusable}
   * @throws {Stopped}
   */
  async shallList(): Promise<void> {
    const { bed } = this.settings;
    const caller: Caller = bed.token === undefined ? 'anonymous' : 'member';
    if ((await this.#unwritable()) !== null) await this.first();
    const answer = await this.target.ask({ repository: bed.repository, as: credentialOf(caller, bed) });
    if (listingOf(answer).kind !== 'list') await this.first();
  }

  /** The base caller's list as it is after all that this run has written so far, read once a phase. @throws {Stopped} */
  async now(): Promise<Snapshot> {
    const { base, identity, firstIsNamed } = await this.first();
    const { bed } = this.settings;
    return this.once('snapshot', () =>
      readList((page, anew) => {
        const spec: RequestSpec = {
          repository: bed.repository,
          as: credentialOf(base, bed),
          query: pageQuery(page, firstIsNamed),
        };
        return anew ? this.target.send(() => spec) : this.target.ask(spec);
      }, identity),
    );
  }

  /** Forgets what the lists held, if anything was sent since that may have changed them. */
  forget(): void {
    this.renew('motion');
    this.renew('copies');
    if (!this.#isWritten) return;
    this.#isWritten = false;
    this.target.forget();
    this.listings.forget();
    this.renew('snapshot');
  }

  /** Returns who got an answer, or `null` if it is nobody whom the settings name, and no invalid credential. */
  askerOf(exchange: Exchange): Asker | null {
    return this.#askers.get(exchange) ?? null;
  }

  /** Takes note of a listing that a gating rule was given. */
  hear(heard: Heard): void {
    // The end of the run looks for private records in these answers.
    const { bed } = this.settings;
    this.#keep(heard.exchange, heard.caller !== 'member' && bed.privateRepository !== undefined);
    this.listings.hear(heard);
  }

  /** True if age does not explain any more what was seen at a time of the clock. */
  isAged(seenAt: number): boolean {
    return (
      this.shownAge.doubt === null &&
      this.clock.now() - seenAt >= this.shownAge.lagMs(this.settings.listedWithinMs)
    );
  }

  /** Waits until age explains nothing any more of what was seen then. @throws {Stopped} */
  async age(seenAt: number): Promise<void> {
    const left = seenAt + this.shownAge.lagMs(this.settings.listedWithinMs) - this.clock.now();
    await this.target.wait(left);
    // A cache may have hidden until now that the list moves.
    if (left > 0) this.renew('motion');
  }

  /**
   * Returns why nothing may be written, before anything else is asked, or `null`. One repository that is read and written
   * needs no request.
   */
  #unwritable(): Promise<string | null> {
    const { bed, address } = this.settings;
    return this.once('unwritable', () => whyUnwritable(this.target, bed, address.baseUrl));
  }

  /**
   * Returns why TOKEN cannot be used at all, or `null`.
   * @param creations the answers to creations with TOKEN
   * @throws {Stopped}
   */
  whyTokenRefused(creations: readonly Exchange[]): Promise<string | null> {
    const { bed, address } = this.settings;
    return whyTokenRefused(this.target, bed, address.baseUrl, this.madeUpCredential, creations);
  }

  /** A token that was never given out. Its answers show if another token is known. */
  get madeUpCredential(): Credential {
    const [token = 'madeup'] = usualTokens(seedFor(this.settings.seed, 'credential'));
    return bearer(token, 'invalid');
  }

  /** Gives the target up: the run ends as unusable, and rules that have not begun find that out. @param complaint as a sentence */
  giveUp(complaint: string): void {
    this.#unusable = this.secrets.hide(complaint);
    this.#first = Promise.reject(new Unusable(complaint));
    this.#first.catch(() => undefined);
  }

  #readFirst(): Promise<FirstReading> {
    const { bed, address, seed, writes } = this.settings;
    const [owner = '', repo = ''] = fc.sample(names, { seed: seedFor(seed, 'survey'), numRuns: 2 });
    const isWritten = writes !== 'none' && !this.profile.writesFirst;
    return this.#unwritable()
      .then((complaint) => {
        if (complaint !== null) throw new Unusable(complaint);
        return readFirst(this.target, bed, address.baseUrl, { owner, repo }, isWritten, this.secrets.hide);
      })
      .then(async (reading) => {
        // If TOKEN may be sent with other requests than listings, their answers show more.
        const complaint =
          writes === 'none' && reading.base !== 'member' ? await this.whyTokenRefused([]) : null;
        if (complaint !== null) throw new Unusable(complaint);
        this.#reading = reading;
        const { plain, plainAgain, snapshot, written } = reading;
        const read = [...plain.values(), plainAgain, ...snapshot.exchanges, ...(written?.exchanges ?? [])];
        for (const exchange of read) this.#keep(exchange, true);
        for (const exchange of read) this.listings.miss(exchange);
        return reading;
      })
      .catch((error: unknown) => {
        if (!(error instanceof Unusable)) throw error;
        const { givenUp } = this.target.client;
        const complaint =
          givenUp === null
            ? error.message
            : complaintOfLimits(givenUp, address.baseUrl, bed.token !== undefined);
        this.#unusable = this.secrets.hide(complaint);
        throw new Unusable(complaint);
      });
  }

  /**
   * Reads a listing, and keeps its records as long as there is room.
   * @param isNeeded true if it is needed until the end
   */
  #keep(exchange: Exchange, isNeeded = false): void {
    const listing = listingOf(exchange);
    if (listing.kind !== 'list') return;
    const { records } = listing;
    // Most of what is found out about them is found by their keys, which take less room.
    if (this.#reading !== null && records.areKept) records.keysBy(this.#reading.identity);
    this.#kept.add(records, isNeeded);
  }

  #note(exchange: Exchange, as: Credential): void {
    const { request, response } = exchange;
    this.exchanges.push(exchange);
    const asker = whoAsks(this.settings.bed, as);
    if (asker !== null) this.#askers.set(exchange, asker);
    this.errors.hear(exchange, asker);
    this.stored.note(exchange);
    this.shownAge.note(exchange);
    for (const listener of this.#listeners) listener(exchange, asker);
    // Read before the next one comes: a body that waits to be read takes more room than what it holds.
    if (request.method === 'GET' && response?.status === 200) this.#keep(exchange);
    this.#isWritten ||= request.method === 'POST';
    this.#hasWritten ||= this.#isWritten;
  }
}
