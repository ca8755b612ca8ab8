import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_BODY_BYTES } from './body.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { EntryPlaces, entryKey, FORMAT, redacted, requestKey } from './har.ts';
import { type Entry, entrySchema, headSchema, type RecordedRun } from './har-schema.ts';
import { COMPLETE } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import type { SendDependencies } from './transmit.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Bytes that are read at a time, and those of the longest line: a body in base64 or escaped, and the rest of an entry. */
const [CHUNK, LONGEST] = [1024 * 1024, 3 * MAX_BODY_BYTES];

/** The place of a line in a file, in bytes. */
interface Span {
  readonly at: number;
  readonly length: number;
}

/** A recording, with the places of its entries. */
export interface RecordedFile {
  readonly path: string;
  readonly run: RecordedRun;
  readonly entries: ReadonlyMap<string, Span>;
  /** Keys of creations that were answered. */
  readonly creations: ReadonlySet<string>;
  /** True if no request of the run lacks its entry. */
  readonly isWhole: boolean;
}

const NO_RECORDING =
  'it is no recording of a run (--record), or another program has laid it out anew: its first line describes the run, and each further line is an entry';

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const entryIn = (line: string): Entry | null =>
  entrySchema.safeParse(jsonIn(line.replace(/,$/, ''))).data ?? null;

/** @throws {Error} if the first line is not that of a recording */
function runIn(line: string): RecordedRun {
  const { format, run } = headSchema.safeParse(jsonIn(`${line}]}}`)).data ?? {};
  if (format === undefined) throw new Error(NO_RECORDING);
  if (format !== FORMAT) throw new Error('a newer version of this program wrote it; update this one');
  if (run === undefined)
    throw new Error('its run ended before its first request, or its first line was edited');
  return run;
}

/** Yields the lines of a file. @throws {Error} if one is too long */
function* linesIn(file: number): Generator<Span & { readonly line: string }> {
  const chunk = Buffer.alloc(CHUNK);
  let parts: Buffer[] = [];
  let [at, length] = [0, 0];
  const take = (): Span & { readonly line: string } => ({
    at,
    length,
    line: Buffer.concat(parts).toString().trim(),
  });
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    for (let from = 0; from < read; ) {
      const end = chunk.subarray(0, read).indexOf('\n', from);
      const part = Buffer.from(chunk.subarray(from, end < 0 ? read : end));
      parts.push(part);
      length += part.length;
      if (length > LONGEST) throw new Error(NO_RECORDING);
      from += part.length;
      if (end < 0) continue;
      yield take();
      from += 1;
      at += length + 1;
      [parts, length] = [[], 0];
    }
  }
  yield take();
}

/** Finds the entries of a recording, a line at a time. @throws {Error} with the end of a sentence that begins with its name */
export function readRecording(path: string): RecordedFile {
  const [entries, creations, numbers] = [new Map<string, Span>(), new Set<string>(), new Set<number>()];
  let run: RecordedRun | null = null;
  let requests = Number.POSITIVE_INFINITY;
  const file = openSync(path, 'r');
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is a folder, a pipe or a device, not a file');
    for (const { line, at, length } of linesIn(file)) {
      if (run === null) {
        run = runIn(line.replace(/^\ufeff/, ''));
        continue;
      }
      const entry = entryIn(line);
      if (entry === null) {
        if (line.startsWith(COMPLETE)) requests = Number.parseInt(line.slice(COMPLETE.length), 10);
        continue;
      }
      entries.set(entryKey(requestKey(requestOf(entry)), entry.place), { at, length });
      creations.add(entry.place.after);
      numbers.add(entry.place.number);
    }
  } finally {
    closeSync(file);
  }
  if (run === null) throw new Error(NO_RECORDING);
  return { path, run, entries, creations, isWhole: numbers.size >= requests };
}

const headersIn = (pairs: Entry['request']['headers']): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value]));

const requestOf = ({ request: { method, url, headers, postData } }: Entry): SentRequest => ({
  method,
  url,
  headers: headersIn(headers),
  body: postData?.text ?? null,
});

/** Answers requests in place of a target, each as it was answered, and when. */
export class Playback {
  readonly clock: VirtualClock;
  /** Requests that the recording does not have. */
  missing = 0;
  readonly #recorded: RecordedFile;
  readonly #file: number;
  readonly #secrets: Secrets;
  readonly #places = new EntryPlaces();
  readonly #used = new Set<string>();
  readonly #onInterruption: () => void;

  /** @param onInterruption called where the recorded run was interrupted; it ends this one */
  constructor(recorded: RecordedFile, secrets: Secrets, onInterruption: () => void = () => undefined) {
    this.#recorded = recorded;
    this.#file = openSync(recorded.path, 'r');
    this.#secrets = secrets;
    this.#onInterruption = onInterruption;
    this.clock = new VirtualClock(Date.parse(recorded.run.startedAt));
  }

  /** Reason why facts about all answers are unknown: requests of the run have no entry. `null` if all have one. */
  get gapReason(): string | null {
    const isKnown = this.#recorded.isWhole || this.missing === 0;
    return isKnown ? null : 'Requests of its run are not in the recording, which may be why.';
  }

  /** @throws {Stopped} if the run ends meanwhile */
  async transmit(
    sent: SentRequest,
    { bodies, run }: Pick<SendDependencies, 'bodies' | 'run'>,
  ): Promise<Exchange> {
    const request = redacted(sent, this.#secrets);
    const key = requestKey(request);
    const entry = this.#take(entryKey(key, this.#places.next(key)));
    const now = this.clock.now();
    if (entry === null) {
      this.missing += 1;
      // The run sent it, and its entry is lost.
      if (this.#recorded.creations.has(key)) this.#places.answered(request, key);
      const fault = { kind: 'not-recorded', message: 'the recording does not have this request' } as const;
      return { request: sent, response: null, fault, startedAt: now, ms: 0 };
    }
    const { response, time: ms, times, fault } = entry;
    if (fault?.kind === 'not-sent') {
      if (fault.message === 'interrupted') this.#onInterruption();
      if (!run.aborted) await once(run, 'abort');
      throw run.reason;
    }
    const startedAt = Math.max(now, times.sent);
    await this.clock.sleep(startedAt - now + Math.max(0, times.ended - times.sent), run);
    if (run.aborted) throw run.reason;
    this.#places.answered(request, key);
    if (response.status === 0) return { request: sent, response: null, fault, startedAt, ms };
    const { text, encoding = 'utf8' } = response.content;
    const bytes = Buffer.from(text, encoding);
    const received = {
      status: response.status,
      headers: headersIn(response.headers),
      ...bodies.keep(bytes),
      utf8: isUtf8(bytes),
    };
    return { request: sent, response: received, fault, startedAt, ms };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Reads an entry once, synchronously, because the clock jumps while a file is awaited. */
  #take(key: string): Entry | null {
    const span = this.#recorded.entries.get(key);
    if (span === undefined || this.#used.has(key)) return null;
    this.#used.add(key);
    const bytes = Buffer.alloc(span.length);
    readSync(this.#file, bytes, 0, span.length, span.at);
    return entryIn(bytes.toString().trim());
  }
}
