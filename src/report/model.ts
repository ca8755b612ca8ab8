import * as z from 'zod';
import { causes } from '../client/doubt.ts';

const headers = z.record(z.string(), z.string());

const exchangeSchema = z.object({
  /**
   * What it is among the evidence of a failure: the case itself, the twin that it has to agree with, or what had to come
   * before. Absent elsewhere, and in reports of versions before 0.3.
   */
  role: z.enum(['case', 'twin', 'context']).optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().nullable(),
  }),
  /** `null` where no answer came. */
  response: z.object({ status: z.int(), headers, body: z.string(), truncated: z.boolean() }).nullable(),
  /** Why no complete answer came; absent where one did. */
  fault: z.string().optional(),
  ms: z.number(),
});

/** In which way a rule is broken. */
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

/** Every way of failing, as a report names it. */
export const failureKinds = kindSchema.options;

/** What leaves a rule open. */
const causeSchema = z.enum(causes);

/** Two lists of results around the first place at which they differ. */
const differenceSchema = z.object({
  /** The first result that differs, counted from 1. */
  at: z.int(),
  /** Which result the first of the names below is, counted from 1. */
  from: z.int(),
  /** Names of the results of the case and of the twin; fewer where a list ends. */
  case: z.array(z.string()),
  twin: z.array(z.string()),
  /** How many results each has in all; of a larger page that holds the case, as many as the case should have. */
  caseTotal: z.int(),
  twinTotal: z.int(),
});

/** An issue that is listed more than once, where it must not be, or nowhere, and where it was found: in which exchange of the failure as which result, both counted from 1. */
const misplacedSchema = z.object({
  name: z.string(),
  at: z.array(z.object({ exchange: z.int(), result: z.int() })),
});

/** How a rule was tried that was decided. */
const triedSchema = z.object({
  /** Cases by who asked. */
  callers: z.record(z.string(), z.int()),
  /** One of the cases that could have failed, with what was answered. */
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
  /** How often it was seen in how many tries: "3 of 3". */
  reproduced: z.string(),
  exchanges: z.array(exchangeSchema),
  /** Where the results of the case and of its twin differ first; absent where they were not compared one by one. */
  difference: differenceSchema.optional(),
  /** Issues that are listed more than once, are missing, or are shown to whom they must not be; absent where none are. */
  records: z.array(misplacedSchema).optional(),
  curl: z.string(),
  /** True if requests ran out before it was known that no smaller case breaks the rule. Absent otherwise. */
  mayBeSmaller: z.boolean().optional(),
  /** What `replay` needs to make this case again; absent in reports of versions before 0.2. */
  replay: z
    .object({
      /** Which property of the rule generated the case, counted from 0, and from which value; absent where none did. */
      property: z.int().optional(),
      value: z.unknown().optional(),
      /** Whether what other rules had written to the target before may have part in it. */
      afterWrites: z.boolean(),
    })
    .optional(),
});

/** A version of the service, and when it answered. */
const versionSchema = z.object({
  version: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});

/** How long the target took to answer, over all requests of a run that were answered, in milliseconds. */
const latencySchema = z.object({
  answered: z.int(),
  minMs: z.number(),
  medianMs: z.number(),
  p95Ms: z.number(),
  maxMs: z.number(),
  /** How many took less than so long, and no less than the bucket before; `null` has no upper bound. */
  buckets: z.array(z.object({ belowMs: z.number().nullable(), count: z.int() })),
});

/** What the baseline says of a rule that is judged. */
const listedSchema = z.object({
  expect: z.enum(['fail', 'inconclusive', 'skip']),
  /** The ways of failing that it names; absent where it names none. */
  kind: z.array(kindSchema).optional(),
  /** The causes of being undecided that it names; absent where it names none, and in reports of versions before 0.3. */
  cause: z.array(causeSchema).optional(),
  reason: z.string().optional(),
  issue: z.string().optional(),
  /** The last day on which it is valid, `YYYY-MM-DD`. */
  expires: z.string().optional(),
  /**
   * Whether it is so: `as-listed`; `otherwise` where the rule fails in another way; `stale` where a `fail` entry's rule
   * passes, `passes` where that of another does; `undecided` where a `fail` entry's rule was not decided, or
   * that of another for a cause that it does not cover; `expired` past its
   * date, whatever became of the rule.
   */
  state: z.enum(['as-listed', 'otherwise', 'stale', 'passes', 'undecided', 'expired']),
});

