import { SURVEY_PAGE_SIZE } from '../src/survey/known.ts';
import { readListAnswer } from '../src/survey/list-answer.ts';
import type { Exchange } from '../src/target/exchange.ts';
import { areTelling, observeEach } from '../src/trial/observing/asked.ts';
import { statusOf } from '../src/trial/observing/brief.ts';
import {
  besideMeasure,
  listingQuestion,
  listings,
  observeListings,
  plainList,
  plainListIsRead,
} from '../src/trial/observing/likeness.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const PAGES = { same: 'as page 1', other: 'other results' };
/** A page that no list reaches. */
const FAR = 1_000_000;

/** How many results an answer holds, where it holds any. */
function countIn(answer: Exchange): string {
  const list = readListAnswer(answer);
  if (list.kind === 'no-array') return '200, no JSON array';
  if (list.kind !== 'list') return statusOf(answer);
  return `200, ${list.records.length === 1 ? '1 result' : `${list.records.length} results`}`;
}

/** The page after the last one, where the survey saw the end; it may have been read already. */
async function pageBeyondEnd(t: Trial): Promise<{ page: number; answer: Exchange | undefined }> {
  const known = await t.survey.known();
  const size = known.head.kind === 'list' ? known.head.records.length : 0;
  if (!known.complete || size === 0) return { page: FAR, answer: undefined };
  const page = Math.max(2, Math.ceil(known.keys.length / size) + 1);
  return { page, answer: known.exchanges[page - 1] };
}

/** Pages and page sizes that the document leaves open (sections 4.1 and 8). */
export const observedList = [
  rule('observed.page.default', (t) =>
    observeListings(
      t,
      [['page=1', { page: '1' }]],
      { same: 'the same', other: 'other results' },
      (value) => `Beside the list without \`page\`, the one with page=1 is: ${value}.`,
    ),
  ),

  rule('observed.page.zero', (t) =>
    observeListings(
      t,
      [['0', { page: '0' }]],
      PAGES,
      (value) => `A listing with page=0 is answered: ${value}.`,
    ),
  ),

  rule('observed.page.negative', (t) =>
    observeListings(
      t,
      [['-1', { page: '-1' }]],
      PAGES,
      (value) => `A listing with page=-1 is answered: ${value}.`,
    ),
  ),

  rule('observed.page.not-a-number', (t) =>
    observeListings(
      t,
      [
        ['abc', { page: 'abc' }],
        ['nothing', { page: '' }],
      ],
      PAGES,
      (value) => `Listings with a word for \`page\`, and with nothing, are answered: ${value}.`,
    ),
  ),

  rule('observed.page.beyond-end', async (t) => {
    if (!plainListIsRead(t)) return;
    const { page, answer: read } = await pageBeyondEnd(t);
    if (read === undefined && !t.mayAskMore()) return;
    const query = { per_page: String(SURVEY_PAGE_SIZE), page: String(page) };
    const answer = read ?? (await t.ask(listingQuestion(t, query)));
    if (!areTelling(t, [answer])) return;
    const value = await besideMeasure(t, answer, plainList(t), { same: 'the first page', other: 'results' });
    if (value !== null) t.observe(value, `A page beyond the end of the list is answered: ${value}.`);
  }),

  rule('observed.page.huge', (t) =>
    observeListings(
      t,
      // With the first the place of its first result no longer fits into 64 bits; the second is 1 in 64 bits and in 32.
      [2n ** 63n - 1n, 2n ** 64n + 1n].map((page) => [String(page), { page: String(page) }]),
      PAGES,
      (value) => `Listings with pages beyond 32 and 64 bits are answered: ${value}.`,
    ),
  ),

  rule('observed.per-page.not-an-integer', (t) =>
    observeEach(
      t,
      listings(t, [
        ['abc', { per_page: 'abc' }],
        ['nothing', { per_page: '' }],
        ['1.5', { per_page: '1.5' }],
        ['1e2', { per_page: '1e2' }],
        ['" 5"', { per_page: ' 5' }],
        ['5 and 7', { per_page: ['5', '7'] }],
      ]),
      countIn,
      (value) => `Listings whose \`per_page\` is no integer are answered: ${value}.`,
    ),
  ),
];
