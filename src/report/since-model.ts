import * as z from 'zod';

export const outcomeSchema = z.enum(['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken']);

/** Changes since the last run of the same target in the history; rules are named by id. */
export const sinceLastRunSchema = z.object({
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
