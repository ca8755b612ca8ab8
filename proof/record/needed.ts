import * as z from 'zod';
import recorded from './needed.json' with { type: 'json' };

const changeSchema = z.strictObject({
  /** The gravest change: a verdict, else a reason, else the number of requests. */
  what: z.enum(['verdict', 'reason', 'requests']),
  cell: z.string(),
  how: z.string(),
});

const leftOutSchema = z.strictObject({
  /** Number of cells of the matrix that run the code of the guard. */
  reached: z.int().min(0),
  /** Number of these cells in which the guard changes a value. */
  decided: z.int().min(0),
  /** Number of these cells that were tried without the guard, until a verdict changed. */
  tried: z.int().min(0),
  changed: changeSchema.nullable(),
});

/** Results of the last `npm run needed`, by guard. */
const neededSchema = z.record(z.string(), leftOutSchema);

export type LeftOut = z.infer<typeof leftOutSchema>;
export type VerdictChange = z.infer<typeof changeSchema>;
export type NeededRecord = z.infer<typeof neededSchema>;

/** @throws {z.ZodError} if the record is invalid */
export const readNeeded = (value: unknown): NeededRecord => neededSchema.parse(value);

export const needed: NeededRecord = readNeeded(recorded);

/** True if no verdict changed without the guard. */
export const isUnneeded = ({ changed }: LeftOut): boolean => changed?.what !== 'verdict';
