import { Client, type Sending } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import type { Exchange, SentRequest } from '../client/exchange.ts';
import { type RepositoryName, toRequest } from '../client/request.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { interrupted } from '../client/stopped.ts';
import { type Configured, credentialOf, sameRepository, type TargetAccess } from '../client/target-access.ts';
import { hideNearMisses } from '../generate/near-misses.ts';
import { Values } from '../generate/values.ts';
import type { Keys } from '../listings/compare.ts';
import type { Identity } from '../listings/records.ts';
import { Stability } from '../listings/stability.ts';
import {
  type Answer,
  type Answers,
  type Caller,
  isCreation,
  keyOf,
  type Payload,
  type PlannedRequest,
  type Query,
} from '../model/planned-request.ts';
import { PROFILES, type Profile } from '../model/profile.ts';
import { answerOf } from './answer.ts';
import { LeakDetector } from './leak-detector.ts';
import { Ledger } from './ledger.ts';
import { Recorded } from './recorded.ts';
import type { RunDependencies, RunSettings } from './run-settings.ts';
import { ServerErrors } from './server-errors.ts';

const SHOWN: Readonly<Record<Configured, string>> = {
  anonymous: 'no credential',
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
};

/** Statuses of a lockout. */
export const REFUSALS: readonly number[] = [401, 403];

/** Is called with every answer. */
type Listener = (answer: Answer) => void;

/**
 * The state of one run against one target, which also sends its requests. Checks use this state to excuse an answer, or to
 * see that the data suffice, but never to find a violation.
 */
export class RunContext {
  readonly settings: RunSettings;
  readonly target: TargetAccess;
  readonly profile: Profile;
  readonly client: Client;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly values: Values;
  readonly ledger: Ledger;
  /** Facts for observations without requests of their own. */
  readonly recorded = new Recorded();
  readonly stability: Stability;
  readonly leakDetector: LeakDetector;
  readonly errors = new ServerErrors();
  readonly anonymous: Caller;
  readonly member: Caller | null;
  readonly outsider: Caller | null;
  /** A repository of the real owner that does not exist. */
  readonly unknownName: string;
  /** Callers who may list, as the opening found out. */
  listingCallers: readonly Caller[] = [];
  isBare = false;
  isTokenValid = false;
  isOutsiderValid = false;
  /** The usual status of the plain list. */
  usualStatus = 200;
  /** Reason why later answers prove nothing (a lockout), or `null`. */
  lockedOutReason: string | null = null;
  /** Time at which the primary caller was last accepted before a lockout. */
  letInAt = -Infinity;
  /** Reason why the run creates nothing; `null` if it may. */
  unwritableReason: string | null = null;
  /** Reason why no rule may pass; `null` if answers depend on requests. */
  notGenuineReason: string | null = null;
  identity: Identity | null = null;
  /** The number of open issues before the run created any; `null` if the first two pages of 100 do not show it. */
  openAtFirst: number | null = null;
  /** First pages of 100 of `state=all` and `state=closed`. */
  otherStates: Answers = [];
  isAnythingListed = false;
  /** Repositories whose list under `state=all` was seen to hold all open issues. */
  readonly wholeInAll = new Set<string>();
  /** The last pages of 100 of long lists. */
  readonly ends = new Map<string, number>();
  /** Time at which the first attempts of a phase ended. */
  attemptedAt = -Infinity;
  /** Reason why the target cannot be checked; `null` if it can, or that is not known yet. */
  unusable: string | null = null;
  /** The request that shows it. */
  unusableExchange: Exchange | null = null;
  readonly #listeners: Listener[] = [];
  /** Open issues that each caller ever saw. */
  readonly #shown = new Map<Caller['kind'], Set<string>>();
  readonly #keys = new WeakMap<Answer, Keys | null>();

  constructor(settings: RunSettings, { transport, clock = systemClock }: RunDependencies = {}) {
    const { target, address, seed, profile, runId } = settings;
    this.settings = settings;
    this.target = target;
    this.profile = PROFILES[profile];
    this.clock = clock;
    this.secrets = secretsOf(target, settings.route?.proxy, address.extra);
    hideNearMisses(this.secrets, target);
    this.values = new Values(seed, profile);
    this.unknownName = this.values.name('unknown repository');
    this.ledger = new Ledger(runId);
    this.stability = new Stability(target.repository, settings.listedWithinMs);
    this.leakDetector = new LeakDetector(target.privateRepository, settings.canarySeed);
    const caller = (kind: Configured): Caller => ({
      kind,
      credential: credentialOf(kind, target),
      label: SHOWN[kind],
    });
    this.anonymous = caller('anonymous');
    this.member = target.token === undefined ? null : caller('member');
    this.outsider = target.outsiderToken === undefined ? null : caller('outsider');
    this.client = new Client({
      ...settings,
      clock,
      ...(transport === undefined ? {} : { transport }),
      probe: () => this.#requestOf(this.list(this.primaryCaller)),
      quotas: target.token === undefined ? {} : this.profile.quotas,
    });
  }

  /** Calls back at every answer from now on. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Ends the run. Rules without a verdict become inconclusive. */
  stop(): void {
    this.client.throttle.stop(interrupted());
  }

  /** The primary caller, who sends most requests. */
  get primaryCaller(): Caller {
    return this.member ?? this.anonymous;
  }

  get callers(): readonly Caller[] {
    return [this.member, this.outsider, this.anonymous].filter((caller) => caller !== null);
  }

  /** True if the caller of some answers has a quota. */
  hasQuota([first]: Answers): boolean {
    const standing = first?.ask.caller.credential.validity ?? 'valid';
    return standing !== 'valid' && Number.isFinite(this.client.left(standing, true));
  }

