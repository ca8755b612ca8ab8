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
  new Stopped('interrupted', 'The run was interrupted before this was decided; run it again to the end.');

export const pastDeadline = (): Stopped =>
  new Stopped(
    'limit',
    'The run reached its deadline before this was decided; set a higher DEADLINE_S (--deadline).',
  );
