import { incomparable, lookShows, telling } from '../src/checks/answers.ts';
import { repositoriesAreTold } from '../src/checks/preconditions.ts';
import { type Caller, sameRepository } from '../src/client/test-bed.ts';
import type { RuleCase } from '../src/model/case.ts';
import type { Check } from '../src/model/check.ts';
import { broken, held, lacking, undecided, unshown } from '../src/model/check.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { listingOf } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';
import { FINDS_ENDS } from './ends.ts';
import { LISTING } from './explained-by.ts';

/** The plain listing of the repository that the run has written to, if it is not the one that is read. */
export const listsWrittenTo = (t: Trial, by: Caller = t.base): RuleCase[] =>
  sameRepository(t.bed.written, t.bed.repository) || !t.run.hasWritten
    ? []
    : [t.list({}, { by, repository: t.bed.written })];

/** Expects one JSON array as the body, for any request. */
const isArray: Check = {
  says: 'one JSON array',
  twins: () => ({}),
  judge: ({ looks }) => {
    const wrong = looks.flatMap((look) => {
      const answer = telling(look);
      const listing = answer === undefined ? null : listingOf(answer);
      return listing?.kind === 'malformed' ? [{ look, seen: listing.seen }] : [];
    });
    const last = wrong.at(-1);
    if (last !== undefined)
      return broken(
        {
          kind: 'malformed',
          expected: '200 and one JSON array',
          actual: last.seen,
          ...lookShows(last.look, 'context'),
        },
        wrong.length,
      );
    const [answer] = looks.map(telling);
    const listing = answer === undefined ? null : listingOf(answer);
    if (listing?.kind === 'unknown') return undecided(listing);
    return answer !== undefined && listing?.kind === 'list'
      ? held([answer])
      : unshown('a listing that is answered with 200');
  },
};

/** Expects a JSON object as every element. */
const areObjects = (t: Trial): Check => ({
  says: 'every element is a JSON object',
  twins: () => ({}),
  judge: ({ looks, suspected }) => {
    const lists = looks.flatMap((look) => {
      const answer = telling(look);
      const listing = answer === undefined ? null : listingOf(answer);
      return answer !== undefined && listing?.kind === 'list' ? [{ look, records: listing.records }] : [];
    });
    const wrong = lists.flatMap(({ look, records }) => {
      // A stored payload like one of this run explains it, unless the case was suspected before.
      const isOwn = suspected === null && t.run.stored.explains(records);
      return records.odd === null || isOwn ? [] : [{ look, odd: records.odd, length: records.length }];
    });
    const last = wrong.at(-1);
    if (last !== undefined)
      return broken(
        {
          kind: 'malformed',
          expected: 'a JSON object as every element',
          actual: `a JSON ${last.odd.type} as element ${last.odd.place + 1} of ${last.length}`,
          ...lookShows(last.look, 'context'),
        },
        wrong.length,
      );
    const unread = incomparable(looks);
    if (lists.length === 0 && unread !== null) return undecided(unread);
    const filled = lists.filter(({ records }) => records.length > records.odds.length);
    return filled.length > 0
      ? held(filled.flatMap(({ look }) => telling(look) ?? []))
      : lacking('at least one issue', ['list.array']);
  },
});

/** A page behind the end. It may be refused or empty, but a body with 200 is an array there too. */
async function behindTheEnd(t: Trial): Promise<RuleCase> {
  const { complete, keys } = await t.run.now();
  const page = (complete ? Math.ceil(keys.length / FULL_PAGE) : 100_000) + 1;
  return t.list({ per_page: String(FULL_PAGE), page: String(page) });
}

/** The answer to a listing of the public repository (sections 1, 2 and 4.1). */
export const listAnswers: readonly CaseRule[] = [
  {
    id: 'list.array',
    level: 'required',
    general: true,
    statedIn: ['1 payloads', '1 last sentence', '4.1 response body'],
    phase: 'end',
    asked: 'read',
    needs: [],
    says: 'The body of a listing is exactly one JSON array, with nothing before it and nothing after it.',
    tried:
      'Every listing that any gating rule was given with 200 in the whole run is parsed as a whole, whoever asked, those of the private repository and a page behind the end among them. An object around the array, a second document after it and a body cut short are violations.',
    compared: 'by itself, every listing: one JSON array',
    impact: {
      general: 'A client cannot take the body of a listing for one JSON array.',
      malformed: 'A client that parses the body as one JSON array fails on it, or gets garbled text.',
    },
    explainedBy: LISTING,
    preconditions: [repositoriesAreTold],
    cases: async (t) => [
      t.list({}),
      t.list({ per_page: '100' }, { around: ['per_page'] }),
      ...(FINDS_ENDS[t.profile] ? [await behindTheEnd(t)] : []),
      ...listsWrittenTo(t),
    ],
    check: () => isArray,
    free: () => ({ check: isArray, of: () => true }),
  },
  {
    id: 'list.records',
    level: 'implied',
    general: true,
    statedIn: ['2 issue'],
    touches: ['1 last sentence', '4.1 response body'],
    phase: 'end',
    asked: 'read',
    needs: [],
    data: { open: 1 },
    says: 'Each result in a listing is a JSON object, whether issue or pull request, and may have any fields at all.',
    tried:
      'Every element of every listing that any gating rule was given in the whole run is looked at: null, a string, a number, a boolean or a nested array is a violation. An empty list has no elements; one issue in the repository decides it.',
    compared: 'by itself, every listing: each element a JSON object',
    impact: {
      general: 'A client cannot take every result for an issue.',
      malformed:
        'A client that looks at the fields of every result finds none in one of them, or crashes on it.',
    },
    explainedBy: ['create.payload-type', 'list.array', ...LISTING],
    preconditions: [repositoriesAreTold],
    cases: (t) => [t.list({}), t.list({ per_page: '100' }, { around: ['per_page'] }), ...listsWrittenTo(t)],
    check: areObjects,
    free: (t) => ({ check: areObjects(t), of: () => true }),
  },
];
