import * as z from 'zod';
import { causeSchema, failureSchema, kindSchema, triedSchema } from './evidence-model.ts';

/** The baseline entry of a rule that is judged. */
export const listedSchema = z.object({
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
export const pinSchema = z.object({
  value: z.string(),
  reason: z.string(),
  issue: z.string().optional(),
  /** `unobserved` if this run did not make the observation. */
  state: z.enum(['held', 'changed', 'unobserved']),
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
  /** True if errors by chance leave it undecided; `run.errorsByChance` counts them. */
  errorsByChance: z.boolean().optional(),
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
