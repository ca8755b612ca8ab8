import { describe, expect, it } from 'vitest';
import { markedIn, shownIn, timesShown } from '../../src/created/own-records.ts';
import { Writer } from '../../src/created/writer.ts';
import type { Identity } from '../../src/snapshot/identity.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { pageShowing, postAnswered } from './exchanges.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const byRecord: Identity = { kind: 'record', volatile: new Set() };
const none: Identity = { kind: 'none', why: 'alike' };

/** A writer that has sent creations with these answers, and the title and the marker of each. */
function written(answers: readonly unknown[], status = 201) {
  const writer = new Writer('run1');
  const sent = answers.map((answer) => {
    const { body = '' } = writer.request({
      repository: { owner: 'acme', repo: 'widgets' },
      as: { standing: 'none' },
      payload: (title, marker) => ({ title, body: `about ${marker}` }),
      valid: true,
    })();
    writer.note(postAnswered(body, status, null, JSON.stringify(answer)));
    const marker = writer.markerIn(body) ?? '';
    return { title: `conformance ${marker} may be deleted`, marker };
  });
  return { writer, sent };
}
const two = ['', ''];

type Pages = readonly (readonly unknown[])[];
const record = (id: number, title: unknown) => ({ id, title });
const marker = (title = ''): string => /ic-\S+/.exec(title)?.[0] ?? '';
/** Each record names the one before it, beside its own title. */
const neighbours = (titles: readonly string[]) =>
  titles.map((title, n) => ({ id: n, previous: { title: titles[n - 1] }, title }));
/** Each record names the latest of them. */
const latest = (titles: readonly string[]) =>
  titles.map((title, n) => ({ id: n, latest: titles.at(-1), data: { title } }));

describe('two issues of this run', () => {
  it.each<[string, (one: string, other: string) => Pages, readonly number[], Identity?]>([
    ['their titles', (a) => [[record(1, a), record(2, 'x')]], [1, 0]],
    ['two records on one page', (a, b) => [[record(1, a), record(2, a), record(3, b)]], [2, 1]],
    ['two records on two pages', (a, b) => [[record(1, a), record(3, b)], [record(2, a)]], [2, 1]],
    ['one record on two pages', (a) => [[record(1, a)], [record(1, a)]], [1, 0]],
    ['one record twice on a page', (a) => [[record(1, a), record(1, a), record(2, 'x')]], [2, 0]],
    [
      'a page that repeats others too',
      (a) => [[record(1, a), record(1, a), record(2, 'x'), record(2, 'x')]],
      [1, 0],
    ],
    ['records that are alike', (a, b) => [[{ t: a }, { t: a }, { t: 'x' }], [{ t: b }]], [2, 1], none],
    ['a text in place of a record', (a) => [[record(1, a)], [a]], [1, 0]],
    ['a title in capitals', (a) => [[record(1, `  ${a.toUpperCase()}`)]], [1, 0]],
    ['a title that is cut', (a) => [[record(1, a.replace(' may be deleted', '…'))]], [1, 0]],
    ['a quoted title', (a) => [[record(1, a), record(2, `Robot: "${a}"`)]], [1, 0]],
    ['an answer to a title', (a) => [[record(1, a), record(2, `Re: ${a}`)]], [1, 0]],
    ['a marker in a text', (a) => [[record(1, a), { id: 2, title: 'x', body: `see ${marker(a)}` }]], [1, 0]],
    ['a quoted title alone', (a) => [[record(2, `Robot: "${a}"`)]], [0, 0]],
    ['their neighbours', (a, b) => [neighbours([a, b])], [1, 1]],
    ['the latest one', (a, b) => [latest([a, b])], [1, 1]],
    ['the one there is', (a) => [[...latest([a]), { id: 7, latest: a }, { id: 8, latest: a }]], [1, 0]],
    ['names of their own', (a, b) => [[{ 17: { t: a } }, { 18: { t: b } }]], [1, 1], byRecord],
    ['arrays', (a, b) => [[{ v: [a, 'open'] }, { v: ['open', b] }]], [1, 1], byRecord],
  ])('are counted by %s', (_what, pagesOf, times, identity = byId) => {
    const { writer, sent } = written(two);
    const pages = pagesOf(sent[0]?.title ?? '', sent[1]?.title ?? '').map(pageShowing);
    const shown = shownIn(pages, writer, identity);
    expect(sent.map((one) => timesShown(shown, one.marker))).toEqual(times);
  });
});

