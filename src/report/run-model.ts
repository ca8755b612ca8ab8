import * as z from 'zod';

/** A version of the service with the times of its first and last response. */
export const versionSchema = z.object({
  version: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});

/** Response times over all answered requests of a run, in milliseconds. */
export const latencySchema = z.object({
  answered: z.int(),
  minMs: z.number(),
  medianMs: z.number(),
  p95Ms: z.number(),
  maxMs: z.number(),
  /**
   * Number of responses below this bound and not below that of the bucket before; `null` has no upper bound.
   */
  buckets: z.array(z.object({ belowMs: z.number().nullable(), count: z.int() })),
});

/**
 * Waiting times of a run, in milliseconds of wall-clock time by cause. Requests that waited at the same time
 * count once. Causes may overlap. Absent if nothing waited for that cause.
 */
export const waitsSchema = z.object({
  /** Before the run, until the plain list was answered with 200 (WAIT_S). */
  startMs: z.int().optional(),
  /** Because of the rate limit of the target. */
  rateLimitMs: z.int().optional(),
  /** Before retries after failures of the connection or the service. */
  backOffMs: z.int().optional(),
  /** Because of MAX_RATE. */
  maxRateMs: z.int().optional(),
  /** Until a service that had stopped answering came back. */
  outageMs: z.int().optional(),
});

/** Number of requests of one method that were answered with 5xx by chance. */
export const errorsByChanceSchema = z.object({
  method: z.enum(['GET', 'POST']),
  statuses: z.array(z.int()),
  errors: z.int(),
  requests: z.int(),
});

/** Issues that the service accepted in one repository. */
export const createdSchema = z.object({
  owner: z.string(),
  repo: z.string(),
  /** Marker of each issue: part of its title or body. */
  markers: z.array(z.string()),
});

/** One run: what was sent, when, and with which settings. */
export const runSchema = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  /** The version of the service under test, or the last one that responses named; absent if unknown. */
  targetVersion: z.string().optional(),
  /** Times of the first and the last response of each version, if responses named several. */
  targetVersions: z.array(versionSchema).optional(),
  /** The CI run that started this run. */
  ci: z.object({ url: z.string().optional(), commit: z.string().optional() }).optional(),
  /** Requests sent, retries included. */
  requests: z.int(),
  /** Number of retries among them, sent because the target had failed to respond. */
  retries: z.int(),
  seed: z.int(),
  profile: z.enum(['quick', 'standard', 'thorough']),
  writes: z.enum(['none', 'rejected', 'all']),
  /** `null` if all rules were selected. */
  selection: z.object({ only: z.array(z.string()), skip: z.array(z.string()) }).nullable(),
  /**
   * Number of all gating rules, selected or not; absent if all were selected, and in reports of versions
   * before 0.3.
   */
  gatingRules: z.int().optional(),
  interrupted: z.boolean().optional(),
  /** Host and port of the proxy; absent if requests went straight to the target. */
  proxy: z.string().optional(),
  /** True if TLS certificates were not checked, so that anybody in between could have answered. */
  uncheckedCertificates: z.boolean().optional(),
  /** True if requests went to a handler in the process of the run instead of over a network. */
  handler: z.boolean().optional(),
  /**
   * Data for replaying the report from the folder where the run was started. Absent if unknown, and in
   * reports of versions before 0.3.
   */
  replay: z
    .object({
      /** The way this program was started: by `npm run conformance`, by npx, or by its own name. */
      program: z.enum(['script', 'npx', 'command']),
      /** The file that `node` starts, if the program has no command of its own. */
      entry: z.string().optional(),
      /** Path of `conformance.json`; empty if only its reader knows it. */
      report: z.string(),
      /**
       * Flags for settings of the target that `.env` of that folder lacks: `--base-url`, `https://…`.
       * Absent if there are none.
       */
      settings: z.array(z.string()).optional(),
      /**
       * Variables that `.env` of that folder sets, of TOKEN, OUTSIDER_TOKEN, HEADERS and the proxies.
       * Absent if there are none.
       */
      dotenv: z.array(z.string()).optional(),
    })
    .optional(),
  /**
   * The other settings, by the names of their variables; tokens only as "given". Absent in reports of
   * versions before 0.2.
   */
  settings: z.record(z.string(), z.string()).optional(),
  /** Absent if no request was answered, and in reports of versions before 0.2. */
  latency: latencySchema.optional(),
  /** Absent if nothing was waited for, and in reports of versions before 0.3. */
  waits: waitsSchema.optional(),
  /**
   * Issues that the run created, by repository. Absent if there are none, and in reports of versions before
   * 0.3.
   */
  created: z.array(createdSchema).optional(),
  /**
   * 5xx responses by chance: the same request succeeded when it was sent again. Absent if none count, and
   * in reports of versions before 0.3.
   */
  errorsByChance: z.array(errorsByChanceSchema).optional(),
});
