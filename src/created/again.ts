import type { Doubt } from '../client/doubt.ts';
import { confirm } from '../engine/confirm.ts';
import type { EFFORTS, Errors } from '../engine/next-step.ts';
import type { Broken, CaseResult, Judgement } from '../model/check.ts';

/** A way to make creations again, and to judge them. */
interface Again {
  readonly counterexample: Readonly<Record<string, unknown>>;
  readonly by: Exclude<keyof typeof EFFORTS, 'requests'>;
  /** Attempts so far that could have shown it; 1 by default. */
  readonly before?: number;
  /** Makes more attempts, with new markers. @returns why nothing follows from them @throws {Stopped} */
  readonly attempt: (times: number) => Promise<Doubt | null>;
  /** Judges all attempts. */
  readonly judge: () => Judgement;
}

const NONE = { errors: 0, tries: 0 };
/** Creations are judged by their issues, and not by 5xx. */
const NO_ERRORS: Errors = {
  areElsewhere: false,
  own: NONE,
  others: NONE,
  chanceInRun: 1,
  isAskedBeside: false,
};

/** Confirms what creations showed. They were given LISTED_WITHIN_MS, so age explains nothing. @throws {Stopped} */
export const confirmAgain = (
  first: Broken,
  { counterexample, by, before = 1, attempt, judge }: Again,
): Promise<CaseResult> =>
  confirm(first, {
    counterexample,
    by,
    before,
    twinAnswers: () => 0,
    isFlaky: () => false,
    isRationed: false,
    errors: () => NO_ERRORS,
    judgeAnswered: judge,
    isAged: () => true,
    look: attempt,
    judge,
    age: () => Promise.resolve(null),
  });
