import type { Issue } from '../../src/service/world/repository.ts';
import { renderAs } from '../changes/answers.ts';
import type { Deviation } from './variant.ts';

/** The issues with which a repository began; those of runs are dated later. */
const isSeeded = ({ created_at }: Issue): boolean => created_at < '2024';

/** Records that count by repository: those of a private one look like those of a public one. */
export const lookAlikeVariants = [
  {
    id: 'look-alike-ids-by-repository',
    difference: 'Each repository counts its ids from 1.',
    change: () => renderAs((issue) => ({ ...issue, id: issue.number })),
  },
  {
    id: 'look-alike-relative-links',
    difference: 'Records have a number and a relative link, and no other id.',
    change: () => renderAs(({ id: _id, ...issue }) => ({ ...issue, html_url: `issues/${issue.number}` })),
  },
  {
    id: 'look-alike-seeded',
    difference:
      'All repositories were seeded alike: what has one number is the same in everything that is shown.',
    change: () => renderAs((issue) => ({ ...issue, id: issue.number, html_url: `issues/${issue.number}` })),
  },
  {
    id: 'look-alike-short-titles',
    difference: 'Issues have a number and the same short title, and nothing else.',
    change: () =>
      renderAs(({ number, title, ...issue }) => ({
        number,
        title: isSeeded({ number, title, ...issue }) ? 'Bug' : title,
      })),
  },
] as const satisfies readonly Deviation[];