describe('an issue whose record shows none of its texts', () => {
  const like = [
    { id: 7, state: 'open' },
    { id: 8, state: 'open', draft: true },
  ];

  it.each<
    readonly [
      string,
      readonly unknown[],
      readonly unknown[],
      ReadonlySet<string> | undefined,
      readonly number[],
    ]
  >([
    ['the id of the record', [{ id: 7, user: { id: 1 } }], [{ id: 7 }, { id: 8 }], new Set(), [1]],
    ['the record inside', [{ issue: { id: 7 }, warnings: [] }], [{ id: 7 }, { id: 8 }], new Set(), [1]],
    ['the id of two issues', [{ id: 7 }, { id: 7 }], [{ id: 7 }], new Set(), [0, 0]],
    ['the id of its author', [{ issue: { id: 7 }, user: { id: 7 } }], [{ id: 7 }], new Set(), [0]],
    ['a list', [[{ id: 7 }]], [{ id: 7 }], new Set(), [0]],
    ['the id of an old record', [{ id: 3 }], [{ id: 7 }, { id: 3 }], new Set(['3']), [0]],
    ['a receipt, and nothing was read before', [{ id: 7, status: 'queued' }], like, undefined, [0]],
    ['an id, and nothing was read before', [{ id: 7 }], like, undefined, [0]],
    [
      'a record, and nothing was read before',
      [{ id: 7, state: 'open', locked: false }],
      like,
      undefined,
      [1],
    ],
  ])('is known by an answer with %s', (_what, answers, records, before, times) => {
    const { writer, sent } = written(answers);
    const shown = shownIn([pageShowing(records)], writer, byId, before);
    expect(sent.map((one) => timesShown(shown, one.marker))).toEqual(times);
  });

  it('is not a record that shows the title of another one', () => {
    const { writer, sent } = written(['', { id: 7 }]);
    const shown = shownIn([pageShowing([record(7, sent[0]?.title)])], writer, byId, new Set());
    expect(sent.map((one) => timesShown(shown, one.marker))).toEqual([1, 0]);
  });
});

it('what a refused request has left is a record whose own title or body is the one that was sent', () => {
  const { writer, sent } = written(['', '', ''], 422);
  const [one, other, third] = sent;
  const records = [
    record(1, one?.title),
    { id: 2, title: 'untitled', body: `about ${other?.marker}` },
    record(3, `Robot: ${third?.title}`),
  ];
  const { begun, traces } = shownIn([pageShowing(records)], writer, byId);
  expect([...begun]).toEqual([one?.marker, other?.marker]);
  // Who finds only a quotation must not call the issue missing.
  expect(traces.has(third?.marker ?? '')).toBe(true);
});

it('a page shows what it showed though its records were let go', () => {
  const { writer, sent } = written(two);
  const page = pageShowing([record(1, sent[0]?.title), record(2, 'x'), record(3, sent[1]?.title)]);
  const listing = listingOf(page);
  if (listing.kind !== 'list') throw new Error('it is a list');
  expect([...markedIn(page, writer).keys()]).toEqual([0, 2]);
  listing.records.keysBy(byId);
  listing.records.letGo();
  const { records, keys } = shownIn([page], writer, byId);
  expect([[...records.keys()], [...keys.keys()]]).toEqual([sent.map((one) => one.marker), ['1', '2', '3']]);
});

it('the account of all records has each with how often it stands on one page, and whether it shows a marker', () => {
  const { writer, sent } = written(['']);
  const page = pageShowing([record(1, 'x'), record(1, 'x'), record(2, sent[0]?.title), null]);
  const { keys, places } = shownIn([page, pageShowing([record(1, 'x')])], writer, byId);
  expect(keys.get('1')).toEqual({ times: 2, isMarked: false });
  expect(keys.get('2')).toEqual({ times: 1, isMarked: true });
  expect(places.get(sent[0]?.marker ?? '')).toEqual([{ page, result: 3, key: '2' }]);
});
