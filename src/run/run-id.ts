import { randomBytes } from 'node:crypto';

const BYTES = 5;

/** An id for one run, unique enough that its issues are never taken for those of another. */
export const newRunId = (): string => randomBytes(BYTES).toString('hex');
