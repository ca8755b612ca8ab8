import { hash } from 'node:crypto';
import { type Exchange, endOf, isRefusal, isSuccess, overlap } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { type RepositoryName, sameRepository } from '../client/request.ts';
import { isObject, strings } from '../listings/records.ts';
import type { RecordPlace, ShownRecord } from '../model/finding.ts';
import type { Answer, PlannedRequest } from '../model/planned-request.ts';
import { MarkedRecords } from './marked-records.ts';

/** The name of an issue whose record has none. */
const NAMELESS = 'a record without a name';
/** True if the key is a stable id. A key made of a whole record changes with its neighbours. */
export const isName = (key: string): boolean => key !== NAMELESS && !key.startsWith('{');

/** A creation that was sent, and the records that show its issue. */
export interface Creation {
  readonly ask: PlannedRequest;
  readonly exchange: Exchange;
  readonly marker: string;
  /** The texts that were sent with the marker, that of the title first. */
  readonly texts: readonly string[];
  /** True if the title holds the marker, so that the issue can be found wherever titles are shown. */
  readonly isTitled: boolean;
  /** True if the body of a valid title holds the marker. */
  readonly isBodied: boolean;
  /** True if title and body have the documented types. */
  readonly isValid: boolean;
  /** Keys of the records of this creation. */
  readonly places: Set<string>;
  /** The key of the record in its answer, which need not be listed. */
  readonly answered: string | null;
  /** The first record of a creation that was refused, or that another caller than the member sent. */
  shown: ShownRecord | null;
  /** True once a listing held its marker anywhere. */
  isMentioned: boolean;
  /** Milliseconds of a search in vain; 0 if it was found in time. */
  overdueMs: number;
  /** True if a listing in the default order showed it first after a search in vain. */
  isLate: boolean;
}

export const isAccepted = ({ exchange }: { readonly exchange: Exchange }): boolean => isSuccess(exchange);
export const isRefused = ({ exchange }: { readonly exchange: Exchange }): boolean => isRefusal(exchange);

/** True if no listing showed an accepted creation. */
const isUnseen = (creation: Creation): boolean =>
  isAccepted(creation) && creation.places.size === 0 && !creation.isMentioned;

/** True if no listing showed an accepted creation with a marker in its title. */
export const isLost = (creation: Creation): boolean => creation.isTitled && isUnseen(creation);

/** Returns the value of a JSON text; `null` if it is none. */
function valueIn(body: string | null | undefined): unknown {
  const reading = readJson(body ?? '');
  return reading.kind === 'json' ? reading.value : null;
}

/** All creations that the run sent. */
export class Ledger {
  /** Creations in the order of their answers. */
  readonly creations: Creation[] = [];
  lastWriteAt = -Infinity;
  /** Time of the last creation that was not refused. */
  lastStoredAt = -Infinity;
  readonly #records: MarkedRecords;
  readonly #runId: string;
  readonly #identity: (record: unknown) => string | null;
  readonly #made = new Map<string, number>();

  /** @param identity returns the key of a record, if it has one */
  constructor(runId: string, identity: (record: unknown) => string | null | undefined) {
    this.#runId = runId;
    this.#records = new MarkedRecords(runId, this.creations);
    this.#identity = (record) => identity(record) ?? null;
  }

  #nameOf = (record: unknown): string => this.#identity(record) ?? NAMELESS;

