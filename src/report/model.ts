import * as z from 'zod';
import { causes } from '../client/doubt.ts';

const headers = z.record(z.string(), z.string());

const exchangeSchema = z.object({
  /**
   * Its role in the evidence of a failure: the case, its twin, or a request before them. Absent elsewhere,
   * and in reports of versions before 0.3.
   */
  role: z.enum(['case', 'twin', 'context']).optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().nullable(),
  }),
  /** `null` if no response came. */
  response: z.object({ status: z.int(), headers, body: z.string(), truncated: z.boolean() }).nullable(),
  /** The reason that no complete response came; absent if one did. */
  fault: z.string().optional(),
  ms: z.number(),
});

/** Kinds of violations. */
const kindSchema = z.enum([
  'status',
  'server-error',
  'malformed',
  'too-many',
  'too-few',
  'wrong-results',
  'wrong-order',
  'leaked',
  'stored',
  'lost',
  'duplicated',
  'gone-away',
]);

/** All kinds of violations, as a report names them. */
export const failureKinds = kindSchema.options;

/** Causes of an undecided rule. */
const causeSchema = z.enum(causes);

/** Two lists of results around their first difference. */
const differenceSchema = z.object({
  /** Position of the first result that differs, counted from 1. */
  at: z.int(),
  /** Position of the first name below, counted from 1. */
  from: z.int(),
  /** Names of the results of the case and of the twin; fewer if a list ends. */
  case: z.array(z.string()),
  twin: z.array(z.string()),
  /**
   * Total numbers of results. If the twin is a larger page, only its results that the case should show count.
   */
  caseTotal: z.int(),
  twinTotal: z.int(),
});

/**
 * An issue that is listed twice, listed wrongly, or missing. Each position is an exchange of the failure and
 * a result in it, both counted from 1.
 */
const misplacedSchema = z.object({
  name: z.string(),
  at: z.array(z.object({ exchange: z.int(), result: z.int() })),
});

/** The trial of a decided rule. */
const triedSchema = z.object({
  /** Number of cases by caller. */
  callers: z.record(z.string(), z.int()),
  /** One case that could have failed, with its exchange. */
  example: z.object({ case: z.record(z.string(), z.unknown()), exchange: exchangeSchema }).optional(),
});

const failureSchema = z.object({
  /** Absent in reports of versions before 0.3. */
  kind: kindSchema.optional(),
  expected: z.string(),
  actual: z.string(),
  /** The impact of the violation. */
  means: z.string(),
  counterexample: z.record(z.string(), z.unknown()),
  seed: z.int(),
  /** Attempts that showed the failure, of all attempts: "3 of 3". */
  reproduced: z.string(),
  exchanges: z.array(exchangeSchema),
  /** First difference between the results of case and twin; absent if they were not compared one by one. */
  difference: differenceSchema.optional(),
  /** Issues that are listed twice, missing, or shown to callers without access; absent if there are none. */
  records: z.array(misplacedSchema).optional(),
  curl: z.string(),
  /** True if the requests were used up before all smaller cases were tried. Absent otherwise. */
  mayBeSmaller: z.boolean().optional(),
  /** Data with which `replay` makes this case again; absent in reports of versions before 0.2. */
  replay: z
    .object({
      /**
       * The property of the rule that generated the case, counted from 0, and its value; absent if none did.
       */
      property: z.int().optional(),
      value: z.unknown().optional(),
      /** True if earlier writes of other rules may have contributed. */
      afterWrites: z.boolean(),
    })
    .optional(),
});

/** A version of the service with the times of its first and last response. */
const versionSchema = z.object({
  version: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});

