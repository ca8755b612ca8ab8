import type { Doubt } from '../client/doubt.ts';
import { confirm } from '../engine/confirm.ts';
import type { EFFORTS, Errors } from '../engine/next-step.ts';
import type { Broken, CaseResult, Judgement } from '../engine/oracle.ts';

/** How what creations showed is brought about again. */
interface Again {
  readonly counterexample: Readonly<Record<string, unknown>>;
  readonly by: Exclude<keyof typeof EFFORTS, 'requests'>;
  /** How many attempts have shown it, or could have: one where not said otherwise. */
  readonly before?: number;
  /** Makes some more attempts, with new markers. @returns why nothing follows from them @throws {Stopped} */
  readonly attempt: (times: number) => Promise<Doubt | null>;
  /** What all attempts say. */
  readonly judge: () => Judgement;
}

const NONE = { errors: 0, tries: 0 };
/** Creations are judged by what became of them. */
const NO_ERRORS: Errors = {
  areElsewhere: false,
  own: NONE,
  others: NONE,
  chanceInRun: 1,
  isAskedBeside: false,
};

/** Confirms what creations showed: no list has to be given its time, since they were given theirs. @throws {Stopped} */
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
