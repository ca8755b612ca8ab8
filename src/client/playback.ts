import { once } from 'node:events';
import { openSync, readSync } from 'node:fs';
import * as z from 'zod';
import { Bodies } from './body.ts';
import { virtualClock } from './clock.ts';
import { type Exchange, type SentRequest, transportErrorKinds } from './exchange.ts';
import { COMPLETE, entryKey, entryPlaces, FORMAT, requestKey } from './har.ts';
import type { Secrets } from './secrets.ts';
import { MAX_BODY_BYTES } from './transmit.ts';

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
const headSchema = z.object({
  log: z.object({ _format: z.int(), _run: runSchema.optional().catch(undefined) }),
});

const headerPairs = z
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
      headers: headerPairs,
      postData: z.object({ text: z.string() }).optional(),
    })
    .transform(({ postData, ...sent }): SentRequest => ({ ...sent, body: postData?.text ?? null })),
  response: z.object({
    /** 0 without an answer. */
    status: z.int().min(0).max(999),
    headers: headerPairs,
    content: z.object({ text: z.string(), encoding: z.literal('base64').optional() }),
  }),
  _place: z.object({ nth: z.int(), after: z.string() }),
  /** When it was sent, and when its outcome was known, in milliseconds since the run began. */
  _times: z.object({ sent: z.number().nonnegative(), ended: z.number().nonnegative() }),
  _error: z.object({ kind: z.enum(transportErrorKinds), message: z.string() }).optional(),
});

type Entry = z.output<typeof entrySchema>;
/** An entry as it is written. HAR demands more of it. */
export type WrittenEntry = z.input<typeof entrySchema>;

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
  const { _format: format, _run: run } = headSchema.safeParse(jsonIn(`${line.trim()}]}}`)).data?.log ?? {};
  if (format !== undefined && format !== FORMAT)
    throw new Error('a newer version of this program wrote it; update this one');
  if (run === undefined) throw new Error(NO_RECORDING);
  return run;
}

/** Bytes that are read at a time, and those of the longest line: a body in base64 or escaped, and the rest of an entry. */
const [CHUNK, LONGEST] = [4 * 1024 * 1024, 3 * MAX_BODY_BYTES];

/** Yields the lines of a file, and the place of each in bytes. @throws {Error} if one is too long */
function* linesIn(file: number) {
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

type RecordedExchanges = ReturnType<typeof readRecording>;

/**
 * Reads a recording a line at a time. Only the places of its entries are kept in memory.
 * @throws {Error} with the end of a sentence that begins with the file's name
 */
export function readRecording(path: string) {
  const file = openSync(path, 'r');
  const spans = new Map<string, { readonly at: number; readonly length: number }>();
  /** Keys of creations that were accepted, though their entries may be lost. */
  const creations = new Set<string>();
  let [run, requests]: [RecordedRun | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const { line, ...span } of linesIn(file)) {
    const entry = run && entryIn(line);
    if (entry !== null) {
      const { request, _place: place } = entry;
      spans.set(entryKey(request, place), span);
      creations.add(place.after);
    } else if (line.startsWith(COMPLETE)) requests = Number.parseInt(line.slice(COMPLETE.length), 10);
    // A byte order mark may stand before it.
    run ??= runIn(line);
  }
  if (run === null) throw new Error(NO_RECORDING);
  /** Reads an entry synchronously, because the clock of a playback jumps while a file is awaited. */
  const read = (key: string): Entry | null => {
    const { at, length } = spans.get(key) ?? { at: 0, length: 0 };
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, at);
    return entryIn(bytes.toString());
  };
  /** True if no request of the run lacks its entry. */
  const isWhole = spans.size >= requests;
  return { run, creations, isWhole, read };
}

export type Playback = ReturnType<typeof playBack>;

/**
 * Answers requests in place of a target, each as it was answered, and when.
 * @param onInterruption called where the recorded run was interrupted; it ends this one
 */
export function playBack(recorded: RecordedExchanges, secrets: Secrets, onInterruption?: () => void) {
  const clock = virtualClock(Date.parse(recorded.run.startedAt));
  const places = entryPlaces(secrets);
  const bodies = new Bodies();
  let missing = 0;

  const responseOf = ({ response: { status, headers, content } }: Entry) => {
    if (status === 0) return null;
    // Labels and the secrets of a judgement are ASCII, so that bytes stand for characters of any encoding.
    const text = Buffer.from(content.text, content.encoding).toString('latin1');
    const restored = Object.entries(headers).map(([name, value]) => [name, secrets.restore(value)]);
    const bytes = Buffer.from(secrets.restore(text), 'latin1');
    return bodies.keep({ status, headers: Object.fromEntries(restored) }, bytes);
  };

  /** @param run aborts at the end of the run @throws {Stopped} if the run ends meanwhile */
  const transmit = async (sent: SentRequest, run: AbortSignal): Promise<Exchange> => {
    const { request, place } = places.next(sent);
    const entry = recorded.read(entryKey(request, place));
    const now = clock.now();
    if (entry === null) {
      missing += 1;
      // The run sent it, and its entry is lost.
      if (recorded.creations.has(requestKey(request))) places.answered(request, 201);
      const fault = { kind: 'not-recorded', message: 'the recording does not have this request' } as const;
      return { request: sent, response: null, fault, startedAt: now, ms: 0 };
    }
    const { time: ms, _times: times, _error: fault = null } = entry;
    if (fault?.kind === 'not-sent') {
      if (fault.message === 'interrupted') onInterruption?.();
      if (!run.aborted) await once(run, 'abort');
      throw run.reason;
    }
    const startedAt = Math.max(now, times.sent);
    await clock.sleep(startedAt - now + Math.max(0, times.ended - times.sent), run);
    if (run.aborted) throw run.reason;
    places.answered(request, entry.response.status);
    return { request: sent, response: responseOf(entry), fault, startedAt, ms };
  };

  return {
    clock,
    transmit,
    /** Requests that the recording does not have. */
    get missing(): number {
      return missing;
    },
    /** Reason why facts about all answers are unknown: requests of the run have no entry. `null` if all have one. */
    get gapReason(): string | null {
      return recorded.isWhole ? null : this.lackReason;
    },
    /** Reason why data may be missing: requests of this version have no entry. `null` if all have one. */
    get lackReason(): string | null {
      return missing === 0 ? null : 'The recording does not have all requests, which may be why.';
    },
  };
}
