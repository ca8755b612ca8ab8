import type { Caller } from '../survey/callers.ts';
import type { Query } from '../target/question.ts';
import type { Judgement, Probe } from './probe.ts';
import type { Trial } from './trial.ts';

/** A listing of the public repository as one case: what is asked, by whom, and how the answer is judged. */
export interface ListCase {
  readonly query: Query;
  readonly by?: Caller;
  /** False where the answer is not compared with the list, so that the list need not rest. */
  readonly compared?: boolean;
}

/** The probe of a listing; `judge` comes from `judges.ts`. */
export function listing(
  t: Trial,
  { query: wanted, by = t.survey.base, compared = true }: ListCase,
  judge: Probe['judge'],
): Probe {
  const query = t.survey.fromBeginning(wanted);
  return {
    case: { ...query, ...(by === t.survey.base ? {} : { asked: by }) },
    asks: [{ repository: t.premises.repository, as: t.as(by), query }],
    ...(compared ? { against: by } : {}),
    judge,
  };
}

/** So many issues, in words. */
export const issues = (count: number): string => (count === 1 ? '1 issue' : `${count} issues`);

export const vacuous = (needs: string): Judgement => ({ kind: 'vacuous', needs });
