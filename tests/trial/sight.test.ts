import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/survey/identity.ts';
import { type Listing, sightOf } from '../../src/trial/sight.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const none: Identity = { kind: 'none', why: 'alike' };
const markerIn = (text: string): string | undefined => /m\d+/.exec(text)?.[0];
const listing = (pages: readonly (readonly unknown[])[], ended = true): Listing => ({ pages, ended });
const counted = (listings: readonly Listing[], identity: Identity = byId) =>
  sightOf(listings, ['m1', 'm2'], identity, markerIn).counts;

describe('what a look at the list finds', () => {
  it('counts 0 for a marker that no record shows', () => {
    expect(counted([listing([[{ id: 1, title: 'm1' }]])])).toEqual(
      new Map([
        ['m1', 1],
        ['m2', 0],
      ]),
    );
  });

  it('counts two for two records that show one marker', () => {
    expect(
      counted([
        listing([
          [
            { id: 1, title: 'm1' },
            { id: 2, title: 'm1' },
          ],
        ]),
      ]).get('m1'),
    ).toBe(2);
  });

  it('counts two for one record that stands twice on one page', () => {
    expect(
      counted([
        listing([
          [
            { id: 1, title: 'm1' },
            { id: 1, title: 'm1' },
          ],
        ]),
      ]).get('m1'),
    ).toBe(2);
  });

  it('counts one for a record that stands on two pages, since the list may have moved', () => {
    expect(counted([listing([[{ id: 1, title: 'm1' }], [{ id: 1, title: 'm1' }]])]).get('m1')).toBe(1);
  });

  it('counts what records show as their own title, and notes what else they name', () => {
    const one = listing([
      [
        { id: 1, title: 'm1', previous: { title: 'other' } },
        { id: 3, title: 'other', previous: { title: 'm1' } },
        { id: 4, title: 'm2', previous: { title: 'm1' } },
      ],
    ]);
    const { counts, traces } = sightOf([one], ['m1', 'm2', 'm3'], byId, markerIn);
    expect(Object.fromEntries(counts)).toEqual({ m1: 1, m2: 1, m3: 0 });
    expect([...traces]).toEqual(['m1', 'm2']);
  });

  it('counts one for a record of two listings', () => {
    const one = listing([[{ id: 1, title: 'm1' }]]);
    expect(counted([one, one]).get('m1')).toBe(1);
  });

  it('counts two for two records on two pages', () => {
    expect(counted([listing([[{ id: 1, title: 'm1' }], [{ id: 2, title: 'm1' }]])]).get('m1')).toBe(2);
  });

  it('counts by what records show where they cannot be told apart', () => {
    expect(counted([listing([['m1', 'm1', 'other', 'other'], ['m2']])], none)).toEqual(
      new Map([
        ['m1', 2],
        ['m2', 1],
      ]),
    );
  });

  it('keeps an account of every record that was seen, and gives the marked ones', () => {
    const sight = sightOf([listing([[{ id: 1 }, { id: 2, title: 'm2' }]])], ['m2'], byId, markerIn);
    expect([...sight.seen]).toEqual([
      ['1', undefined],
      ['2', 'm2'],
    ]);
    expect(sight.records.get('m2')).toEqual({ id: 2, title: 'm2' });
  });

  it('is of the whole list only where every listing ended', () => {
    const whole = (...ended: boolean[]) =>
      sightOf(
        ended.map((one) => listing([], one)),
        [],
        byId,
        markerIn,
      ).whole;
    expect([whole(true), whole(true, false), whole(false)]).toEqual([true, false, false]);
  });
});
