import type { ReportOutcome } from './model.ts';

/** What an outcome is called, what it says, and the exit status that goes with it. */
interface OutcomeWords {
  readonly title: string;
  readonly sentence: string;
  readonly exit: string;
}

/** The outcomes of a run in words. */
export const outcomeWords: Readonly<Record<ReportOutcome, OutcomeWords>> = {
  conformant: {
    title: 'Conformant',
    sentence: 'every rule that decides was tried and holds',
    exit: 'exit status 0',
  },
  nonconformant: {
    title: 'Not conformant',
    sentence: 'a rule is broken that the baseline does not list, or the baseline is stale',
    exit: 'exit status 1',
  },
  incomplete: {
    title: 'Incomplete',
    sentence: 'nothing new is broken, but not every rule that decides could be decided',
    exit: 'exit status 3, or 0 with --allow-incomplete',
  },
  unusable: {
    title: 'Unusable',
    sentence: 'the target could not be checked',
    exit: 'exit status 2',
  },
  broken: {
    title: 'Broken',
    sentence: 'issue-conformance itself failed, which says nothing about the target',
    exit: 'exit status 4',
  },
};
