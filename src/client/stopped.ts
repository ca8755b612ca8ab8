import type { Cause } from './undecided-reason.ts';

/** Thrown if a request would be sent after the end of the run, or of its part. The rule then stays inconclusive. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  override readonly cause: Cause;

  constructor(cause: Cause, sentence: string) {
    super(sentence);
    this.cause = cause;
  }
}

export const interrupted = (): Stopped =>
  new Stopped('interrupted', 'The run was interrupted; run it again to the end.');
