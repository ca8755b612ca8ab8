import { Shared } from './shared.ts';

/** A body up to this many UTF-16 units is a part of its answer; of a longer one the answer has the beginning. */
export const SHORT_BODY = 4096;
/** UTF-16 units of long bodies that wait to be read, together; the newest one always waits. */
const MOST_WAITING = 16 * 1024 * 1024;

/** A body that is too long to be kept with every answer: its text is there until it was read. */
export class LongBody {
  /** UTF-16 units of the whole text. */
  readonly length: number;
  #text: string | null = null;

  constructor(length: number) {
    this.length = length;
  }

  /** The whole text; `null` once it was let go. */
  get text(): string | null {
    return this.#text;
  }

  /** Gives it its text, which another answer brought once more. */
  bring(text: string): void {
    this.#text = text;
  }

  /** Forgets the text: whoever needed it has read it. */
  letGo(): void {
    this.#text = null;
  }
}

/** The first UTF-16 units of a text, so many at most, as a text of its own: a mere slice would keep the whole of it. */
export function beginningOf(text: string, most: number): string {
  return Buffer.from(text.slice(0, most).replace(/[\ud800-\udbff]$/, '')).toString();
}

/** The long bodies of a run: those that are the same are one, and few of them wait to be read. */
export class LongBodies {
  readonly #bodies = new Shared<LongBody>();
  #waiting: LongBody[] = [];

  /** What an answer keeps of its body. @param bytes the same as UTF-8 */
  keep(text: string, bytes: Buffer): { readonly body: string; readonly long?: LongBody } {
    if (text.length <= SHORT_BODY) return { body: text };
    const { value: long } = this.#bodies.share(bytes, new LongBody(text.length));
    long.bring(text);
    this.#queue(long);
    return { body: beginningOf(text, SHORT_BODY), long };
  }

  /** Lets the oldest go that nobody has read, where they are too many. */
  #queue(newest: LongBody): void {
    let room = MOST_WAITING - newest.length;
    const kept = this.#waiting
      .filter((one) => one !== newest && one.text !== null)
      .toReversed()
      .filter((one) => {
        room -= one.length;
        if (room < 0) one.letGo();
        return room >= 0;
      });
    this.#waiting = [...kept.toReversed(), newest];
  }
}
