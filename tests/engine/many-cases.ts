import { accepted } from '../../src/checks/answers.ts';
import type { RuleCase } from '../../src/model/case.ts';
import type { Trial } from '../../src/run/trial.ts';
import { type Answering, answerList, caseRule, someIssues } from './trying.ts';

export const LIST = someIssues(150);
export const well: Answering = (asked) => answerList(asked, LIST);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** The cases and the check of a rule that asks for a number of listings and expects 200. */
export const ofCases = (count: number) => ({
  cases: (t: Trial): RuleCase[] => numbered(count).map((q) => t.list({ q })),
  check: () => accepted(),
});
export const some = (count: number) => caseRule(ofCases(count));