  list = (
    caller: Caller,
    query: Query = {},
    repository: RepositoryName = this.target.repository,
  ): PlannedRequest => ({
    repository,
    query,
    caller,
  });

  post = (
    caller: Caller,
    payload: Payload,
    repository: RepositoryName = this.target.writeRepository,
  ): PlannedRequest => ({
    repository,
    query: {},
    caller,
    payload,
  });

  title = (marker: string): string => `Conformance check ${marker}`;

  valid: Payload = (marker) => ({ title: this.title(marker), body: `Created by a check, ${marker}.` });

  /** Sends a request. @throws {Stopped} if the run is over */
  async send(ask: PlannedRequest, { confirming }: Pick<Sending, 'confirming'> = {}): Promise<Answer> {
    let marker = '';
    const attempts: Exchange[] = [];
    const build = (): SentRequest => {
      if (isCreation(ask)) marker = this.ledger.nextMarker();
      return this.#requestOf(ask, marker);
    };
    const exchange = await this.client.send(build, {
      as: ask.caller.credential.validity,
      confirming,
      onTransmission: (attempt) => {
        attempts.push(attempt);
        if (ask.observed === undefined) this.errors.hear(attempt, marker);
        if (isCreation(ask)) this.ledger.note(ask, attempt, marker);
      },
    });
    const answer = answerOf(ask, exchange, {
      marker,
      transmissions: attempts.length === 0 ? [exchange] : attempts,
    });
    this.#hear(answer);
    return answer;
  }

  #requestOf(
    { repository, query, caller, payload, bare = this.isBare, observed }: PlannedRequest,
    marker = '',
  ): SentRequest {
    const common = { repository, query, as: caller.credential, bare };
    const { address } = this.settings;
    if (payload === undefined) return toRequest({ ...common, ...observed?.spec }, address);
    const body = JSON.stringify(payload(marker));
    const posted = { method: 'POST', body: observed?.mangle?.(body) ?? body } as const;
    return toRequest({ ...common, ...posted, ...observed?.spec }, address);
  }

  #hear(answer: Answer): void {
    this.ledger.find(answer, this.identity);
    this.#noteLockOut(answer);
    this.isAnythingListed ||= (answer.list?.length ?? 0) > 0;
    this.leakDetector.hear(answer);
    this.recorded.record(answer, this.target);
    this.noteRecords(answer);
    for (const listener of this.#listeners) listener(answer);
  }

  /** Notes a lockout: the service refuses the plain list to a caller whom it accepted before. */
  #noteLockOut({ ask, status, unsaid, exchange: { startedAt } }: Answer): void {
    const isLetIn = ask.caller === this.primaryCaller && status > 0 && !REFUSALS.includes(status);
    if (isLetIn && this.lockedOutReason === null) this.letInAt = Math.max(this.letInAt, startedAt);
    const isPlain = keyOf(ask) === keyOf(this.list(this.primaryCaller));
    const isUsual = status === this.usualStatus || !this.isAnythingListed;
    if (isPlain && REFUSALS.includes(status) && unsaid === null && !isUsual)
      this.lockedOutReason ??= `The plain list with ${ask.caller.label} got ${status} for the first time. The service locks callers out after invalid or too many requests${this.member === null ? '' : ', or TOKEN expired'}.`;
  }

  /** Notes which records a listing holds, once they can be told apart. */
  noteRecords(answer: Answer): void {
    const { ask } = answer;
    const keys = this.keys(answer);
    const isListed = sameRepository(ask.repository, this.target.repository);
    if (isListed && (ask.query['state'] ?? 'open') === 'open') {
      const shown = this.#shown.get(ask.caller.kind) ?? new Set();
      this.#shown.set(ask.caller.kind, shown);
      for (const key of keys ?? []) shown.add(key);
    }
    this.stability.hear(answer, keys, this.ledger.keysIn(ask.repository), this.ledger.lastWriteAt);
  }

  /** Returns the keys of a listing; `null` if it is not a list, or its records cannot be told apart. */
  keys = (answer: Answer | undefined): Keys | null => {
    if (answer?.list == null) return null;
    if (answer.list.length === 0) return [];
    const { identity } = this;
    if (identity === null) return null;
    const known = this.#keys.get(answer);
    if (known !== undefined) return known;
    const named = answer.list.map(identity).filter((key) => key !== null);
    const keys = named.length === answer.list.length ? named : null;
    this.#keys.set(answer, keys);
    return keys;
  };

  /** Returns the keys of all records in some answers. */
  keysIn = (answers: Answers): ReadonlySet<string> =>
    new Set(answers.flatMap((answer) => this.keys(answer) ?? []));

  distinct = (answers: Answers): number => this.keysIn(answers).size;

  /** Returns the open issues that a caller ever saw. */
  shownTo = ({ kind }: Caller): readonly string[] => [...(this.#shown.get(kind) ?? [])];

  /** Returns the number of open issues that a caller ever saw; without a caller, the maximum of all callers. */
  seenCount = (caller?: Caller): number =>
    caller === undefined
      ? Math.max(0, ...[...this.#shown.values()].map(({ size }) => size))
      : this.shownTo(caller).length;

  /** True if lists at a time may lack the last creation. */
  isWithinLag = (at: number): boolean => at - this.ledger.lastWriteAt < this.settings.listedWithinMs;

  /** Waits until lag explains neither a missing creation nor a cached first attempt. @throws {Stopped} */
  async untilListed(): Promise<void> {
    const since = Math.max(this.ledger.lastWriteAt, this.attemptedAt);
    const left = since + this.settings.listedWithinMs - this.clock.now();
    if (left > 0) await this.client.throttle.wait(left);
  }
}
