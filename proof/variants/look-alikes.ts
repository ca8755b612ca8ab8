import type { Issue } from '../../src/service/world/repository.ts';
import { recordsAs } from '../changes/answers.ts';
import { withoutIdentity } from './records.ts';
import { deviationsOf } from './variant.ts';

/** True for the issues of the seed data; issues of runs have later dates. */
const isSeeded = ({ created_at }: Issue): boolean => created_at < '2024';

/** Ids that are counted for each repository, so that private records look like public ones. */
export const lookAlikeVariants = deviationsOf({
  'look-alike-ids-by-repository': {
    difference: 'Each repository counts its ids from 1.',
    change: recordsAs((issue) => ({ ...issue, id: issue.number })),
  },
  'look-alike-relative-links': {
    difference: 'Records have a number and a relative link, but no id.',
    change: recordsAs(({ id: _id, ...issue }) => ({ ...issue, html_url: `issues/${issue.number}` })),
  },
  'look-alike-seeded': {
    difference: 'All repositories have equal seed data: issues with equal numbers look the same.',
    change: recordsAs((issue) => ({ ...issue, id: issue.number, html_url: `issues/${issue.number}` })),
  },
  'look-alike-ids-by-kind': {
    difference: 'Issues and pull requests count their ids apart.',
    cannotShow: ['list.page.partition'],
    change: recordsAs((issue) => ({
      ...withoutIdentity(issue),
      id: issue.pull_request === undefined ? issue.number : Math.ceil(issue.number / 13),
    })),
  },
  'look-alike-imported-without-id': {
    difference: 'Imported issues have neither id nor address.',
    cannotShow: ['list.page.partition'],
    change: recordsAs((issue) => (issue.number < 40 ? withoutIdentity(issue) : issue)),
  },
  'look-alike-short-titles': {
    difference: 'Records have a number and the same short title, and nothing else.',
    change: recordsAs(({ number, title, ...issue }) => ({
      number,
      title: isSeeded({ number, title, ...issue }) ? 'Bug' : title,
    })),
  },
});
