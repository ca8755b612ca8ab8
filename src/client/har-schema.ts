import * as z from 'zod';
import { type SentRequest, transportErrorKinds } from './exchange.ts';

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
export const headSchema = z
  .object({ log: z.object({ _format: z.int(), _run: z.unknown() }) })
  .transform(({ log: { _format: format, _run: run } }) => ({ format, run: runSchema.safeParse(run).data }));

const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .transform(
    (pairs): Record<string, string> =>
      Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value])),
  );

/** The part of a HAR 1.2 entry that playback reads. Names with `_` are ours, as HAR allows. */
export const entrySchema = z.object({
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
    /** Place among all requests of the run, from 1. */
    number: z.int(),
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
export type EntryPlace = Entry['_place'];
/** An entry as it is written. HAR demands more of it. */
export type WrittenEntry = z.input<typeof entrySchema>;
