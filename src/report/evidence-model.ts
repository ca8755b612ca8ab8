import * as z from 'zod';
import { causes } from '../client/doubt.ts';

const headers = z.record(z.string(), z.string());

export const exchangeSchema = z.object({
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
export const kindSchema = z.enum([
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
export const causeSchema = z.enum(causes);

/** Two lists of results around their first difference. */
export const differenceSchema = z.object({
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
export const triedSchema = z.object({
  /** Number of cases by caller. */
  callers: z.record(z.string(), z.int()),
  /** One case that could have failed, with its exchange. */
  example: z.object({ case: z.record(z.string(), z.unknown()), exchange: exchangeSchema }).optional(),
});

export const failureSchema = z.object({
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
  /** Data with which `replay` makes this case again; absent in reports of versions before 0.2. */
  replay: z
    .object({
      /** The name of the case. */
      case: z.string().optional(),
      /** True if earlier writes of other rules may have contributed. */
      afterWrites: z.boolean(),
    })
    .optional(),
});
