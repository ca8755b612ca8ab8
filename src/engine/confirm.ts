import { because, type Doubt } from '../client/doubt.ts';
import { TIMES_GONE } from '../client/outage.ts';
import { type Broken, type CaseResult, HELD, type Judgement, resultOf, undecided } from '../model/check.ts';
import { type ConfirmedViolation, count, type Violation } from '../model/violation.ts';
import type { EFFORTS } from './next-step.ts';
import { type Errors, isOfErrors, isSeenOften, next, type Step } from './next-step.ts';

/** A disagreement that is confirmed, or explained, by more attempts. */
export interface Subject {
  readonly counterexample: Readonly<Record<string, unknown>>;
  readonly by: keyof typeof EFFORTS;
  /** Attempts that have shown it with nothing else in flight. They count. */
  readonly before: number;
  /** Returns how many answers of twins would excuse it if one of them showed the same. */
  readonly twinAnswers: () => number;
  /** True if the service was seen to answer one request in two ways. */
  readonly isFlaky: () => boolean;
  readonly isRationed: boolean;
  /** Returns the errors by chance, if a 5xx was seen at first. */
  readonly errors: () => Errors;
  /** Judges the attempts that were not answered with 5xx. */
  readonly judgeAnswered: () => Judgement;
  /** True if LISTED_WITHIN_MS has passed since the first attempt. */
  readonly isAged: () => boolean;
  /** Makes more attempts, with nothing else in flight. @returns why it could not @throws {Stopped} */
  readonly look: (times: number) => Promise<Doubt | null>;
  /** Judges the attempts, or those since the list was given its time. */
  readonly judge: () => Judgement;
  /**
   * Gives the list its time. From then on older attempts only excuse.
   * @returns why no time is enough
   * @throws {Stopped}
   */
  readonly age: () => Promise<Doubt | null>;
}

/**
 * Returns the probability that chance shows so many violations in the case, and none in its twins; 0 if it has no twins.
 */
function chanceOf(seen: number, looks: number, twins: number): number {
  if (twins === 0) return 0;
  let chance = 1;
  for (let nth = 0; nth < seen; nth += 1) chance *= (looks - nth) / (looks + twins - nth);
  return chance;
}

const slip = (first: Broken, seen: number, looks: number): CaseResult =>
  undecided(
    because(
      'unstable',
      `It was seen in ${seen} of ${looks} attempts (${first.violation.actual}, not ${first.violation.expected}), too seldom to be sure; run again when the service is stable.`,
    ),
  );

/** The violation where a rule's own requests are answered with 5xx more often than those that they are compared with. */
function erring(
  violation: Violation,
  { own, others }: Errors,
  counterexample: Subject['counterexample'],
): ConfirmedViolation {
  const actual = `${violation.actual} to ${own.errors} of ${count(own.tries, 'request')}, and to ${others.errors} of ${others.tries} that they are compared with`;
  return { ...violation, actual, counterexample, reproduced: { seen: own.errors, tries: own.tries } };
}

const NOTHING_YET = because('unclear', 'It was not looked at again.');

/** The attempts of a confirmation so far. */
interface Attempts {
  readonly first: Broken;
  readonly judgement: Judgement;
  readonly looks: number;
}

const violated = ({ first, judgement, looks }: Attempts, { counterexample }: Subject): CaseResult => {
  const { violation } = judgement.kind === 'broken' ? judgement : first;
  const alone = isSeenOften(violation.kind) ? TIMES_GONE : 1;
  const reproduced =
    judgement.kind === 'broken' ? { seen: judgement.seen, tries: looks } : { seen: alone, tries: alone };
  return { kind: 'violated', violation: { ...violation, counterexample, reproduced } };
};

/** Returns the result of a confirmation that ends. */
function ended(as: (Step & { kind: 'end' })['as'], attempts: Attempts, subject: Subject): CaseResult {
  const { first, judgement, looks } = attempts;
  const seen = judgement.kind === 'broken' ? judgement.seen : 0;
  switch (as) {
    case 'violated':
      return violated(attempts, subject);
    case 'slip':
      // The first attempt counts here, even beside other requests.
      return subject.before > 0 ? slip(first, seen, looks) : slip(first, seen + 1, looks + 1);
    case 'erring':
      return {
        kind: 'violated',
        violation: erring(first.violation, subject.errors(), subject.counterexample),
      };
    case 'chance': {
      const answered = subject.judgeAnswered();
      if (answered.kind !== 'broken') return resultOf(answered);
      return isOfErrors(answered.violation) ? HELD : slip(answered, seen, looks);
    }
    case 'moving':
      return undecided(
        because(
          'unstable',
          `The list is another one at each reading, and a list of another time would explain what was seen (${first.violation.actual}, not ${first.violation.expected}); run again while the list is at rest.`,
        ),
      );
    case 'held':
    case 'vacuous':
    case 'undecided':
      return judgement.kind === 'broken' ? HELD : resultOf(judgement);
  }
}

/** Confirms a disagreement, or finds what explains it. @throws {Stopped} */
export async function confirm(first: Broken, subject: Subject): Promise<CaseResult> {
  const { before, by } = subject;
  let looks = before;
  let judgement: Judgement = before > 0 ? first : undecided(NOTHING_YET);
  for (;;) {
    const step = next({
      first,
      judgement,
      looks,
      before,
      by,
      aged: subject.isAged(),
      chance: judgement.kind === 'broken' ? chanceOf(judgement.seen, looks, subject.twinAnswers()) : 0,
      isFlaky: subject.isFlaky(),
      isRationed: subject.isRationed,
      errors: by === 'requests' && isOfErrors(first.violation) ? subject.errors() : null,
    });
    if (step.kind === 'end') return ended(step.as, { first, judgement, looks }, subject);
    const doubt = step.kind === 'look' ? await subject.look(step.times) : await subject.age();
    if (doubt !== null) return undecided(doubt);
    if (step.kind === 'look') {
      looks += step.times;
      judgement = subject.judge();
    } else looks = 0;
  }
}
