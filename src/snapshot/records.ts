import * as z from 'zod';
import { jsonType } from '../client/json.ts';
import { beginningOf } from '../client/long-body.ts';
import { Shared } from '../client/shared.ts';
import { type Identity, keyOf } from './identity.ts';
import { isKeptOnce, keptOnce } from './kept-once.ts';

const recordSchema = z.record(z.string(), z.unknown());
const checked = new WeakMap<object, boolean>();

/** Whether something is an issue record: an object, no field of which is documented (section 2). Each is checked once. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return false;
  const known = checked.get(value) ?? recordSchema.safeParse(value).success;
  checked.set(value, known);
  return known;
}

/** Of what is needed again nothing is there any more: the rule that needs it is undecided. */
export class LetGo extends Error {
  override readonly name = 'LetGo';

  constructor() {
    super(
      'The responses were too large to be kept until they were needed; use a repository with fewer or smaller issues, then run again.',
    );
  }
}

/** Something among the records of an answer that is none. */
export interface Odd {
  /** Counted from 0. */
  readonly place: number;
  /** Its JSON type. */
  readonly type: string;
}

/** Records of an answer that are looked at to see how issues are told apart; a page has a hundred. */
const SAMPLE = 500;

/** What was found out by one identity: the keys of records that are kept once, and whole lists of keys. */
interface Found {
  readonly byRecord: WeakMap<object, string>;
  readonly sequences: Shared<readonly string[]>;
}

const known = new WeakMap<Identity, Found>();

/** Memory of a string beside its characters. */
const OF_A_STRING = 24;

/** Elements that are no object which are kept as texts, and so much of each. */
const ODDS = 100;
const LONGEST_ODD = 2000;

function oddsIn(values: readonly unknown[]): readonly string[] {
  const all = values.filter((value) => !isRecord(value));
  const texts = all.slice(0, ODDS).map((value) => JSON.stringify(value));
  const isTooMuch = all.length > ODDS || texts.some((text) => text.length > LONGEST_ODD);
  return isTooMuch ? [...texts.map((text) => beginningOf(text, LONGEST_ODD)), '…'] : texts;
}

/** The records of one answer. How many there are is known for good; they themselves, and their keys, until they are let go. */
export class Records {
  readonly length: number;
  /** The first that is no JSON object. */
  readonly odd: Odd | null;
  /** All that are none, as JSON; of many, the first, and then nothing that is JSON. */
  readonly odds: readonly string[];
  #all: readonly unknown[] | null;
  #bytes: number;
  #keys: { readonly identity: Identity; readonly keys: readonly string[]; readonly bytes: number } | null =
    null;

  constructor(values: readonly unknown[]) {
    const kept = keptOnce(values);
    // Records that are kept already are not checked again.
    const place = kept.records.findIndex((value) => !isRecord(value));
    this.length = values.length;
    this.odd = place === -1 ? null : { place, type: jsonType(values[place]) };
    this.odds = place === -1 ? [] : oddsIn(values);
    this.#all = kept.records;
    this.#bytes = kept.bytes;
  }

  /** The records in their order, and what stands among them. @throws {LetGo} */
  get all(): readonly unknown[] {
    if (this.#all === null) throw new LetGo();
    return this.#all;
  }

  /** The first of them, which show how issues are told apart. @throws {LetGo} */
  get sample(): readonly unknown[] {
    return this.all.slice(0, SAMPLE);
  }

  /** Whether they are there. */
  get areKept(): boolean {
    return this.#all !== null;
  }

  /** Bytes, more or less, of those that are kept for this answer alone. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes, more or less, of the keys that are kept. */
  get bytesOfKeys(): number {
    return this.#keys?.bytes ?? 0;
  }

  hasKeysBy(identity: Identity): boolean {
    return this.#keys?.identity === identity;
  }

  /** Texts that are the same for the same issue. @throws {LetGo} */
  keysBy(identity: Identity): readonly string[] {
    if (this.#keys?.identity !== identity) this.#keys = { identity, ...keysOf(this.all, identity) };
    return this.#keys.keys;
  }

  /** Forgets the records. What was found out about them stays. */
  letGo(): void {
    this.#all = null;
    this.#bytes = 0;
  }

  letGoOfKeys(): void {
    this.#keys = null;
  }
}

/** Keys of an answer, and how many bytes of them are kept for it alone. */
interface Keys {
  readonly keys: readonly string[];
  readonly bytes: number;
}

/** Of so many records, those that are the same in the same order are one as well. */
const MANY = 1000;
/** Bytes of keys beyond which it takes too long to see that. */
const MOST_SHARED = 4 * 1024 * 1024;

function keysOf(records: readonly unknown[], identity: Identity): Keys {
  const { byRecord, sequences } = known.get(identity) ?? { byRecord: new WeakMap(), sequences: new Shared() };
  known.set(identity, { byRecord, sequences });
  let bytes = 8 * records.length;
  const keys = records.map((record) => {
    const isOnce = isKeptOnce(record);
    const earlier = isOnce ? byRecord.get(record) : undefined;
    if (earlier !== undefined) return earlier;
    const key = keyOf(record, identity);
    bytes += key.length + OF_A_STRING;
    if (isOnce) byRecord.set(record, key);
    return key;
  });
  if (keys.length < MANY || bytes > MOST_SHARED) return { keys, bytes };
  const { value, isNew } = sequences.share(JSON.stringify(keys), keys);
  return { keys: value, bytes: isNew ? bytes : 0 };
}
