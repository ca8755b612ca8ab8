import { closeSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';
import { MAX_BODY_BYTES } from './body.ts';
import { type SentRequest, transportErrorKinds } from './exchange.ts';
import { entryKey, FORMAT } from './har.ts';
import { COMPLETE } from './recorder.ts';

const runSchema = z.object({
  id: z.string().regex(/^[0-9a-z]{4,40}$/),
  version: z.string().max(80),
  startedAt: z.iso.datetime(),
  canarySeed: z.string(),
  bundled: z.boolean(),
  faults: z.array(z.string()),
  /** By variable name, without secrets. */
  settings: z.record(z.string(), z.string()),
});

/** The facts of a recorded run that its judgement needs. Plain data. */
export type RecordedRun = z.output<typeof runSchema>;

/** The first line of a recording, completed. The run is missing until its first request. */
const headSchema = z
  .object({ log: z.object({ _format: z.int(), _run: z.unknown() }) })
  .transform(({ log: { _format: format, _run: run } }) => ({ format, run: runSchema.safeParse(run).data }));

const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .transform(
    (pairs): Record<string, string> =>
      Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value])),
  );

/** The part of a HAR 1.2 entry that playback reads. Names with `_` are ours, as HAR allows. */
const entrySchema = z.object({
  time: z.number().nonnegative(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers,
      postData: z.object({ text: z.string() }).optional(),
    })
    .transform(({ postData, ...sent }): SentRequest => ({ ...sent, body: postData?.text ?? null })),
  response: z.object({
    /** 0 without an answer. */
    status: z.int().min(0).max(999),
    headers,
    content: z.object({ text: z.string(), encoding: z.literal('base64').optional() }),
  }),
  _place: z.object({
    /** Place among equal requests after the same creation, from 1. */
    nth: z.int(),
    /** Key of the last creation that was answered before; empty without one. */
    after: z.string(),
  }),
  /** When it was sent, and when its outcome was known, in milliseconds since the run began. */
  _times: z.object({ sent: z.number().nonnegative(), ended: z.number().nonnegative() }),
  _error: z.object({ kind: z.enum(transportErrorKinds), message: z.string() }).optional(),
});

export type Entry = z.output<typeof entrySchema>;
/** An entry as it is written. HAR demands more of it. */
export type WrittenEntry = z.input<typeof entrySchema>;

/** Bytes that are read at a time, and those of the longest line: a body in base64 or escaped, and the rest of an entry. */
const [CHUNK, LONGEST] = [4 * 1024 * 1024, 3 * MAX_BODY_BYTES];

/** The place of a line in a file, in bytes. */
interface Span {
  readonly at: number;
  readonly length: number;
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

/** A recording, of which only the places of its entries are kept in memory. */
export class RecordedFile {
  readonly run: RecordedRun;
  /** Entries by key. */
  readonly #entries = new Map<string, Span>();
  /** Keys of creations that were accepted. */
  readonly #creations = new Set<string>();
  /** Requests of the run, once it has ended. */
  #requests = Number.POSITIVE_INFINITY;
  readonly #file: number;

  /** Finds the entries, a line at a time. @throws {Error} with the end of a sentence that begins with the file's name */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    let run: RecordedRun | null = null;
    for (const { line, ...span } of linesIn(this.#file)) {
      const entry = run && entryIn(line);
      if (entry !== null) {
        const { request, _place: place } = entry;
        this.#entries.set(entryKey(request, place), span);
        this.#creations.add(place.after);
      } else if (line.startsWith(COMPLETE)) this.#requests = Number.parseInt(line.slice(COMPLETE.length), 10);
      // A byte order mark may stand before it.
      run ??= runIn(line);
    }
    if (run === null) throw new Error(NO_RECORDING);
    this.run = run;
  }

  /** True if no request of the run lacks its entry. */
  get isWhole(): boolean {
    return this.#entries.size >= this.#requests;
  }

  /** True if the run created something by a request, though its entry may be lost. */
  hasCreated(request: string): boolean {
    return this.#creations.has(request);
  }

  /** Reads an entry synchronously, because the clock of a playback jumps while a file is awaited. */
  read(key: string): Entry | null {
    const span = this.#entries.get(key);
    if (span === undefined) return null;
    const bytes = Buffer.alloc(span.length);
    readSync(this.#file, bytes, 0, span.length, span.at);
    return entryIn(bytes.toString());
  }

  close(): void {
    closeSync(this.#file);
  }
}
