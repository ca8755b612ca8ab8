export type StopCause = 'deadline' | 'interrupted' | 'requests' | 'gone';

const SENTENCES: Partial<Record<StopCause, string>> = {
  deadline: 'The run reached its deadline before this was decided; set a higher DEADLINE_S (--deadline).',
  interrupted: 'The run was interrupted before this was decided; run it again to the end.',
};

/** Thrown if a request would be sent after the end of the run. The rule then stays inconclusive. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  override readonly cause: StopCause;

  /** @param sentence message with details of this run */
  constructor(cause: StopCause, sentence = SENTENCES[cause] ?? cause) {
    super(sentence);
    this.cause = cause;
  }
}

/** @param all limit of the whole run @param kept requests that are kept for later parts of it */
export function outOfRequests(all: number, kept: number): Stopped {
  const but = kept === 0 ? '' : ` but the ${kept.toLocaleString('en')} that other rules need`;
  return new Stopped(
    'requests',
    `The run sent all ${all.toLocaleString('en')} requests of MAX_REQUESTS${but} before this was decided; a higher MAX_REQUESTS (--max-requests) gives it more.`,
  );
}
