import * as z from 'zod';
import { causes } from '../client/undecided-reason.ts';
import { levels } from '../model/rule-ids.ts';
import { violationKinds } from '../model/violation-kinds.ts';

const headers = z.record(z.string(), z.string());

export const exchangeSchema = z.object({
  /** Its role in the evidence of a failure: the case, its twin, or a request before them. */
  role: z.enum(['case', 'twin', 'context']).optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().nullable(),
  }),
  /** `null` if no response came. */
  response: z.object({ status: z.int(), headers, body: z.string(), truncated: z.boolean() }).nullable(),
  /** The reason that no complete response came. */
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

/** The cases of a decided rule. */
const triedSchema = z.object({
  /** Number of cases by caller. */
  callers: z.record(z.string(), z.int()),
  /** One case that could have failed. */
  example: z.object({ case: z.record(z.string(), z.unknown()) }).optional(),
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
  /** Data with which `replay` makes this case again. */
  replay: z
    .object({
      /** The name of the case. */
      case: z.string().optional(),
      /** True if earlier writes of other rules may have contributed. */
      afterWrites: z.boolean(),
    })
    .optional(),
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

/** The result of one rule. */
export const ruleReportSchema = z.object({
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
  /** Number of cases tried. */
  cases: z.int(),
  /** Requests sent for this rule; responses reused from other rules do not count. */
  requests: z.int(),
  /** Milliseconds from the start of the rule to its verdict. Rules run at the same time, so their sum is longer than the run. */
  ms: z.int().optional(),
  tried: triedSchema.optional(),
  /** The evidence of a pass, if it needs an explanation. */
  note: z.string().optional(),
  observation: z.object({ value: z.string(), note: z.string() }).optional(),
  failure: failureSchema.optional(),
  /** True if the baseline lists this failure or undecided rule, so that the exit status ignores it. */
  known: z.boolean().optional(),
  listed: listedSchema.optional(),
  pin: pinSchema.optional(),
});