/** The value of an observation that a team relies on: its own expectation, and not the specification's. */
const pinSchema = z.object({
  value: z.string(),
  reason: z.string(),
  issue: z.string().optional(),
  /** `unobserved` where this run did not come to observe it. */
  state: z.enum(['held', 'changed', 'unobserved']),
});

/**
 * For how long a run was held up, in milliseconds of wall-clock time by cause: requests that waited side by side count once,
 * so it is the time in which at least one of them waited. Causes may overlap. Absent where nothing waited for that cause.
 */
const waitsSchema = z.object({
  /** Before the run, for the plain list to be answered with 200 (WAIT_S). */
  startMs: z.int().optional(),
  /** For the rate limit of the target. */
  rateLimitMs: z.int().optional(),
  /** Before something was sent again that a bad moment had failed. */
  backOffMs: z.int().optional(),
  /** For MAX_RATE. */
  maxRateMs: z.int().optional(),
  /** For a service that had stopped answering. */
  outageMs: z.int().optional(),
});

/** How many answered requests of one method were answered with 5xx by chance. */
const errorsByChanceSchema = z.object({
  method: z.enum(['GET', 'POST']),
  statuses: z.array(z.int()),
  errors: z.int(),
  requests: z.int(),
});

/** What may explain some failures, in a sentence without a full stop, and the ids of the rules that failed for it. */
const likelyCauseSchema = z.object({ text: z.string(), rules: z.array(z.string()) });

/** Issues that the service accepted in one repository. */
const createdSchema = z.object({
  owner: z.string(),
  repo: z.string(),
  /** The marker of each: it stands in its title, or in its body. */
  markers: z.array(z.string()),
});

/** What became of one rule. */
export const ruleReportSchema = z.object({
  id: z.string(),
  level: z.enum(['required', 'implied', 'observed']),
  /** True if it judges a listing or a creation as a whole, and may fail where a rule on one parameter does. */
  general: z.boolean().optional(),
  sections: z.array(z.string()),
  statement: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'skip', 'observed']),
  /** For `inconclusive` and `skip`: what would decide it. */
  reason: z.string().optional(),
  /**
   * For `inconclusive` and `skip`: what leaves the rule open. Only `setting` (one is missing) and `data` (the target holds
   * too little) are accepted by `--allow-incomplete`. Absent in reports of versions before 0.3.
   */
  cause: causeSchema.optional(),
  /** The rule that failed in this run and leaves this one undecided; absent if no other rule does. */
  because: z.string().optional(),
  /** Cases tried. */
  cases: z.int(),
  /** Requests sent for this rule alone; what other rules had asked already is not counted again. */
  requests: z.int(),
  /**
   * Milliseconds from when the rule was begun to its verdict, waits included. Rules of one phase run side by side, so these add
   * up to more than the run took. Absent where it never reported, and in reports of versions before 0.3.
   */
  ms: z.int().optional(),
  /** Absent where nothing was tried, and in reports of versions before 0.3. */
  tried: triedSchema.optional(),
  /** What a pass rests on, where that is worth saying. */
  note: z.string().optional(),
  observation: z.object({ value: z.string(), note: z.string() }).optional(),
  failure: failureSchema.optional(),
  /** True where the baseline lists this failure, or that the rule is undecided: it does not count against the exit status. */
  known: z.boolean().optional(),
  listed: listedSchema.optional(),
  pin: pinSchema.optional(),
});

const outcomeSchema = z.enum(['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken']);

/** What changed since the last run of the same target that is kept in the history; rules by their ids. */
const sinceLastRunSchema = z.object({
  /** The run that this one is compared with; `null` where the history has none. */
  last: z
    .object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      outcome: outcomeSchema,
      seed: z.int(),
      version: z.string(),
      /** The version of the service in that run; absent if nobody said it. */
      targetVersion: z.string().optional(),
    })
    .nullable(),
  /** Later runs of the target that show nothing to compare with, and why; the newest first. */
  passedOver: z.array(
    z.object({
      id: z.string(),
      startedAt: z.iso.datetime(),
      why: z.enum(['unusable', 'broken', 'interrupted', 'undecided', 'other rules']),
    }),
  ),
  /** Files of the history that could not be read as reports. */
  unreadable: z.int(),
  /** `null` where there is no such run, or where this one decided no rule that both have. */
  changes: z
    .object({
      /** Settings that the two runs had differently, which may explain what changed. */
      settings: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
      /** Rules that fail and did not fail then: what became of them then. */
      newFailures: z.array(z.object({ id: z.string(), before: z.enum(['pass', 'undecided', 'absent']) })),
      mended: z.array(z.string()),
      newlyUndecided: z.array(z.string()),
      /** Rules that were decided then and are not now, which other settings or an interruption of this run explain. */
      leftOpen: z.array(z.string()),
      /** Rules that pass and were undecided then. */
      decidedNow: z.array(z.string()),
      observations: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
      /** Observations that are others now, which other settings or an interruption explain. */
      observedOtherwise: z.array(z.string()),
      /** Observations that are others now, as they are from run to run. */
      varying: z.array(z.string()),
      stillFailing: z.int(),
      stillUndecided: z.int(),
      /** Gating rules that one of the two runs has and the other has not, new failures left out. */
      notCompared: z.int(),
    })
    .nullable(),
});

