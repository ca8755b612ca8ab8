import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import { MAX_BODY_BYTES } from './body.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { EntryPlaces, entryKey, FORMAT, redacted, requestKey } from './har.ts';
import { type Entry, entrySchema, headSchema, type RecordedRun } from './har-schema.ts';
import { COMPLETE } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import { receivedOf, type SendDependencies } from './transmit.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Bytes that are read at a time, and those of the longest line: a body in base64 or escaped, and the rest of an entry. */
const [CHUNK, LONGEST] = [4 * 1024 * 1024, 3 * MAX_BODY_BYTES];

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
  /** Keys of creations that were accepted. */
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
  entrySchema.safeParse(jsonIn(line.trim().replace(/,$/, ''))).data ?? null;

/** @throws {Error} if the first line is not that of a recording */
function runIn(line: string): RecordedRun {
  const { format, run } = headSchema.safeParse(jsonIn(`${line.trim()}]}}`)).data ?? {};
  if (format === undefined) throw new Error(NO_RECORDING);
  if (format !== FORMAT) throw new Error('a newer version of this program wrote it; update this one');
  if (run === undefined)
    throw new Error('its run ended before its first request, or its first line was edited');
  return run;
}

/** Yields the lines of a file. @throws {Error} if one is too long */
function* linesIn(file: number): Generator<Span & { readonly line: string }> {
  const chunk = Buffer.alloc(CHUNK);
  let [rest, at] = [Buffer.alloc(0), 0];
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let length = rest.indexOf('\n'); length >= 0; length = rest.indexOf('\n')) {
      yield { at, length, line: rest.toString('utf8', 0, length) };
      at += length + 1;
      rest = rest.subarray(length + 1);
    }
    if (rest.length > LONGEST) throw new Error(NO_RECORDING);
  }
  yield { at, length: rest.length, line: rest.toString() };
}

/** Finds the entries of a recording, a line at a time. @throws {Error} with the end of a sentence that begins with its name */
export function readRecording(path: string): RecordedFile {
  const [entries, creations, numbers] = [new Map<string, Span>(), new Set<string>(), new Set<number>()];
  let run: RecordedRun | null = null;
  let requests = Number.POSITIVE_INFINITY;
  const file = openSync(path, 'r');
  try {
    for (const { line, ...span } of linesIn(file)) {
      const entry = run && entryIn(line);
      if (entry !== null) {
        const { request, _place: place } = entry;
        entries.set(entryKey(request, place), span);
        creations.add(place.after);
        numbers.add(place.number);
      } else if (line.startsWith(COMPLETE)) requests = Number.parseInt(line.slice(COMPLETE.length), 10);
      // A byte order mark may stand before it.
      run ??= runIn(line);
    }
  } finally {
    closeSync(file);
  }
  if (run === null) throw new Error(NO_RECORDING);
  return { path, run, entries, creations, isWhole: numbers.size >= requests };
}

/** Answers requests in place of a target, each as it was answered, and when. */
export class Playback {
  readonly clock: VirtualClock;
  /** Requests that the recording does not have. */
  missing = 0;
  readonly #recorded: RecordedFile;
  readonly #file: number;
  readonly #secrets: Secrets;
  readonly #places = new EntryPlaces();
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
    return this.#recorded.isWhole ? null : this.lackReason;
  }

  /** Reason why data may be missing: requests of this version have no entry. `null` if all have one. */
  get lackReason(): string | null {
    return this.missing === 0 ? null : 'The recording does not have all requests, which may be why.';
  }

  /** @throws {Stopped} if the run ends meanwhile */
  async transmit(
    sent: SentRequest,
    { bodies, run }: Pick<SendDependencies, 'bodies' | 'run'>,
  ): Promise<Exchange> {
    const request = redacted(sent, this.#secrets);
    const entry = this.#read(entryKey(request, this.#places.next(request)));
    const now = this.clock.now();
    if (entry === null) {
      this.missing += 1;
      // The run sent it, and its entry is lost.
      if (this.#recorded.creations.has(requestKey(request))) this.#places.answered(request, 201);
      const fault = { kind: 'not-recorded', message: 'the recording does not have this request' } as const;
      return { request: sent, response: null, fault, startedAt: now, ms: 0 };
    }
    const { time: ms, _times: times, _error: fault = null } = entry;
    if (fault?.kind === 'not-sent') {
      if (fault.message === 'interrupted') this.#onInterruption();
      if (!run.aborted) await once(run, 'abort');
      throw run.reason;
    }
    const startedAt = Math.max(now, times.sent);
    await this.clock.sleep(startedAt - now + Math.max(0, times.ended - times.sent), run);
    if (run.aborted) throw run.reason;
    this.#places.answered(request, entry.response.status);
    const response = this.#responseOf(entry, bodies);
    return { request: sent, response, fault, startedAt, ms };
  }

  close(): void {
    closeSync(this.#file);
  }

  #responseOf(
    { response: { status, headers, content } }: Entry,
    bodies: SendDependencies['bodies'],
  ): Exchange['response'] {
    if (status === 0) return null;
    // Labels and the secrets of a judgement are ASCII, so that bytes stand for characters of any encoding.
    const text = Buffer.from(content.text, content.encoding).toString('latin1');
    const restored = Object.entries(headers).map(([name, value]) => [name, this.#secrets.restore(value)]);
    const bytes = Buffer.from(this.#secrets.restore(text), 'latin1');
    return receivedOf({ status, headers: Object.fromEntries(restored) }, bytes, bodies);
  }

  /** Reads an entry synchronously, because the clock jumps while a file is awaited. */
  #read(key: string): Entry | null {
    const span = this.#recorded.entries.get(key);
    if (span === undefined) return null;
    const bytes = Buffer.alloc(span.length);
    readSync(this.#file, bytes, 0, span.length, span.at);
    return entryIn(bytes.toString());
  }
}
