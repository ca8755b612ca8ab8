export type StopCause = 'deadline' | 'interrupted' | 'requests' | 'gone';

/** Causes with a fixed message. */
type PlainStop = Extract<StopCause, 'deadline' | 'interrupted'>;

const SENTENCES: Record<PlainStop, string> = {
  deadline: 'The run reached its deadline before this was decided; set a higher DEADLINE_S (--deadline).',
  interrupted: 'The run was interrupted before this was decided; run it again to the end.',
};

/** Thrown if a request would be sent after the end of the run. The rule then stays inconclusive. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  override readonly cause: StopCause;

  /** @param sentence message with details of this run */
  constructor(cause: PlainStop);
  constructor(cause: Exclude<StopCause, PlainStop>, sentence: string);
  constructor(cause: StopCause, sentence = '') {
    super(cause === 'deadline' || cause === 'interrupted' ? SENTENCES[cause] : sentence);
    this.cause = cause;
  }
}

/** @param sent requests of this part of the run @param all limit of the whole run */
export function outOfRequests(sent: number, all: number): Stopped {
  const count = new Intl.NumberFormat('en');
  const had =
    sent < all
      ? `This part of the run may send ${count.format(sent)} of the ${count.format(all)} requests of MAX_REQUESTS, and sent them all`
      : `The run sent all ${count.format(all)} requests of MAX_REQUESTS`;
  return new Stopped(
    'requests',
    `${had} before this was decided; a higher MAX_REQUESTS (--max-requests) gives it more.`,
  );
}
