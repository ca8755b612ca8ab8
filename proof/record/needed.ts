import * as z from 'zod';
import recorded from './needed.json' with { type: 'json' };

const changeSchema = z.strictObject({
  /** The gravest thing that changed: a verdict, else a reason, else the number of requests. */
  what: z.enum(['verdict', 'reason', 'requests']),
  cell: z.string(),
  how: z.string(),
});

const leftOutSchema = z.strictObject({
  /** Cells of the matrix in which the code of the guard ran. */
  reached: z.int().min(0),
  /** Those of them in which it had another value than without it. */
  decided: z.int().min(0),
  /** Those of them that were tried without it, until a verdict changed. */
  tried: z.int().min(0),
  changed: changeSchema.nullable(),
});

/** What the last run of `npm run needed` showed of each guard, by its id. */
const neededSchema = z.record(z.string(), leftOutSchema);

export type LeftOut = z.infer<typeof leftOutSchema>;
export type Change = z.infer<typeof changeSchema>;
export type NeededRecord = z.infer<typeof neededSchema>;

/** @throws {z.ZodError} if it is no such record */
export const readNeeded = (value: unknown): NeededRecord => neededSchema.parse(value);

export const needed: NeededRecord = readNeeded(recorded);

/** True if no cell had another verdict without the guard. */
export const isUnneeded = ({ changed }: LeftOut): boolean => changed?.what !== 'verdict';
