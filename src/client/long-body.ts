import { hash } from 'node:crypto';
import { type JsonReading, readJson } from './json.ts';

/** Bytes up to which a body is kept with its answer; of a longer body only the beginning is. */
const SHORT_BODY = 4096;
/** Bytes up to which the text of a longer body that is no list is kept. */
const MOST_TEXT = 64 * 1024;

/** Characters up to which a text within a list is kept. */
const MOST_OF_TEXT = 8192;

/** Shortens long texts within a value, in place: a digest stands for the rest, so that equal ones stay equal. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MOST_OF_TEXT)
    // A part of a text would keep the whole text in memory.
    return `${Buffer.from(value.slice(0, MOST_OF_TEXT)).toString()}… ${hash('sha256', value)}`;
  if (Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype)
    for (const [key, item] of Object.entries(value as Record<string, unknown>)) {
      const short = shorten(item);
      if (short !== item) (value as Record<string, unknown>)[key] = short;
    }
  return value;
}

/** What is kept of a body that is too long to be kept with its answer. It is read once, on arrival. */
export interface LongBody {
  /** Bytes of the whole body, or of the part that arrived. */
  readonly length: number;
  readonly beginning: string;
  /** Valid elements counted in the beginning of an oversized body; `null` if the body was read whole. */
  readonly elements: number | null;
  /** The whole body as JSON, with long texts shortened; of a value that is no list, only that it is one. */
  readonly json: JsonReading | null;
  /** The whole text; `null` of a list, and of a text that is too long. */
  readonly text: string | null;
}

/** Returns the beginning of a body as text, without a partial character at its end. */
const beginningOfBytes = (bytes: Buffer): string =>
  bytes.toString('utf8', 0, SHORT_BODY).replace(/\ufffd$/, '');

export interface KeptBody {
  readonly body: string;
  readonly long?: LongBody;
}

/**
 * Keeps the beginning of an oversized JSON array.
 * @param bytes the bytes that were read
 * @param elements the valid elements among them
 */
export function cutBody(bytes: Buffer, elements: number): KeptBody {
  const beginning = beginningOfBytes(bytes);
  return { body: beginning, long: { length: bytes.length, beginning, elements, json: null, text: null } };
}

function longBodyOf(bytes: Buffer): LongBody {
  const text = bytes.toString('utf8');
  const json = readJson(text);
  if (json.kind === 'json') shorten(json.value);
  const isList = json.kind === 'json' && Array.isArray(json.value);
  return {
    length: bytes.length,
    beginning: beginningOfBytes(bytes),
    elements: null,
    json: json.kind === 'json' && !isList ? { kind: 'json', value: null } : json,
    text: isList || bytes.length > MOST_TEXT ? null : text,
  };
}

/** Shares equal objects while somebody uses them. It holds weak references only. */
class Shared<T extends object> {
  readonly #known = new Map<string, WeakRef<T>>();
  #sweepAt = 1024;

  /** Returns the shared object for a content, made if it is new. @param content identifies equal objects */
  shareOf(content: Buffer, make: () => T): T {
    const name = hash('sha256', content, 'base64');
    const known = this.#known.get(name)?.deref();
    if (known !== undefined) return known;
    this.#sweep();
    const made = make();
    this.#known.set(name, new WeakRef(made));
    return made;
  }

  #sweep(): void {
    if (this.#known.size < this.#sweepAt) return;
    for (const [name, kept] of this.#known) if (kept.deref() === undefined) this.#known.delete(name);
    this.#sweepAt = 2 * this.#known.size + 1024;
  }
}

/** Long bodies of a run. Equal ones share one object, and are read once. */
export class LongBodies {
  readonly #bodies = new Shared<LongBody>();

  /** Returns the part of a body that its answer keeps. */
  keep(bytes: Buffer): KeptBody {
    if (bytes.length <= SHORT_BODY) return { body: bytes.toString('utf8') };
    const long = this.#bodies.shareOf(bytes, () => longBodyOf(bytes));
    return { body: long.beginning, long };
  }
}
