import { hideFromAnonymous, isAnonymous } from '../changes/callers.ts';
import type { Deviation } from './variant.ts';

/** What is shown depends on who asks. */
export const viewerVariants = [
  {
    id: 'anonymous-without-pull-requests',
    difference: 'Who sends no credential sees no pull requests.',
    change: (b) => hideFromAnonymous(b, (issue) => issue.pull_request !== undefined),
  },
  {
    id: 'anonymous-sees-less',
    difference: 'Who sends no credential does not see every seventh issue.',
    change: (b) => hideFromAnonymous(b, ({ number }) => number % 7 === 0),
  },
  {
    id: 'anonymous-sees-no-oldest',
    difference: 'Who sends no credential does not see the oldest issues, so that his list ends before.',
    change: (b) => hideFromAnonymous(b, ({ number }) => number <= 20),
  },
  {
    id: 'anonymous-short-records',
    difference: 'Who sends no credential gets a number and a title of each issue.',
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        isAnonymous(b, request)
          ? JSON.stringify({ number: issue.number, title: issue.title })
          : b.renderRecord(issue, place, request),
    }),
  },
] as const satisfies readonly Deviation[];
