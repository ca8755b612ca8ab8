import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/survey/identity.ts';
import type { Query } from '../../src/target/question.ts';
import { arrivalsBetween } from '../../src/trial/creating/arrivals.ts';
import type { Overview } from '../../src/trial/finder.ts';
import { sightOf } from '../../src/trial/sight.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const none: Identity = { kind: 'none', why: 'alike' };
const markerIn = (text: string): string | undefined => /m\d+/.exec(text)?.[0];

type Place = readonly [place: Query, records: readonly unknown[], ended?: boolean];

function overview(identity: Identity, ...places: readonly Place[]): Overview {
  const placed = places.map(([place, records, ended = true]) => ({
    place,
    listing: { pages: [records], ended },
  }));
  const listings = placed.map(({ listing }) => listing);
  return { places: placed, sight: sightOf(listings, [], identity, markerIn) };
}

const ids = (...numbers: readonly number[]) => numbers.map((id) => ({ id }));
const compare = (before: readonly Place[], after: readonly Place[], identity: Identity = byId) =>
  arrivalsBetween(overview(identity, ...before), overview(identity, ...after), {
    identity,
    markerOf: (record) => markerIn(JSON.stringify(record)),
  });

describe('what came to the lists of a service', () => {
  it('is what stands there and did not before', () => {
    expect(compare([[{}, ids(1, 2)]], [[{}, ids(3, 1, 2)]])).toEqual({ unmarked: 1, gone: 0, at: {} });
  });

  it('leaves out what shows whose it is', () => {
    expect(compare([[{}, ids(1)]], [[{}, [{ id: 2, title: 'm2' }, { id: 1 }]]]).unmarked).toBe(0);
  });

  it('is found in whatever listing it stands, and counted once', () => {
    const before: Place[] = [
      [{}, ids(1)],
      [{ state: 'all' }, ids(1, 2)],
    ];
    const after: Place[] = [
      [{}, ids(1)],
      [{ state: 'all' }, ids(3, 1, 2)],
      [{ state: 'closed' }, ids(3, 2)],
    ];
    expect(compare(before, after)).toEqual({ unmarked: 1, gone: 0, at: { state: 'all' } });
  });

  it('is not an issue that only went from one listing to another', () => {
    const before: Place[] = [
      [{}, ids(1, 2)],
      [{ state: 'closed' }, ids(3)],
    ];
    const after: Place[] = [
      [{}, ids(1)],
      [{ state: 'closed' }, ids(2, 3)],
    ];
    expect(compare(before, after)).toMatchObject({ unmarked: 0, gone: 0 });
  });

  it('has an issue twice that stands twice in one listing', () => {
    expect(compare([[{}, ids(1)]], [[{}, ids(2, 2, 1)]]).unmarked).toBe(2);
  });

  it('says what is gone', () => {
    expect(compare([[{}, ids(1, 2)]], [[{}, ids(3, 1)]])).toMatchObject({ unmarked: 1, gone: 1 });
  });

  it('is a number of records where they cannot be told apart', () => {
    const alike = (count: number) => Array.from({ length: count }, () => ({}));
    expect(compare([[{}, alike(3)]], [[{}, alike(5)]], none).unmarked).toBe(2);
  });

  it('is not counted twice where old issues come into sight at the end of a long list', () => {
    const before: Place[] = [
      [{}, ids(9, 8), false],
      [{}, ids(2, 1), false],
    ];
    const after: Place[] = [
      [{}, ids(10, 9), false],
      [{}, ids(3, 2, 1), false],
    ];
    expect(compare(before, after).unmarked).toBe(1);
  });

  it('holds no issue that is rendered as null among records', () => {
    expect(compare([[{}, ids(1)]], [[{}, [null, { id: 1 }]]]).unmarked).toBe(0);
  });
});
