import { describe, expect, it } from 'vitest';
import { volatileFields } from '../../src/snapshot/volatile.ts';

type Make = (index: number, place: number) => unknown;

/** Returns results of a list by position on a page. */
const page = (make: Make, from: number, to: number): unknown[] =>
  Array.from({ length: to - from }, (_, place) => make(from + place, place));

const issue = (index: number) => ({ title: `t${index}`, text: `text ${(index * 7919) % 1009}`, kind: 'bug' });
const stamped =
  (reading: number): Make =>
  (index) => ({ ...issue(index), at: reading, deep: { seen: reading }, all: [{ token: reading + index }] });
const advertised =
  (reading: number): Make =>
  (index) => ({ ...issue(index), ...((index + reading) % 3 === 0 && { advert: 'Buy' }) });
const placed =
  (number: number): Make =>
  (index, place) => ({ place: `page ${number}, no. ${place + 1}`, no: place + 1, issue: issue(index) });
const alone =
  (reading: number): Make =>
  (index) => ({ kind: 'bug', seen: `${reading}-${index}` });
const first = page(issue, 0, 30);
const edited = first.map((one, index) => (index === 3 ? { ...issue(3), title: 'another' } : one));
const STAMPS = ['all[].token', 'at', 'deep.seen'];

type Reading = readonly [records: readonly unknown[], from: number];

describe('the volatile fields of a record', () => {
  it.each<readonly [string, readonly string[], readonly unknown[], readonly Reading[]]>([
    [
      'nothing changes',
      [],
      first,
      [
        [first, 0],
        [first.slice(5, 10), 5],
      ],
    ],
    ['fields change with each reading', STAMPS, page(stamped(1), 0, 30), [[page(stamped(2), 0, 10), 0]]],
    [
      'they do, and issues came',
      STAMPS,
      page(stamped(1), 0, 30),
      [[[...page(stamped(2), 50, 52), ...page(stamped(2), 0, 28)], 0]],
    ],
    ['a field comes and goes', ['advert'], page(advertised(1), 0, 30), [[page(advertised(2), 0, 30), 0]]],
    [
      'fields show the page and the place',
      ['no', 'place'],
      page(placed(1), 0, 30),
      [
        [page(placed(1), 0, 30), 0],
        [page(placed(2), 5, 10), 5],
      ],
    ],
    [
      'one issue was changed',
      [],
      first,
      [
        [edited, 0],
        [edited, 0],
      ],
    ],
    ['issues came', [], first, [[[...page(issue, 50, 53), ...first.slice(0, 27)], 0]]],
    ['issues went', [], first, [[first.slice(2), 0]]],
    [
      'the second page is turned round',
      [],
      first,
      [
        [first, 0],
        [first.slice(5, 10).toReversed(), 5],
      ],
    ],
    [
      'the second page is the first one',
      [],
      first,
      [
        [first, 0],
        [first.slice(0, 5), 5],
      ],
    ],
    [
      'the second page is displaced',
      [],
      first,
      [
        [first, 0],
        [first.slice(4, 9), 5],
      ],
    ],
    [
      'the second page holds others',
      [],
      first,
      [
        [first, 0],
        [page(issue, 130, 135), 5],
      ],
    ],
    ['nothing else is known of a record', ['seen'], page(alone(1), 0, 30), [[page(alone(2), 0, 30), 0]]],
  ])('where %s are %j', (_where, expected, firstPage, readings) => {
    const later = readings.map(([records, from]) => ({ records, from }));
    expect([...volatileFields(firstPage, later)].toSorted()).toEqual(expected);
  });

  it('do not hold the title where the place in the list moved on', () => {
    const ranked: Make = (index) => ({ cursor: `c${index}`, title: `t${index}` });
    const moved = page((index) => ({ cursor: `c${index}`, title: `t${index - 1}` }), 0, 30);
    expect(volatileFields(page(ranked, 0, 30), [{ records: moved, from: 0 }])).not.toContain('title');
  });
});
