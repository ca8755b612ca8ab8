import { describe, expect, it } from 'vitest';
import { markedPlaces, ownTitlePath } from '../../src/trial/creating/own-title.ts';

const markerIn = (text: string): string | undefined => /m\d+/.exec(text)?.[0];
const pathIn = (records: readonly unknown[], isWanted = (_marker: string) => true) =>
  ownTitlePath(
    records.map((record) => markedPlaces(record, markerIn)),
    isWanted,
  );

describe('where records show their own titles', () => {
  it('is where most of the different issues are shown', () => {
    const records = [1, 2, 3].map((n) => ({ latest: 'm3', data: { title: `m${n}` } }));
    expect(pathIn(records)).toBe('/data/title');
  });

  it('is where issues are shown least often, if as many are shown in two places', () => {
    const records = [{ latest: 'm1' }, { latest: 'm1' }, { latest: 'm1', data: { title: 'm1' } }];
    expect(pathIn(records)).toBe('/data/title');
  });

  it('is further out, if nothing else tells two places apart', () => {
    expect(pathIn([{ comment: { text: 'like m1' }, title: 'm1' }])).toBe('/title');
  });

  it('is the same for records whose fields are named after their ids, and for texts in an array', () => {
    expect(pathIn([{ 17: { t: 'm1' } }, { 18: { t: 'm2' } }])).toBe('/*/t');
    expect(pathIn([{ v: ['m1', 'open'] }, { v: ['open', 'm2'] }])).toBe('/v/*');
  });

  it('counts only what is looked for', () => {
    const records = [{ title: 'm1' }, { body: 'm2' }, { body: 'm3' }];
    expect(pathIn(records)).toBe('/body');
    expect(pathIn(records, (marker) => marker === 'm1')).toBe('/title');
  });

  it('is nowhere in records that show nothing', () => {
    expect(pathIn([{ id: 1 }, null, 'text'])).toBeUndefined();
  });
});
