import { Client } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import type { Exchange, SentRequest } from '../client/exchange.ts';
import type { Playback } from '../client/playback.ts';
import { openRecorder } from '../client/recorder.ts';
import type { RepositoryName, TargetAccess } from '../client/request.ts';
import { bearer, CALLER_LABELS, toRequest } from '../client/request.ts';
import type { Secrets } from '../client/secrets.ts';
import { secretsOfRun } from '../generate/tokens.ts';
import { Values } from '../generate/values.ts';
import type { Keys } from '../listings/compare.ts';
import { Stability } from '../listings/stability.ts';
import type { Answer, Answers, Caller, Payload, PlannedRequest, Query } from '../model/planned-request.ts';
import { isCreation } from '../model/planned-request.ts';
import { PROFILES } from '../model/profile.ts';
import { answerOf } from './answer.ts';
import { Lag } from './lag.ts';
import { LeakDetector } from './leak-detector.ts';
import { Ledger } from './ledger.ts';
import { ListedIssues } from './listed-issues.ts';
import { Lockout } from './lockout.ts';
import { BEFORE_PREFLIGHT, type Preflight } from './preflight.ts';
import { Recorded } from './recorded.ts';
import type { RunDependencies, RunSettings } from './run-settings.ts';
import { ServerErrors } from './server-errors.ts';

/** The state of one run, which sends its requests. It excuses answers and shows if data suffice, but finds no violation. */
export class RunContext {
  readonly settings: RunSettings;
  readonly target: TargetAccess;
  readonly profile: (typeof PROFILES)[RunSettings['profile']];
  readonly client: Client;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly recorder: ReturnType<typeof openRecorder> | undefined;
  readonly playback: Playback | undefined;
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
  readonly lockout: Lockout;
  readonly lag = new Lag(this);
  readonly listed: ListedIssues;
  #preflight = BEFORE_PREFLIGHT;
  #isBare = false;
  /** Creations in flight. */
  #creating = 0;
  readonly #listeners: ((answer: Answer) => void)[] = [];
  readonly #keys = new WeakMap<Answer, Keys | null>();

