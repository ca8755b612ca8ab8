/** Why a run sends nothing more. */
export type StopCause = 'deadline' | 'interrupted' | 'requests' | 'gone';

const SENTENCES: Record<Exclude<StopCause, 'gone'>, string> = {
  deadline: 'The run reached its deadline before this was decided; set a higher DEADLINE_S (--deadline).',
  interrupted: 'The run was interrupted before this was decided; run it again to the end.',
  requests:
    'This part of the run used up its requests before this was decided; set a higher MAX_REQUESTS (--max-requests).',
};

/** Thrown where a request would be sent after the run's end; the rule under trial becomes inconclusive. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  override readonly cause: StopCause;

  /** @param sentence for people; only where the target went away, which says at which request it did */
  constructor(cause: Exclude<StopCause, 'gone'>);
  constructor(cause: 'gone', sentence: string);
  constructor(cause: StopCause, sentence = '') {
    super(cause === 'gone' ? sentence : SENTENCES[cause]);
    this.cause = cause;
  }
}
