import { describe, expect, it } from 'vitest';
import { volatileFields } from '../../src/snapshot/volatile.ts';

type Make = (index: number, place: number) => unknown;

/** Returns results of a list by position on a page. */
const page = (make: Make, from: number, to: number): unknown[] =>
  Array.from({ length: to - from }, (_, place) => make(from + place, place));

const issue = (index: number) => ({ title: `t${index}`, text: `text ${(index * 7919) % 1009}`, kind: 'bug' });
const first = page(issue, 0, 30);
const partsOf = (firstPage: readonly unknown[], ...readings: { records: unknown[]; from: number }[]) =>
  [...volatileFields(firstPage, readings)].toSorted();

describe('the volatile fields of a record', () => {
  it('are none where nothing changes', () => {
    expect(partsOf(first, { records: first, from: 0 }, { records: first.slice(5, 10), from: 5 })).toEqual([]);
  });

  it('are those that change from one reading to the next, wherever they stand', () => {
    const made = (reading: number): Make => {
      return (index) => ({
        ...issue(index),
        at: reading,
        deep: { seen: reading },
        all: [{ token: reading + index }],
      });
    };
    expect(partsOf(page(made(1), 0, 30), { records: page(made(2), 0, 10), from: 0 })).toEqual([
      'all[].token',
      'at',
      'deep.seen',
    ]);
  });

  it('are those that are in a record at one time and not at another', () => {
    const made = (reading: number): Make => {
      return (index) => ({
        ...issue(index),
        ...((index + reading) % 3 === 0 && { advert: { text: 'Buy' } }),
      });
    };
    const parts = partsOf(page(made(1), 0, 30), { records: page(made(2), 0, 30), from: 0 });
    expect(parts).toContain('advert');
    expect(parts.filter((part) => !part.startsWith('advert'))).toEqual([]);
  });

  it('are those that show the page, and the place on it', () => {
    const onPage = (number: number): Make => {
      return (index, place) => ({
        place: `page ${number}, no. ${place + 1}`,
        no: place + 1,
        issue: issue(index),
      });
    };
    const readings = [
      { records: page(onPage(1), 0, 30), from: 0 },
      { records: page(onPage(2), 5, 10), from: 5 },
    ];
    expect(partsOf(page(onPage(1), 0, 30), ...readings)).toEqual(['no', 'place']);
  });

  it('are none where somebody changed one issue between the readings', () => {
    const edited = first.map((one, index) => (index === 3 ? { ...issue(3), title: 'another' } : one));
    const second = { records: edited, from: 0 };
    expect(partsOf(first, second, second)).toEqual([]);
  });

  it('are none where issues came or went between the readings', () => {
    const came = [...page(issue, 50, 53), ...first.slice(0, 27)];
    expect(partsOf(first, { records: came, from: 0 })).toEqual([]);
    expect(partsOf(first, { records: first.slice(2), from: 0 })).toEqual([]);
  });

  it('are seen though issues came between the readings', () => {
    const made = (reading: number): Make => {
      return (index) => ({ ...issue(index), at: reading });
    };
    const came = [...page(made(2), 50, 52), ...page(made(2), 0, 28)];
    expect(partsOf(page(made(1), 0, 30), { records: came, from: 0 })).toEqual(['at']);
  });

  it('do not hold the title where a place in the list moved on', () => {
    const ranked: Make = (index) => ({ cursor: `c${index}`, title: `t${index}` });
    const moved = page((index) => ({ cursor: `c${index}`, title: `t${index - 1}` }), 0, 30);
    expect(partsOf(page(ranked, 0, 30), { records: moved, from: 0 })).not.toContain('title');
  });

  it('are none where the second page is broken', () => {
    for (const broken of [
      first.slice(5, 10).toReversed(),
      first.slice(0, 5),
      first.slice(4, 9),
      page(issue, 130, 135),
    ])
      expect(partsOf(first, { records: first, from: 0 }, { records: broken, from: 5 })).toEqual([]);
  });

  it('are all that differs where there is nothing else to know a record by', () => {
    const made = (reading: number): Make => {
      return (index) => ({ kind: 'bug', seen: `${reading}-${index}` });
    };
    expect(partsOf(page(made(1), 0, 30), { records: page(made(2), 0, 30), from: 0 })).toEqual(['seen']);
  });
});
