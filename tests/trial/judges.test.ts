import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Known } from '../../src/survey/known.ts';
import type { Exchange } from '../../src/target/exchange.ts';
import { describeKeys, listedAs, resultsAre, sameKeys, statusIs } from '../../src/trial/judges.ts';
import { HELD } from '../../src/trial/probe.ts';

const answer = (value: unknown, status = 200): Exchange => ({
  request: { method: 'GET', url: 'http://localhost/', headers: {}, body: null },
  response: {
    status,
    headers: {},
    body: typeof value === 'string' ? value : JSON.stringify(value),
    utf8: true,
  },
  fault: null,
  startedAt: 0,
  ms: 1,
});
const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
const byId = { kind: 'field', path: ['id'] } as const;
/** A list whose end is not known, and one of seven that is. */
const long = new Known([answer(records(1, 100)), answer(records(101, 200))], byId);
const seven = new Known([answer(records(1, 7)), answer([])], byId);

describe('a status', () => {
  const ok = statusIs(401, 'for a wrong token');

  it('holds where it is the wanted one', () => {
    expect(ok([answer({}, 401)])).toEqual(HELD);
  });

  it('is violated by every other one, and says which', () => {
    expect(ok([answer({}, 403)])).toEqual({
      kind: 'violated',
      expected: '401 for a wrong token',
      actual: '403',
    });
  });

  it('is violated by the wanted one where its body broke off', () => {
    const fault = { kind: 'broken', message: 'the connection was reset' } as const;
    expect(ok([{ ...answer({}, 401), fault }])).toMatchObject({
      kind: 'violated',
      actual: '401, but the connection was reset',
    });
  });

  it('is violated by no answer', () => {
    expect(ok([]).kind).toBe('violated');
  });
});

describe('an answer that must be a list', () => {
  const anyList = listedAs('an array', () => HELD);

  it('holds for an array', () => {
    expect(anyList([answer([])], seven)).toEqual(HELD);
  });

  it('is violated by an object and by another status', () => {
    expect(anyList([answer({})], seven)).toMatchObject({
      kind: 'violated',
      actual: '200 with a JSON object in place of an array',
    });
    expect(anyList([answer([], 206)], seven)).toMatchObject({ kind: 'violated', actual: '206' });
  });

  it('is undecided where the target asks for patience, and where nothing was asked', () => {
    expect(anyList([answer([], 429)], seven).kind).toBe('undecided');
    expect(anyList([], seven).kind).toBe('undecided');
  });
});

describe('the results of a page', () => {
  const judge = (from: number, to: number, listed: readonly unknown[], known = long) =>
    resultsAre(from, to, 'those results')([answer(listed)], known);

  it('hold where they are those of the list, in its order', () => {
    expect(judge(5, 10, records(6, 10))).toEqual(HELD);
  });

  it('are violated by another order', () => {
    expect(judge(5, 10, records(6, 10).toReversed()).kind).toBe('violated');
  });

  it('are violated by one too few, one too many and one too late', () => {
    const kinds = [records(6, 9), records(6, 11), records(7, 11)].map((listed) => judge(5, 10, listed).kind);
    expect(kinds).toEqual(['violated', 'violated', 'violated']);
  });

  it('are violated by an issue that stands there twice, and name it', () => {
    expect(judge(5, 8, [...records(6, 7), { id: 6 }])).toMatchObject({
      kind: 'violated',
      actual: expect.stringMatching(/^6 more than once/),
    });
  });

  it('show nothing where the list has no such results', () => {
    expect(judge(7, 10, [], seven)).toEqual({ kind: 'vacuous', needs: 'more than 7 issues' });
  });

  it('are compared to the short last page', () => {
    expect(judge(5, 10, records(6, 7), seven)).toEqual(HELD);
    expect(judge(5, 10, records(6, 6), seven).kind).toBe('violated');
  });

  it('beyond what was read show nothing, unless they stand before', () => {
    expect(judge(200, 300, records(201, 300)).kind).toBe('vacuous');
    expect(judge(200, 300, [...records(201, 299), { id: 17 }])).toMatchObject({
      kind: 'violated',
      actual: expect.stringContaining('17'),
    });
  });

  it('show nothing where issues cannot be told apart', () => {
    const alike = new Known([answer([{}, {}])], { kind: 'none', why: 'alike' });
    expect(judge(0, 2, [{}, {}], alike)).toEqual({
      kind: 'vacuous',
      needs: 'issues that can be told apart',
    });
  });

  it('are not accused of showing an issue twice where two issues have the same title', () => {
    const titled = (...titles: readonly string[]) => titles.map((title) => ({ title }));
    const byRecord = { kind: 'record', restless: new Set<string>() } as const;
    const list = new Known([answer(titled('a', 'b', 'a', 'c', 'd', 'd', 'd'))], byRecord);
    expect(judge(0, 4, titled('a', 'b', 'a', 'c'), list)).toEqual(HELD);
    expect(judge(0, 4, titled('a', 'a', 'b', 'c'), list)).toMatchObject({
      kind: 'violated',
      actual: expect.not.stringContaining('more than once'),
    });
    expect(judge(4, 6, titled('d', 'd'), list).kind).toBe('vacuous');
    expect(judge(5, 9, titled('a', 'b'), list).kind).toBe('vacuous');
  });

  it('hold for every slice of a list, and for no other slice of the same length', () => {
    const within = fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(within, fc.integer({ min: 0, max: 150 }), ([from, length], other) => {
        const kind = judge(from, from + length, records(other + 1, other + length)).kind;
        expect(kind).toBe(other === from ? 'held' : 'violated');
      }),
    );
  });
});

describe('words for results', () => {
  it('are short, whatever the results', () => {
    expect(describeKeys([])).toBe('no results');
    expect(describeKeys(['1'])).toBe('1 result (1)');
    expect(describeKeys(['1', '2', '3', '4', '5'])).toBe('5 results (1, 2, 3, 4, …)');
    expect(describeKeys(['x'.repeat(5000)]).length).toBeLessThan(80);
  });

  it('are the same for the same results in the same order only', () => {
    expect(sameKeys(['1', '2'], ['1', '2'])).toBe(true);
    expect(sameKeys(['1', '2'], ['2', '1'])).toBe(false);
    expect(sameKeys(['1'], ['1', '2'])).toBe(false);
    expect(sameKeys(['1', '2'], ['1'])).toBe(false);
  });
});
