import * as z from 'zod';
import { exchangeSchema, ruleReportSchema } from './rule-model.ts';

/** Number of requests of one method with intermittent 5xx answers. */
const errorsByChanceSchema = z.object({
  method: z.enum(['GET', 'POST']),
  statuses: z.array(z.int()),
  errors: z.int(),
  requests: z.int(),
});

/** Issues that the service accepted in one repository. */
const createdSchema = z.object({
  owner: z.string(),
  repo: z.string(),
  /** Marker of each issue: part of its title or body. */
  markers: z.array(z.string()),
  /** True if the run made up the repository, and the service accepted creations there all the same. */
  madeUp: z.boolean().optional(),
});

/** One run: what was sent, when, and with which settings. */
const runSchema = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  /** The version of the service under test, or the last one that responses named. */
  targetVersion: z.string().optional(),
  /** Requests sent, retries included. */
  requests: z.int(),
  /** Number of retries among them, sent because the target had failed to respond. */
  retries: z.int(),
  seed: z.int(),
  profile: z.enum(['quick', 'standard', 'thorough']),
  writes: z.enum(['none', 'rejected', 'all']),
  /** `null` if all rules were selected. */
  selection: z.object({ only: z.array(z.string()), skip: z.array(z.string()) }).nullable(),
  /** Number of all gating rules, if some were selected. */
  gatingRules: z.int().optional(),
  interrupted: z.boolean().optional(),
  /** Host and port of the proxy, if there is one. */
  proxy: z.string().optional(),
  /** True if TLS certificates were not checked, so anybody in between could have answered. */
  uncheckedCertificates: z.boolean().optional(),
  /** True if requests went to a handler in the process of the run instead of over a network. */
  handler: z.boolean().optional(),
  /** The recording that was judged in place of a target: the version that made it, and how many requests were not in it. */
  recording: z.object({ version: z.string(), missing: z.int() }).optional(),
  /** Data for replaying the report from the folder where the run was started. */
  replay: z
    .object({
      /** How people start this program: by `npm run conformance`, by npx, or by its name. */
      program: z.enum(['script', 'npx', 'name']),
      /** Path of `conformance.json`; empty if only its reader knows it. */
      report: z.string(),
      /** Flags for settings of the target that `.env` of that folder lacks: `--base-url`, `https://…`. */
      settings: z.array(z.string()).optional(),
    })
    .optional(),
  /** The other settings, by the names of their variables; tokens only as "given". */
  settings: z.record(z.string(), z.string()).optional(),
  /** Response times over all answered requests, in milliseconds. */
  latency: z.object({ medianMs: z.number(), p95Ms: z.number() }).optional(),
  /** Milliseconds of delays between requests, and of the wait for the target before the run. */
  waitedMs: z.int().optional(),
  /** Requests a second that the target accepted, if it refused a higher rate. */
  workingRate: z.int().optional(),
  /** Issues that the run created, by repository. */
  created: z.array(createdSchema).optional(),
  /** Intermittent 5xx responses: a retry of the same request succeeded. */
  errorsByChance: z.array(errorsByChanceSchema).optional(),
});

/**
 * The report of one run, `conformance.json`: all other formats are rendered from it. An optional key is
 * absent if there is nothing to say, and in reports of earlier versions. New keys are optional and leave
 * `schemaVersion` unchanged, so that each version reads all reports with the same number.
 */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('issue-conformance'), version: z.string() }),
  outcome: z.enum(['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken']),
  /** The problem in a sentence, for `unusable`, `broken` and runs that ended early. */
  problem: z.string().optional(),
  /** The request that showed that the target is unusable. */
  evidence: exchangeSchema.optional(),
  target: z.object({
    baseUrl: z.string(),
    owner: z.string(),
    repo: z.string(),
    bundled: z.boolean(),
    /** Faults that were injected into the bundled service on purpose. */
    faults: z.array(z.string()).optional(),
    /** Name of the target for people. */
    label: z.string().optional(),
  }),
  run: runSchema,
  /** Gating rules by verdict, and observations that were made. */
  counts: z.object({
    pass: z.int(),
    fail: z.int(),
    inconclusive: z.int(),
    skip: z.int(),
    observed: z.int(),
    /** Observations that were not made. Earlier versions counted them as `inconclusive` and `skip`. */
    unobserved: z.int().optional(),
  }),
  /** Ids of baseline entries to remove, because their rules no longer fail. */
  staleBaseline: z.array(z.string()).optional(),
  rules: z.array(ruleReportSchema),
});

/** The parsed type of a schema, readonly throughout. */
type Unchanging<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
  : Value;

export type Report = Unchanging<z.output<typeof reportSchema>>;
export type RuleReport = Report['rules'][number];
export type FailureReport = NonNullable<RuleReport['failure']>;
export type ExchangeReport = FailureReport['exchanges'][number];
export type ListedReport = NonNullable<RuleReport['listed']>;
