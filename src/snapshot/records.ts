import * as z from 'zod';
import { jsonType } from '../client/json.ts';
import { copyOfStart } from '../client/long-body.ts';
import { Shared } from '../client/shared.ts';
import { type Identity, keyOf } from './identity.ts';
import { isKeptOnce, keptOnce } from './kept-once.ts';

const recordSchema = z.record(z.string(), z.unknown());
const checked = new WeakMap<object, boolean>();

/** True if a value is an issue record, which is any JSON object (section 2). The result is cached. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return false;
  const known = checked.get(value) ?? recordSchema.safeParse(value).success;
  checked.set(value, known);
  return known;
}

/** Data that is needed again was released. The rule that needs it is undecided. */
export class LetGo extends Error {
  override readonly name = 'LetGo';

  constructor() {
    super(
      'The responses were too large to be kept until they were needed; use a repository with fewer or smaller issues, then run again.',
    );
  }
}

/** An element of a list that is not a record. */
export interface Odd {
  /** Counted from 0. */
  readonly place: number;
  readonly type: string;
}

/** Records of an answer used to determine the identity; a page has a hundred. */
const SAMPLE_SIZE = 500;

/** Cached results for one identity: keys of shared records, and shared lists of keys. */
interface Found {
  readonly byRecord: WeakMap<object, string>;
  readonly sequences: Shared<readonly string[]>;
}

const known = new WeakMap<Identity, Found>();

/** Approximate bytes of a string besides its characters. */
const STRING_BYTES = 24;

/** Maximum number of non-objects kept as text, and UTF-16 units of each. */
const MAX_ODDS = 100;
const MAX_ODD_LENGTH = 2000;

function oddsIn(values: readonly unknown[]): readonly string[] {
  const all = values.filter((value) => !isRecord(value));
  const texts = all.slice(0, MAX_ODDS).map((value) => JSON.stringify(value));
  const isTooMuch = all.length > MAX_ODDS || texts.some((text) => text.length > MAX_ODD_LENGTH);
  return isTooMuch ? [...texts.map((text) => copyOfStart(text, MAX_ODD_LENGTH)), '…'] : texts;
}

/** The records of one answer. The number stays known; the records and keys may be released. */
export class Records {
  readonly length: number;
  /** The first element that is not a JSON object. */
  readonly odd: Odd | null;
  /**
   * All such elements as JSON. If they are too many or too long, they are truncated. The last entry is then
   * `…`, which is not JSON.
   */
  readonly odds: readonly string[];
  #all: readonly unknown[] | null;
  #bytes: number;
  #keys: { readonly identity: Identity; readonly keys: readonly string[]; readonly bytes: number } | null =
    null;

  constructor(values: readonly unknown[]) {
    const kept = keptOnce(values);
    // Records that are already kept were checked before.
    const place = kept.records.findIndex((value) => !isRecord(value));
    this.length = values.length;
    this.odd = place === -1 ? null : { place, type: jsonType(values[place]) };
    this.odds = place === -1 ? [] : oddsIn(values);
    this.#all = kept.records;
    this.#bytes = kept.bytes;
  }

  /** All elements in order. @throws {LetGo} if they were released */
  get all(): readonly unknown[] {
    if (this.#all === null) throw new LetGo();
    return this.#all;
  }

  /** The first elements, by which the identity is determined. @throws {LetGo} if they were released */
  get sample(): readonly unknown[] {
    return this.all.slice(0, SAMPLE_SIZE);
  }

  /** True until the records are released. */
  get areKept(): boolean {
    return this.#all !== null;
  }

  /** Approximate bytes kept for this answer alone. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Approximate bytes of the kept keys. */
  get bytesOfKeys(): number {
    return this.#keys?.bytes ?? 0;
  }

  hasKeysBy(identity: Identity): boolean {
    return this.#keys?.identity === identity;
  }

  /** Returns the keys of the elements under an identity. @throws {LetGo} if the records were released */
  keysBy(identity: Identity): readonly string[] {
    if (this.#keys?.identity !== identity) this.#keys = { identity, ...keysOf(this.all, identity) };
    return this.#keys.keys;
  }

  /** Releases the records. Keys and other findings stay. */
  letGo(): void {
    this.#all = null;
    this.#bytes = 0;
  }

  letGoOfKeys(): void {
    this.#keys = null;
  }
}

/** Keys of an answer, and the bytes kept for it alone. */
interface Keys {
  readonly keys: readonly string[];
  readonly bytes: number;
}

/** Number of records from which equal lists of keys are shared. */
const MIN_SHARED_RECORDS = 1000;
/** Bytes of keys above which the comparison would take too long. */
const MAX_SHARED_KEY_BYTES = 4 * 1024 * 1024;

function keysOf(records: readonly unknown[], identity: Identity): Keys {
  const { byRecord, sequences } = known.get(identity) ?? { byRecord: new WeakMap(), sequences: new Shared() };
  known.set(identity, { byRecord, sequences });
  let bytes = 8 * records.length;
  const keys = records.map((record) => {
    const isOnce = isKeptOnce(record);
    const earlier = isOnce ? byRecord.get(record) : undefined;
    if (earlier !== undefined) return earlier;
    const key = keyOf(record, identity);
    bytes += key.length + STRING_BYTES;
    if (isOnce) byRecord.set(record, key);
    return key;
  });
  if (keys.length < MIN_SHARED_RECORDS || bytes > MAX_SHARED_KEY_BYTES) return { keys, bytes };
  const { value, isNew } = sequences.share(JSON.stringify(keys), keys);
  return { keys: value, bytes: isNew ? bytes : 0 };
}
