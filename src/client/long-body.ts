import { Shared } from './shared.ts';

/** Bytes of a body that is a part of its answer; of a longer one the answer has the beginning. */
export const SHORT_BODY = 4096;
/** Bytes of long bodies that wait to be read, together; the newest one always waits. */
const MOST_WAITING = 8 * 1024 * 1024;

/** A body that is too long to be kept with every answer: it is there until it was read. */
export class LongBody {
  /** Bytes of the whole body, or of as much as came. */
  readonly length: number;
  /** The first characters, as text. */
  readonly beginning: string;
  /** If more came than is read: the sound elements that were counted in its beginning. Nothing else is known of it. */
  readonly elements: number | null;
  #bytes: Buffer | null = null;
  #text: string | null = null;

  /** @param beginning kept once, however often it comes */
  constructor(length: number, beginning: string, elements: number | null = null) {
    this.length = length;
    this.beginning = beginning;
    this.elements = elements;
  }

  /** The whole text; `null` once it was let go. */
  get text(): string | null {
    // Many bodies come again and again, and are read once.
    this.#text ??= this.#bytes?.toString('utf8') ?? null;
    return this.#text;
  }

  /** True while it can be read. */
  get isThere(): boolean {
    return this.#bytes !== null;
  }

  /** Gives it its bytes, which another answer brought once more. */
  bring(bytes: Buffer): void {
    this.#bytes = bytes;
  }

  /** Forgets the body: whoever needed it has read it. */
  letGo(): void {
    this.#bytes = null;
    this.#text = null;
  }
}

/** The first UTF-16 units of a text, so many at most, as a text of its own: a mere slice would keep the whole of it. */
export function beginningOf(text: string, most: number): string {
  return Buffer.from(text.slice(0, most).replace(/[\ud800-\udbff]$/, '')).toString();
}

/** The beginning of a body as text, whole characters only. */
const beginningOfBytes = (bytes: Buffer): string =>
  bytes.toString('utf8', 0, SHORT_BODY).replace(/\ufffd$/, '');

/** What an answer keeps of its body. */
export interface KeptBody {
  readonly body: string;
  readonly long?: LongBody;
}

/** What an answer keeps of a JSON array that is longer than is read. @param bytes as many as were read @param elements of these */
export function cutBody(bytes: Buffer, elements: number): KeptBody {
  const long = new LongBody(bytes.length, beginningOfBytes(bytes), elements);
  return { body: long.beginning, long };
}

/** The long bodies of a run: those that are the same are one, and few of them wait to be read. */
export class LongBodies {
  readonly #bodies = new Shared<LongBody>();
  #waiting: LongBody[] = [];

  /** What an answer keeps of its body. */
  keep(bytes: Buffer): KeptBody {
    if (bytes.length <= SHORT_BODY) return { body: bytes.toString('utf8') };
    const { value: long } = this.#bodies.share(bytes, new LongBody(bytes.length, beginningOfBytes(bytes)));
    long.bring(bytes);
    this.#queue(long);
    return { body: long.beginning, long };
  }

  /** Lets the oldest go that nobody has read, where they are too many. */
  #queue(newest: LongBody): void {
    let room = MOST_WAITING - newest.length;
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