  /**
   * Returns a marker that was not sent yet. It follows from what is sent and how often, so that other requests of another
   * version change no payload. All markers have one length, so that none contains another.
   */
  nextMarker(sent: string): string {
    const name = hash('sha256', sent).slice(0, 8);
    const times = (this.#made.get(name) ?? 0) + 1;
    this.#made.set(name, times);
    return `ic-${this.#runId}-${name}${times.toString(36).padStart(3, '0')}`;
  }

  note(ask: PlannedRequest, exchange: Exchange, marker: string): void {
    if (exchange.fault?.kind === 'not-sent' || exchange.fault?.kind === 'not-recorded') return;
    const sent = valueIn(exchange.request.body) ?? exchange.request.body;
    const payload = isObject(sent) ? { title: undefined, ...sent } : sent;
    const { title, body } = isObject(payload) ? payload : {};
    const isMarked = (field: unknown): boolean => JSON.stringify(field ?? null).includes(marker);
    this.creations.push({
      ask,
      exchange,
      marker,
      texts: strings(payload).flatMap(({ text }) => (text.includes(marker) ? [text] : [])),
      isTitled: isMarked(title),
      isBodied: isMarked(body) && typeof title === 'string',
      isValid: typeof title === 'string' && ['string', 'undefined'].includes(typeof (body ?? undefined)),
      places: new Set(),
      answered: isSuccess(exchange) ? this.#identity(valueIn(exchange.response?.body)) : null,
      shown: null,
      isMentioned: false,
      overdueMs: 0,
      isLate: false,
    });
    this.lastWriteAt = Math.max(this.lastWriteAt, endOf(exchange));
    if (!isRefusal(exchange)) this.lastStoredAt = this.lastWriteAt;
  }

  find(answer: Answer): void {
    const mentioned = this.#records.markersIn(answer.list ?? []);
    if (mentioned.size === 0) return;
    // An accepted issue is to be listed in its own repository; that of a refused creation, nowhere.
    const isDue = (one: Creation): boolean => isAccepted(one) && one.ask.caller.kind === 'member';
    const isOther = (creation: Creation): boolean =>
      isDue(creation) && !sameRepository(creation.ask.repository, answer.ask.repository);
    for (const creation of this.creations)
      creation.isMentioned ||= mentioned.has(creation.marker) && !isOther(creation);
    for (const [creation, matches] of this.#records.of([answer])) {
      if (isOther(creation)) continue;
      const isFirst = creation.places.size === 0 && answer.ask.query['sort'] === undefined;
      creation.isLate ||= isFirst && creation.overdueMs > 0;
      for (const { at } of matches) creation.places.add(this.#nameOf(answer.list?.[at]));
      if (!isDue(creation)) creation.shown ??= this.recordsOf([answer], creation)[0] ?? null;
    }
  }

  /** Returns the number of records of a creation in some answers: the most of one answer, or the most different keys of one state. */
  copies(answers: readonly Answer[], creation: Creation): number {
    const counts = [...new Set(answers.map(({ ask }) => ask.query['state']))].map((state) => {
      const records = this.recordsOf(
        answers.filter(({ ask }) => ask.query['state'] === state),
        creation,
      );
      const places = records.flatMap((record) => record.places);
      const inOne = answers.map(({ exchange }) => places.filter((one) => one.exchange === exchange).length);
      return Math.max(...inOne, records.filter(({ name }) => name !== null && isName(name)).length);
    });
    return Math.max(0, ...counts);
  }

  /** Returns the records of a creation in some answers, each with its places. */
  recordsOf(answers: readonly Answer[], creation: Creation): readonly ShownRecord[] {
    const found = new Map<string, RecordPlace[]>();
    for (const { answer, at } of this.#records.of(new Set(answers)).get(creation) ?? []) {
      const name = this.#nameOf(answer.list?.[at]);
      found.set(name, [...(found.get(name) ?? []), { exchange: answer.exchange, at }]);
    }
    return [...found].map(([name, places]) => ({ name, places, differs: true }));
  }

  of = ({ marker }: Answer): Creation | undefined =>
    this.creations.find((creation) => creation.marker === marker);

  /** Returns the creations of the member in a repository. */
  byMember = (repository: RepositoryName): readonly Creation[] =>
    this.creations.filter(
      ({ ask }) => ask.caller.kind === 'member' && sameRepository(ask.repository, repository),
    );

  accepted = (repository: RepositoryName): readonly Creation[] =>
    this.byMember(repository).filter(isAccepted);

  /** True if the service accepted a creation of the member in a repository. */
  mayCreate = (repository: RepositoryName): boolean => this.accepted(repository).length > 0;

  /** Returns the accepted creations of anybody in a repository. */
  acceptedOfAnybody = (repository: RepositoryName): readonly Creation[] =>
    this.creations.filter((one) => isAccepted(one) && sameRepository(one.ask.repository, repository));

  isAlone = (one: Creation): boolean =>
    this.creations.every((other) => other === one || !overlap(one.exchange, other.exchange));

  /** Returns the accepted creations of a repository that were not concurrent with others. */
  acceptedAlone = (repository: RepositoryName): readonly Creation[] =>
    this.accepted(repository).filter(this.isAlone);

  /** Returns those of {@link acceptedAlone} that listings would show by their texts. Invalid ones need not be listed. */
  findableAlone = (repository: RepositoryName): readonly Creation[] => {
    const { shown } = this.#records;
    return this.acceptedAlone(repository).filter(
      ({ isValid, isTitled, isBodied }) =>
        isValid && (isTitled ? isBodied || shown.has('title') : isBodied && shown.has('body')),
    );
  };

  /** Returns those of {@link findableAlone} that no listing showed. */
  lostAlone = (repository: RepositoryName): readonly Creation[] =>
    this.findableAlone(repository).filter(isUnseen);

  /** Returns the accepted creations of a repository that were not listed in time. */
  listedLate = (repository: RepositoryName): readonly Creation[] =>
    this.accepted(repository).filter((one) => one.overdueMs > 0 && !isUnseen(one));

  /** Returns the keys of the listed issues that this run created in a repository. */
  keysIn = (repository: RepositoryName): ReadonlySet<string> =>
    this.#keysOf(repository, ({ places }) => [...places]);

  /** Returns the keys of the records that answers to creations in a repository hold. */
  answeredIn = (repository: RepositoryName): ReadonlySet<string> =>
    this.#keysOf(repository, ({ answered }) => (answered === null ? [] : [answered]));

  #keysOf = (repository: RepositoryName, keys: (creation: Creation) => readonly string[]) =>
    new Set(
      this.creations.flatMap((one) => (sameRepository(one.ask.repository, repository) ? keys(one) : [])),
    );
}
