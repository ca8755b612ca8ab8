import { isUtf8 } from 'node:buffer';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Clock } from './clock.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { COMPLETE, EntryPlaces, FORMAT } from './har.ts';
import type { RecordedRun, WrittenEntry } from './playback.ts';
import type { Secrets } from './secrets.ts';
import { messageOf } from './thrown.ts';

/** The file that records a run, and the facts of the run. Plain data. */
export interface Recording {
  readonly path: string;
  readonly run: RecordedRun;
}

const END = '\n]}}\n';

/** Returns the beginning of a recording. @param run the facts of the run, once they are known */
const beginningOf = (version: string, run?: RecordedRun): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'issue-conformance', version },
      _format: FORMAT,
      _run: run,
      entries: [],
    },
  }).replace(/\]\}\}$/, '');

/** The facts about a recording that are known before its run. */
export const recordings = {
  /** Matches an earlier recording of this program, and an empty file. */
  begins: /^(?:$|\{"log":\{"version":"1\.2","creator":\{"name":"issue-conformance",)/,
  /** Returns a recording without entries, of a run that sends nothing. */
  empty: (version: string): string => `${beginningOf(version)}${END}`,
};

const pairsOf = (headers: Readonly<Record<string, string>>): WrittenEntry['request']['headers'] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns a body as HAR has it, without secrets. */
const contentOf = (bytes: Buffer, { scrub }: Secrets): WrittenEntry['response']['content'] =>
  isUtf8(bytes)
    ? { text: scrub(bytes.toString('utf8')) }
    : {
        text: Buffer.from(scrub(bytes.toString('latin1')), 'latin1').toString('base64'),
        encoding: 'base64',
      };

/**
 * Returns what the entry of an exchange says of it. Its request is already without secrets.
 * @param bytes its whole body, decoded
 */
function entryOf(
  { request: { method, url, headers, body }, response, fault, ms }: Exchange,
  bytes: Buffer,
  secrets: Secrets,
): Omit<WrittenEntry, '_place' | '_times'> {
  const { scrub } = secrets;
  const http = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const received = response?.headers ?? {};
  // A constant, because HAR demands more properties than playback reads.
  const entry = {
    time: ms,
    request: {
      method,
      url,
      ...http,
      headers: pairsOf(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body === null ? {} : { postData: { mimeType: 'application/json', text: body } }),
      bodySize: Buffer.byteLength(body ?? ''),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      ...http,
      redirectURL: scrub(received['location'] ?? ''),
      headers: pairsOf(received).map(({ name, value }) => ({
        name: scrub(name),
        value: secrets.scrubHeader(name, value),
      })),
      content: {
        size: bytes.length,
        mimeType: scrub(received['content-type'] ?? 'x-unknown'),
        ...contentOf(bytes, secrets),
      },
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(fault === null ? {} : { _error: { kind: fault.kind, message: scrub(fault.message) } }),
  };
  return entry;
}

/**
 * Writes the exchanges of a run to a HAR 1.2 file, an entry a line, as soon as each is known. It keeps nothing in memory
 * but a count for each different request. Between two writes the file is valid JSON; a kill may cut the last entry.
 */
export class Recorder {
  readonly #file: number;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #places: EntryPlaces;
  /** The end of the last entry, in bytes. */
  #size = 0;
  #separator = '\n';
  /** True once another file may have the number of this one. */
  #isClosed = false;
  #problem: string | null = null;

  /** @throws {Error} if the file is gone */
  constructor({ path, run }: Recording, secrets: Secrets, clock: Clock) {
    this.#file = openSync(path, 'r+');
    this.#secrets = secrets;
    this.#places = new EntryPlaces(secrets);
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#append(beginningOf(run.version, run), END);
  }

  /** Reason why the file ends early; `null` if it does not. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Notes that a request is sent. @returns a function that records its outcome, with the whole body, decoded */
  begin(sent: SentRequest): (outcome: Exchange, bytes: Buffer) => void {
    const { request, place } = this.#places.next(sent);
    const startedDateTime = new Date(this.#clock.date()).toISOString();
    return (outcome, bytes) => {
      this.#places.answered(request, outcome.response?.status ?? 0);
      const entry = {
        startedDateTime,
        ...entryOf({ ...outcome, request }, bytes, this.#secrets),
        _place: place,
        _times: { sent: outcome.startedAt - this.#startedAt, ended: this.#clock.now() - this.#startedAt },
      };
      this.#append(`${this.#separator}${JSON.stringify(entry)}`, END);
      this.#separator = ',\n';
    };
  }

  close(): void {
    this.#append('', `\n${COMPLETE}${this.#places.count}}}\n`);
    this.#isClosed = true;
    closeSync(this.#file);
  }

  /** Writes over the end of the file. The findings of a run do not depend on its recording, so a full disk only ends it. */
  #append(text: string, end: string): void {
    if (this.#isClosed || this.#problem !== null) return;
    try {
      this.#write(`${text}${end}`);
      this.#size += Buffer.byteLength(text);
    } catch (error) {
      this.#problem = messageOf(error);
      try {
        // Removes the entry of which a part was written.
        ftruncateSync(this.#file, this.#size);
        this.#write(END);
      } catch {
        // The file stays cut; its whole entries can be judged.
      }
    }
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    if (writeSync(this.#file, bytes, 0, bytes.length, this.#size) < bytes.length)
      throw new Error('the disk is full');
  }
}
