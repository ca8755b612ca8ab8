import * as z from 'zod';
import { type Cause, causes, isOfOneRun } from '../client/undecided-reason.ts';

export const LONGEST = { reason: 1000, issue: 500, value: 2000 } as const;

/** Causes that an entry may name. Causes of a single run cannot be expected in advance. */
export const acceptedCauses: readonly Cause[] = causes.filter((cause) => !isOfOneRun(cause));

export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

export const NO_BASELINE = { known: [], pins: [] };

/** A baseline is invalid. The message names the file, the place, what was given and what is allowed. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}