/** Response times over all answered requests of a run, in milliseconds. */
const latencySchema = z.object({
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

/** The baseline entry of a rule that is judged. */
const listedSchema = z.object({
  expect: z.enum(['fail', 'inconclusive', 'skip']),
  /** Kinds of violations that the entry names; absent if it names none. */
  kind: z.array(kindSchema).optional(),
  /**
   * Causes of undecided rules that the entry names; absent if it names none, and in reports of versions
   * before 0.3.
   */
  cause: z.array(causeSchema).optional(),
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

/**
 * Waiting times of a run, in milliseconds of wall-clock time by cause. Requests that waited at the same time
 * count once. Causes may overlap. Absent if nothing waited for that cause.
 */
const waitsSchema = z.object({
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
const errorsByChanceSchema = z.object({
  method: z.enum(['GET', 'POST']),
  statuses: z.array(z.int()),
  errors: z.int(),
  requests: z.int(),
});

/** A likely cause of failures, as a sentence without a full stop, and the ids of the failed rules. */
const likelyCauseSchema = z.object({ text: z.string(), rules: z.array(z.string()) });

/** Issues that the service accepted in one repository. */
const createdSchema = z.object({
  owner: z.string(),
  repo: z.string(),
  /** Marker of each issue: part of its title or body. */
  markers: z.array(z.string()),
});

/** The result of one rule. */
export const ruleReportSchema = z.object({
  id: z.string(),
  level: z.enum(['required', 'implied', 'observed']),
  /**
   * True if it judges a listing or a creation as a whole. It may fail because a rule on one parameter does.
   */
  general: z.boolean().optional(),
  sections: z.array(z.string()),
  statement: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'skip', 'observed']),
  /** For `inconclusive` and `skip`: what to do to decide the rule. */
  reason: z.string().optional(),
  /**
   * For `inconclusive` and `skip`: the cause. `--allow-incomplete` accepts only `setting` (a setting is
   * missing) and `data` (the target holds too little). Absent in reports of versions before 0.3.
   */
  cause: causeSchema.optional(),
  /** Id of a rule that failed in this run, which leaves this one undecided; absent if there is none. */
  because: z.string().optional(),
  /** Number of cases tried. */
  cases: z.int(),
  /** Requests sent for this rule; responses reused from other rules do not count. */
  requests: z.int(),
  /**
   * Milliseconds from the start of the rule to its verdict, waits included. Rules of one phase run at the
   * same time, so the sum exceeds the time of the run. Absent if the rule never reported, and in reports of
   * versions before 0.3.
   */
  ms: z.int().optional(),
  /** Absent if nothing was tried, and in reports of versions before 0.3. */
  tried: triedSchema.optional(),
  /** The evidence of a pass, if it needs an explanation. */
  note: z.string().optional(),
  observation: z.object({ value: z.string(), note: z.string() }).optional(),
  failure: failureSchema.optional(),
  /**
   * True if the baseline lists this failure or undecided rule, so that it does not count against the exit
   * status.
   */
  known: z.boolean().optional(),
  listed: listedSchema.optional(),
  pin: pinSchema.optional(),
});

const outcomeSchema = z.enum(['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken']);

/** Changes since the last run of the same target in the history; rules are named by id. */
const sinceLastRunSchema = z.object({
  /** The run that this one is compared with; `null` if the history has none. */
  last: z
    .object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      outcome: outcomeSchema,
      seed: z.int(),
      version: z.string(),
      /** Version of the service in that run; absent if unknown. */
      targetVersion: z.string().optional(),
    })
    .nullable(),
  /** Later runs of the target that cannot be compared, with the reason; the newest first. */
  passedOver: z.array(
    z.object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      why: z.enum(['unusable', 'broken', 'interrupted', 'undecided', 'other rules']),
    }),
  ),
  /** Number of history files that could not be read as reports. */
  unreadable: z.int(),
  /** `null` if there is no such run, or if this run decided no rule that both have. */
  changes: z
    .object({
      /** Settings that differ between the two runs and may explain changes. */
      settings: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
      /** Rules that fail now and did not fail before, with their earlier result. */
      newFailures: z.array(z.object({ id: z.string(), before: z.enum(['pass', 'undecided', 'absent']) })),
      mended: z.array(z.string()),
      newlyUndecided: z.array(z.string()),
      /**
       * Rules that were decided before and are not now, because settings differ or this run was interrupted.
       */
      leftOpen: z.array(z.string()),
      /** Rules that pass now and were undecided before. */
      decidedNow: z.array(z.string()),
      observations: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
      /** Observations that changed because settings differ or this run was interrupted. */
      observedOtherwise: z.array(z.string()),
      /** Observations that changed, but vary from run to run anyway. */
      varying: z.array(z.string()),
      stillFailing: z.int(),
      stillUndecided: z.int(),
      /** Number of gating rules that only one of the two runs has, without new failures. */
      notCompared: z.int(),
    })
    .nullable(),
});

/**
 * The report of one run, `conformance.json`: all other formats are rendered from it. New keys are optional
 * and leave `schemaVersion` unchanged, so that each version reads all reports with the same number.
 */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('issue-conformance'), version: z.string() }),
  outcome: outcomeSchema,
  /** The problem in a sentence, for `unusable`, `broken` and runs that ended early. */
  problem: z.string().optional(),
  target: z.object({
    baseUrl: z.string(),
    owner: z.string(),
    repo: z.string(),
    bundled: z.boolean(),
    /** Name of the target for people; absent if none was set. */
    label: z.string().optional(),
  }),
  run: z.object({
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
    /**
     * Likely common causes of failures; no response of the run contradicts them. Absent if there are none,
     * and in reports of versions before 0.3.
     */
    likelyCauses: z.array(likelyCauseSchema).optional(),
  }),
  counts: z.object({
    pass: z.int(),
    fail: z.int(),
    inconclusive: z.int(),
    skip: z.int(),
    observed: z.int(),
  }),
  /** Absent if no history was given, and in reports of versions before 0.3. */
  sinceLastRun: sinceLastRunSchema.optional(),
  /** Ids of baseline entries to remove, because their rules no longer fail. */
  staleBaseline: z.array(z.string()).optional(),
  rules: z.array(ruleReportSchema),
});

export type Report = z.infer<typeof reportSchema>;
export type RuleReport = z.infer<typeof ruleReportSchema>;
export type FailureReport = z.infer<typeof failureSchema>;
export type ExchangeReport = z.infer<typeof exchangeSchema>;
export type DifferenceReport = z.infer<typeof differenceSchema>;
export type TriedReport = z.infer<typeof triedSchema>;
export type LatencyReport = z.infer<typeof latencySchema>;
export type VersionReport = z.infer<typeof versionSchema>;
export type ListedReport = z.infer<typeof listedSchema>;
export type PinReport = z.infer<typeof pinSchema>;
export type SinceLastRun = z.infer<typeof sinceLastRunSchema>;
export type WaitsReport = z.infer<typeof waitsSchema>;
export type ErrorsByChanceReport = z.infer<typeof errorsByChanceSchema>;
export type LikelyCauseReport = z.infer<typeof likelyCauseSchema>;
export type CreatedReport = z.infer<typeof createdSchema>;
export type ReportOutcome = Report['outcome'];