/**
 * The report of one run: `conformance.json`, the one source of every other format. Keys that are added are optional and
 * leave `schemaVersion` as it is, so that every version reads the reports of every other with the same number.
 */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('issue-conformance'), version: z.string() }),
  outcome: outcomeSchema,
  /** For `unusable`, `broken` and runs that ended early: what was wrong, in a sentence. */
  problem: z.string().optional(),
  target: z.object({
    baseUrl: z.string(),
    owner: z.string(),
    repo: z.string(),
    bundled: z.boolean(),
    /** What people call the target; absent where they did not say. */
    label: z.string().optional(),
  }),
  run: z.object({
    id: z.string(),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    /** The version of the service that was checked, or the last one that answers named; absent if nobody said. */
    targetVersion: z.string().optional(),
    /** If answers named several versions: the times of the first and the last answer of each. */
    targetVersions: z.array(versionSchema).optional(),
    /** The CI run that this run was a part of. */
    ci: z.object({ url: z.string().optional(), commit: z.string().optional() }).optional(),
    /** Requests sent, retries included. */
    requests: z.int(),
    /** How many of them were retries after the target had failed to answer. */
    retries: z.int(),
    seed: z.int(),
    profile: z.enum(['quick', 'standard', 'thorough']),
    writes: z.enum(['none', 'rejected', 'all']),
    /** `null` where all rules took part. */
    selection: z.object({ only: z.array(z.string()), skip: z.array(z.string()) }).nullable(),
    /** How many rules count in all, chosen or not; absent where all took part, and in reports of versions before 0.3. */
    gatingRules: z.int().optional(),
    interrupted: z.boolean().optional(),
    /** Host and port of the proxy that requests went through; absent where they went straight to the target. */
    proxy: z.string().optional(),
    /** True where certificates of TLS were not checked, so that anybody in between could have answered. */
    uncheckedCertificates: z.boolean().optional(),
    /** True where requests went to a handler within the process of the run, and not over a network. */
    handler: z.boolean().optional(),
    /**
     * How the report is replayed from the folder in which the run was started. Absent where that cannot be said, and in
     * reports of versions before 0.3.
     */
    replay: z
      .object({
        /** How this program was called: by `npm run conformance`, by npx, or by its own name. */
        program: z.enum(['script', 'npx', 'command']),
        /** The file that `node` starts, if the program has no name to be called by. */
        entry: z.string().optional(),
        /** Where `conformance.json` is; empty where only its reader knows. */
        report: z.string(),
        /** Flags for what of the target `.env` of that folder does not say: `--base-url`, `https://…`. Absent without any. */
        settings: z.array(z.string()).optional(),
        /** Which of TOKEN, OUTSIDER_TOKEN, HEADERS and the proxies `.env` of that folder gave. Absent without any. */
        dotenv: z.array(z.string()).optional(),
      })
      .optional(),
    /** The other settings by the names of their variables; tokens as "given" only. Absent in reports of versions before 0.2. */
    settings: z.record(z.string(), z.string()).optional(),
    /** Absent where nothing was answered, and in reports of versions before 0.2. */
    latency: latencySchema.optional(),
    /** Absent where nothing was waited for, and in reports of versions before 0.3. */
    waits: waitsSchema.optional(),
    /** Issues that the run has created, by repository. Absent if there are none, and in reports of versions before 0.3. */
    created: z.array(createdSchema).optional(),
    /**
     * Answers of 5xx that came by chance: the same request was answered otherwise when it was sent again. Absent without any
     * that count, and in reports of versions before 0.3.
     */
    errorsByChance: z.array(errorsByChanceSchema).optional(),
    /**
     * What is likely to be the one cause of some failures; no answer of the run contradicts it. Absent without any, and in
     * reports of versions before 0.3.
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
  /** Absent where no history was given, and in reports of versions before 0.3. */
  sinceLastRun: sinceLastRunSchema.optional(),
  /** Ids of baseline entries whose rules do not fail any more: take them out of it. */
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
