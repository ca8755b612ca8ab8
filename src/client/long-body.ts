import { Shared } from './shared.ts';

/** Bytes up to which a body is kept with its answer; of a longer body only the beginning is. */
const SHORT_BODY = 4096;
/** Maximum bytes of unread long bodies in total. The newest one always stays. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** A body too long to be kept with its answer. It is available until it was read. */
export class LongBody {
  /** Bytes of the whole body, or of the part that arrived. */
  readonly length: number;
  readonly beginning: string;
  /** Valid elements counted in the beginning of an oversized body; `null` if the body was read whole. */
  readonly elements: number | null;
  #bytes: Buffer | null = null;
  #text: string | null = null;

  /** @param beginning stored once for equal bodies */
  constructor(length: number, beginning: string, elements: number | null = null) {
    this.length = length;
    this.beginning = beginning;
    this.elements = elements;
  }

  /** The whole text; `null` once released. */
  get text(): string | null {
    // The text is cached, because equal bodies arrive many times.
    this.#text ??= this.#bytes?.toString('utf8') ?? null;
    return this.#text;
  }

  /** True while the body can be read. */
  get isThere(): boolean {
    return this.#bytes !== null;
  }

  /** Restores the bytes when another answer brings the same body. */
  bring(bytes: Buffer): void {
    this.#bytes = bytes;
  }

  /** Releases the body after it was read. */
  letGo(): void {
    this.#bytes = null;
    this.#text = null;
  }
}

/** Returns the beginning of a body as text, without a partial character at its end. */
const beginningOfBytes = (bytes: Buffer): string =>
  bytes.toString('utf8', 0, SHORT_BODY).replace(/\ufffd$/, '');

/** The part of a body that an answer keeps. */
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
  const long = new LongBody(bytes.length, beginningOfBytes(bytes), elements);
  return { body: long.beginning, long };
}

/** Long bodies of a run. Equal ones share one object, and only a few stay in memory unread. */
export class LongBodies {
  readonly #bodies = new Shared<LongBody>();
  #waiting: LongBody[] = [];

  /** Returns the part of a body that its answer keeps. */
  keep(bytes: Buffer): KeptBody {
    if (bytes.length <= SHORT_BODY) return { body: bytes.toString('utf8') };
    const { value: long } = this.#bodies.share(bytes, new LongBody(bytes.length, beginningOfBytes(bytes)));
    long.bring(bytes);
    this.#queue(long);
    return { body: long.beginning, long };
  }

  /** Releases the oldest unread bodies if they exceed {@link MAX_UNREAD_BYTES}. */
  #queue(newest: LongBody): void {
    let room = MAX_UNREAD_BYTES - newest.length;
    const kept = this.#waiting
      .filter((one) => one !== newest && one.isThere)
      .toReversed()
      .filter((one) => {
        room -= one.length;
        if (room < 0) one.letGo();
        return room >= 0;
      });
    this.#waiting = [...kept.toReversed(), newest];
  }
}