  constructor(settings: RunSettings, { transport, playback, signal, ...given }: RunDependencies = {}) {
    const { target, seed, profile, runId, recording } = settings;
    const { clock = playback?.clock ?? systemClock } = given;
    this.settings = settings;
    this.target = target;
    this.profile = PROFILES[profile];
    this.clock = clock;
    this.secrets = secretsOfRun(settings);
    this.recorder = recording && openRecorder(recording, this.secrets, clock);
    this.playback = playback;
    this.values = new Values(seed, profile);
    this.unknownName = this.values.name('unknown repository');
    this.ledger = new Ledger(runId, (record) => this.#preflight.identity?.(record));
    this.stability = new Stability(target.repository, settings.listedWithinMs);
    this.leakDetector = new LeakDetector(target.privateRepository, settings.canarySeed);
    const holderOf = (token: string | undefined, kind: 'member' | 'outsider'): Caller | null =>
      token === undefined ? null : { kind, credential: bearer(token), label: CALLER_LABELS[kind] };
    this.anonymous = { kind: 'anonymous', credential: { validity: 'none' }, label: CALLER_LABELS.anonymous };
    this.member = holderOf(target.token, 'member');
    this.outsider = holderOf(target.outsiderToken, 'outsider');
    this.listed = new ListedIssues(target.repository);
    this.lockout = new Lockout(this.list(this.primaryCaller));
    this.client = new Client({
      ...settings,
      clock,
      recorder: this.recorder,
      playback,
      signal,
      ...(transport === undefined ? {} : { transport }),
      probe: () => this.#requestOf(this.list(this.primaryCaller)),
      quotas: target.token === undefined ? {} : this.profile.quotas,
    });
  }

  /** True if requests go without the recommended headers, because the service lists nothing with them. */
  get isBare(): boolean {
    return this.#isBare;
  }

  omitHeaders(): void {
    this.#isBare = true;
  }

  get preflight(): Preflight {
    return this.#preflight;
  }

  /** Ends the preflight. @param listings those that were read before records could be told apart */
  endPreflight(found: Preflight, listings: Answers): void {
    this.#preflight = Object.freeze(found);
    for (const answer of listings) this.#noteRecords(answer);
  }

  /** Private records that callers without access were shown. */
  get leaks(): ReturnType<LeakDetector['leaks']> {
    return this.leakDetector.leaks(this.preflight.mayReadPrivate);
  }

  listen(listener: (answer: Answer) => void): void {
    this.#listeners.push(listener);
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
  ): PlannedRequest => ({ repository, query, caller });

  post = (
    caller: Caller,
    payload: Payload,
    repository: RepositoryName = this.target.writeRepository,
  ): PlannedRequest => ({ repository, query: {}, caller, payload });

  title = (marker: string): string => `Conformance check ${marker}`;

  valid: Payload = (marker) => ({ title: this.title(marker), body: `Created by a check, ${marker}.` });

  /** Sends a request. @throws {Stopped} if the run is over */
  async send(ask: PlannedRequest, { confirming = false } = {}): Promise<Answer> {
    let marker = '';
    const attempts: Exchange[] = [];
    const build = (): SentRequest => {
      // The caller by its label, because a recording has no credential.
      if (ask.payload !== undefined)
        marker = this.ledger.nextMarker(JSON.stringify([ask.repository, ask.caller.label, ask.payload('')]));
      return this.#requestOf(ask, marker);
    };
    const isPosted = isCreation(ask);
    if (isPosted) this.#creating += 1;
    const sending = this.client.send(build, {
      as: (ask.observed?.spec?.as ?? ask.caller.credential).validity,
      confirming,
      onTransmission: (attempt) => {
        attempts.push(attempt);
        if (ask.observed === undefined) this.errors.hear(attempt, marker);
        if (isPosted) this.ledger.note(ask, attempt, marker);
      },
    });
    const exchange = await sending.finally(() => {
      if (isPosted) this.#creating -= 1;
    });
    const transmissions = attempts.length === 0 ? [exchange] : attempts;
    const answer = answerOf(ask, exchange, { marker, transmissions });
    this.#hear(answer);
    return answer;
  }

  /** Sends a request that confirms a finding. A part of each quota is reserved for that. @throws {Stopped} if the run is over */
  sendToConfirm = (ask: PlannedRequest): Promise<Answer> => this.send(ask, { confirming: true });

  #requestOf(
    { repository, query, caller, payload, bare = this.#isBare, observed }: PlannedRequest,
    marker = '',
  ): SentRequest {
    const body = payload && JSON.stringify(payload(marker));
    const posted = body && ({ method: 'POST', body: observed?.mangle?.(body) ?? body } as const);
    const spec = { repository, query, as: caller.credential, bare, ...posted, ...observed?.spec };
    return toRequest(spec, this.settings.address);
  }

  #hear(answer: Answer): void {
    this.ledger.find(answer);
    const usual = this.#preflight === BEFORE_PREFLIGHT ? null : this.#preflight.usualStatus;
    this.lockout.hear(answer, usual, this.listed.isAnythingListed);
    this.lag.hear(answer);
    this.leakDetector.hear(answer);
    this.recorded.record(answer, this.target);
    this.#noteRecords(answer);
    for (const listener of this.#listeners) listener(answer);
  }

  /** Notes which records a listing holds, once they can be told apart. */
  #noteRecords(answer: Answer): void {
    const keys = this.keys(answer);
    this.listed.note(answer, keys, this.ledger.creations.length === 0);
    const { repository } = answer.ask;
    const [created, answered] = [this.ledger.keysIn(repository), this.ledger.answeredIn(repository)];
    const { lastWriteAt } = this.ledger;
    this.stability.hear(answer, keys, { created, answered, lastWriteAt, isCreating: this.#creating > 0 });
  }

  /** Returns the keys of a listing; `null` if it is not a list, or its records cannot be told apart. */
  keys = (answer: Answer | undefined): Keys | null => {
    if (answer?.list == null) return null;
    if (answer.list.length === 0) return [];
    const { identity } = this.preflight;
    if (identity === null) return null;
    const known = this.#keys.get(answer);
    if (known !== undefined) return known;
    const named = answer.list.map(identity).filter((key) => key !== null);
    const keys = named.length === answer.list.length ? named : null;
    this.#keys.set(answer, keys);
    return keys;
  };

  keysIn = (answers: Answers): ReadonlySet<string> =>
    new Set(answers.flatMap((answer) => this.keys(answer) ?? []));
}
