import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atMost, different, exactly, issues, moreThan, pagesOf } from '../../src/checks/numbers.ts';
import type { Look } from '../../src/model/case.ts';
import { HELD } from '../../src/model/check.ts';
import { asksAt } from '../../src/model/twins.ts';
import { answered } from '../snapshot/reading.ts';
import { brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom } from './looks.ts';

const SIZE = 5;
const one = caseOf({ per_page: String(SIZE), state: 'open' });
const pages = pagesOf([{ per_page: '100' }, { per_page: '100', page: '2' }]);
const says = 'so many';
const [least, most] = [(size: number) => size, () => SIZE];

const full = exactly(() => SIZE, { says, pages, tooMany: { breaks: 'this' }, least });
const fullOrTooMany = exactly(() => SIZE, {
  says,
  pages,
  tooMany: { breaks: 'another', rule: 'list.per-page.at-most' },
});
const limited = atMost(most, { says, pages });
/** A page of so many results, of a list of so many issues. */
const page = (results: number, exist: number): Look =>
  look(resultsFrom(1, results), { pages: [resultsFrom(1, Math.min(100, exist)), resultsFrom(101, exist)] });

describe('how many issues there are', () => {
  it('is shown by different records alone, wherever they stand', () => {
    expect(different([resultsFrom(1, 5), resultsFrom(4, 9), answered({}, 404), ids(9, 9)], byId)).toBe(9);
  });

  it('is looked up on pages of full size, with the state of the case', () => {
    expect(pages(one)).toMatchObject({
      pages: [
        { query: { state: 'open', per_page: '100' } },
        { query: { state: 'open', per_page: '100', page: '2' } },
      ],
      confirming: 'the same',
    });
    expect(pages(caseOf({ sort: 'x' })).pages[0]?.query).toEqual({ per_page: '100' });
  });

  it('is never shown by a page that ignores its number', () => {
    const again = look(resultsFrom(1, 3), { pages: [resultsFrom(1, 3), resultsFrom(1, 3)] });
    expect(full.judge(looksOf([again]), one)).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of at least 5 issues',
    });
  });

  it('stands in words', () => {
    expect([issues(1), issues(2)]).toEqual(['1 issue', '2 issues']);
  });
});

describe('exactly so many results', () => {
  it('hold where they are as many, and so many exist', () => {
    expect(full.judge(looksOf([page(5, 137)]), one)).toMatchObject(HELD);
    expect(full.judge(looksOf([page(5, 5)]), one)).toMatchObject(HELD);
  });

  it('show nothing where fewer issues exist', () => {
    expect(full.judge(looksOf([page(3, 3)]), one)).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of at least 5 issues',
    });
    expect(fullOrTooMany.judge(looksOf([page(5, 5)]), one)).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of at least 6 issues',
    });
  });

  it('are too few where more exist, and say how many are known to', () => {
    expect(brokenJudgement(full.judge(looksOf([page(4, 137)]), one)).violation).toMatchObject({
      kind: 'too-few',
      expected: 'exactly 5 results, since at least 137 issues exist',
      actual: '4 results',
    });
  });

  it('are too many, however many exist', () => {
    const { violation } = brokenJudgement(full.judge(looksOf([page(6, 6)]), one));
    expect(violation).toMatchObject({ kind: 'too-many', actual: '6 results' });
  });

  it('say nothing where too many are another rule’s matter, and name it', () => {
    expect(fullOrTooMany.judge(looksOf([page(6, 6)]), one)).toMatchObject({
      kind: 'undecided',
      blames: ['list.per-page.at-most'],
    });
  });

  it('come with the pages that show how many exist', () => {
    expect(brokenJudgement(full.judge(looksOf([page(4, 137)]), one)).violation.exchanges).toHaveLength(3);
  });

  it('say nothing where they are no list', () => {
    expect(full.judge(looksOf([look(answered({}), { pages: [resultsFrom(1, 9)] })]), one)).toMatchObject({
      kind: 'vacuous',
    });
    expect(full.judge(looksOf([look(answered({}, 429))]), one)).toMatchObject({ kind: 'undecided' });
  });

  it('are counted in each look', () => {
    expect(brokenJudgement(full.judge(looksOf([page(4, 9), page(5, 9), page(4, 9)]), one)).seen).toBe(2);
  });

  it('are broken only by another number than was asked for, whatever list it is', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(250), (results, exist) => {
        const shown = Math.min(results, exist);
        const { kind } = full.judge(looksOf([page(shown, exist)]), one);
        expect(kind).toBe(shown === SIZE ? 'held' : shown < SIZE && exist < SIZE ? 'vacuous' : 'broken');
      }),
    );
  });
});

describe('at most so many results', () => {
  it('hold where they are no more, and more exist', () => {
    expect(limited.judge(looksOf([page(5, 6)]), one)).toMatchObject(HELD);
    expect(limited.judge(looksOf([page(2, 6)]), one)).toMatchObject(HELD);
  });

  it('show nothing where no more exist', () => {
    expect(limited.judge(looksOf([page(5, 5)]), one)).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of more than 5 issues',
    });
  });

  it('are broken by one more', () => {
    expect(brokenJudgement(limited.judge(looksOf([page(6, 6)]), one)).violation).toMatchObject({
      kind: 'too-many',
      expected: 'at most 5 results',
      actual: '6 results',
    });
  });

  it('take no other pages to be confirmed', () => {
    expect(asksAt(limited.twins(one), 'look')).toHaveLength(2);
    expect(asksAt(limited.twins(one), 'confirm')).toEqual([]);
  });
});

describe('the need for more issues', () => {
  it('says nothing of the answer', () => {
    const needs = moreThan(100, pages);
    expect(needs.judge(looksOf([page(1, 101)]), one)).toMatchObject(HELD);
    expect(needs.judge(looksOf([page(1, 100)]), one)).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of more than 100 issues',
    });
  });
});
