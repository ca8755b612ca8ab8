import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { ReceivedResponse } from './exchange.ts';
import { readJson } from './json.ts';

type LongBody = NonNullable<ReceivedResponse['long']>;

/** Bytes up to which a body is kept with its answer. Of a longer body, only the beginning is kept. */
const SHORT_BODY = 4096;
/** Bytes up to which the text of a longer body is kept if it is not a list. */
const MOST_TEXT = 64 * 1024;
/** Characters up to which a text within a list is kept. */
const MOST_OF_TEXT = 8192;

/** Estimated bytes that a run keeps of long bodies that differ. A hundred pages of a large tracker take a third of it. */
const MOST_KEPT = 128 * 1024 * 1024;
const TOO_MUCH = `part of more than ${MOST_KEPT / 1024 / 1024} MiB of different answers`;
/** Bytes that a value takes besides its text, and the engine for each different key of objects. */
const [BYTES_OF_VALUE, BYTES_OF_KEY] = [32, 512];

/** The bodies of a run. Equal long ones share one object as long as somebody uses it, and are read once. */
export class Bodies {
  readonly #long = new Map<string, WeakRef<LongBody>>();
  /** Bytes of all bodies, used or not, because a verdict must not depend on when memory is freed. */
  #kept = 0;

  /** Returns an answer with what is kept of its body. @param bytes the whole body, decoded */
  keep({ status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>, bytes: Buffer): ReceivedResponse {
    const head = { status, headers, utf8: isUtf8(bytes) };
    if (bytes.length <= SHORT_BODY) return { ...head, body: bytes.toString('utf8') };
    const name = hash('sha256', bytes, 'base64');
    const long = this.#long.get(name)?.deref() ?? this.#read(bytes, this.#long.has(name));
    this.#long.set(name, new WeakRef(long));
    // Without a partial character at its end.
    return { ...head, body: bytes.toString('utf8', 0, SHORT_BODY).replace(/\ufffd$/, ''), long };
  }

  #read(bytes: Buffer, isKnown: boolean): LongBody {
    const text = bytes.toString('utf8');
    const json = readJson(text, MOST_OF_TEXT);
    const isList = json.kind === 'json' && Array.isArray(json.value);
    const whole = isList || bytes.length > MOST_TEXT ? null : text;
    let kept = SHORT_BODY + (whole?.length ?? 0);
    if (isList) {
      const { values, keys, shortened } = json.size;
      // Only a text of ASCII takes one byte a character.
      const width = text.length === bytes.length ? 1 : 2;
      kept = width * (text.length - shortened) + values * BYTES_OF_VALUE + keys * BYTES_OF_KEY;
    }
    if (this.#kept + kept > MOST_KEPT) return { json: { kind: 'beyond', what: TOO_MUCH }, text: null };
    if (!isKnown) this.#kept += kept;
    return { json: json.kind === 'json' && !isList ? { ...json, value: null } : json, text: whole };
  }
}
