import * as z from 'zod';
import { causes } from '../client/undecided-reason.ts';
import { levels } from '../model/rule-ids.ts';
import { violationKinds } from '../model/violation-kinds.ts';

const headers = z.record(z.string(), z.string());

const exchangeSchema = z.object({
  /** Its role in the evidence of a failure: the case, its twin, or a request before them. */
  role: z.enum(['case', 'twin', 'context']).optional(),
  request: z.object({ method: z.string(), url: z.string(), headers, body: z.string().nullable() }),
  /** `null` if no response came. */
  response: z.object({ status: z.int(), headers, body: z.string(), truncated: z.boolean() }).nullable(),
  fault: z.string().optional(),
  ms: z.number(),
});

const kindSchema = z.enum(violationKinds);

/** A record that shows a failure, or that stands beside one. Positions are counted from 1. */
const recordSchema = z.object({
  /** Positions of its answers in `exchanges`, and of the record in the list of each. */
  places: z.array(z.object({ exchange: z.int(), result: z.int() })),
  /** False for a record that the answers have in common. */
  differs: z.boolean(),
  /** The name by which the run tells it apart; absent for the end of a list. */
  name: z.string().optional(),
  /** Fields of the record; the title of a private record is its marker alone. */
  number: z.string().optional(),
  state: z.string().optional(),
  title: z.string().optional(),
});

const failureSchema = z.object({
  kind: kindSchema.optional(),
  expected: z.string(),
  actual: z.string(),
  /** The impact on a client. */
  means: z.string(),
  counterexample: z.record(z.string(), z.unknown()),
  seed: z.int(),
  /** Attempts that showed the failure, of all attempts: "3 of 3". */
  reproduced: z.string(),
  /** In the order of time. The last one with the role `case` is judged. */
  exchanges: z.array(exchangeSchema),
  /** The records that show the failure, if its answers are lists. */
  records: z.array(recordSchema).optional(),
  /** Empty if a handler within a program answered. */
  curl: z.string(),
  /** True if earlier writes of other rules may have contributed; `replay` then says so. */
  replay: z.object({ afterWrites: z.boolean() }).optional(),
});

/** The baseline entry of a rule that is judged. */
const listedSchema = z.object({
  expect: z.enum(['fail', 'inconclusive', 'skip']),
  kind: z.array(kindSchema).optional(),
  cause: z.array(z.enum(causes)).optional(),
  reason: z.string().optional(),
  issue: z.string().optional(),
  /** Last day on which the entry is valid, `YYYY-MM-DD`. */
  expires: z.string().optional(),
  /**
   * The entry compared with the run. `as-listed`: it is so. `otherwise`: the rule fails in another way.
   * `stale`: a `fail` entry's rule passes. `passes`: the rule of another entry passes. `undecided`: a `fail`
   * entry's rule was not decided, or the cause is not one that the entry covers. `expired`: the entry is past
   * its date, whatever the verdict.
   */
  state: z.enum(['as-listed', 'otherwise', 'stale', 'passes', 'undecided', 'expired']),
});

/** A pinned observation: an expectation of the team, not of the specification. */
const pinSchema = z.object({
  value: z.string(),
  reason: z.string(),
  issue: z.string().optional(),
  /** `unobserved` if this run did not make the observation. */
  state: z.enum(['held', 'changed', 'unobserved']),
});

const ruleReportSchema = z.object({
  id: z.string(),
  level: z.enum(levels),
  /** True if it judges a whole listing or creation, and may fail because a rule on one parameter does. */
  general: z.boolean().optional(),
  sections: z.array(z.string()),
  statement: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'skip', 'observed']),
  /** For `inconclusive` and `skip`: what to do to decide the rule. */
  reason: z.string().optional(),
  /** For `inconclusive` and `skip`: `--allow-incomplete` accepts only `setting` and `data`. */
  cause: z.enum(causes).optional(),
  /** Id of a rule that failed in this run, which leaves this one undecided. */
  because: z.string().optional(),
  cases: z.int(),
  /** Requests of its cases. One that several rules share counts for each of them; confirmations do not count. */
  requests: z.int(),
  /** Milliseconds of its cases and their confirmation. They run at the same time, so the sum may exceed that of the run. */
  ms: z.int().optional(),
  /** A case that a rule holds for. */
  tried: z.object({ example: z.object({ case: z.record(z.string(), z.unknown()) }).optional() }).optional(),
  /** The evidence of a pass, if it needs an explanation. */
  note: z.string().optional(),
  observation: z.object({ value: z.string(), note: z.string() }).optional(),
  failure: failureSchema.optional(),
  /** True if the baseline lists this failure or undecided rule, so that the exit status ignores it. */
  known: z.boolean().optional(),
  listed: listedSchema.optional(),
  pin: pinSchema.optional(),
});

const createdSchema = z.object({
  owner: z.string(),
  repo: z.string(),
  /** Marker of each issue: part of its title or body. */
  markers: z.array(z.string()),
  /** True if the run made up the repository, and the service accepted creations there all the same. */
  madeUp: z.boolean().optional(),
});

/** Intermittent 5xx responses, of so many requests with a method: a retry of the same request succeeded. */
const errorsSchema = z.object({
  method: z.enum(['GET', 'POST']),
  statuses: z.array(z.int()),
  errors: z.int(),
  requests: z.int(),
});

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
  interrupted: z.boolean().optional(),
  /** True if the exit status may be 0 although rules lack settings or data. */
  allowIncomplete: z.boolean().optional(),
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
  /** Milliseconds of waits for rate limits, retries, MAX_RATE or a service that was away. */
  waitedMs: z.int().optional(),
  /** Requests a second that the target accepted, if it refused a higher rate. */
  workingRate: z.int().optional(),
  created: z.array(createdSchema).optional(),
  errorsByChance: z.array(errorsSchema).optional(),
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
