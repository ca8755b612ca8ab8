import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike, besides, keysIn } from '../../src/checks/alike.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Looks } from '../../src/model/case.ts';
import { without } from '../../src/model/query.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom, saying } from './looks.ts';

const check = answeredLike(without('sort'), 'the same without sort');
const plain = caseOf({ sort: 'x' });
const five = caseOf({ sort: 'x', per_page: '5' });
const more = caseOf({ sort: 'x', per_page: '150' });
const ten = caseOf({ sort: 'x', per_page: '10' });
const aged: Partial<Looks> = { aged: true };
const [list, newcomer, moved, turned] = [
  resultsFrom(1, 5),
  ids(0, 1, 2, 3, 4),
  ids(1, 2, 5, 3, 4),
  ids(5, 4, 3, 2, 1),
];
const full = resultsFrom(1, 10);

type Pair = readonly [own: Exchange, twin: Exchange];

/** Looks at pairs of the case's answer and its twin's. */
const judge = (pairs: readonly Pair[], part: Partial<Looks> = {}, one = plain) =>
  check.judge(
    looksOf(
      pairs.map(([own, twin]) => look(own, { like: [twin] })),
      part,
    ),
    one,
  );

describe('a case and its twin', () => {
  it('ask for the same, but for what the case is about', () => {
    expect(check.twins(caseOf({ state: 'open', sort: 'x' }))).toMatchObject({
      like: { asks: [{ query: { state: 'open' } }] },
    });
  });

  it.each<[string, readonly Pair[], string, Partial<Looks>?, typeof plain?]>([
    ['are the same', [[list, list]], 'held'],
    ['have one result', [[ids(1), ids(1)]], 'vacuous data'],
    ['the twin is no list', [[ids(1, 2), answered({}, 404)]], 'vacuous other-rule'],
    ['the case is no list', [[answered({}), list]], 'vacuous other-rule'],
    ['the case lists no records', [[answered([1, 2]), list]], 'vacuous other-rule'],
    ['issues are all alike', [[resultsFrom(2, 6), list]], 'vacuous data', { known: alike }],
    ['the service asks for patience', [[answered({}, 429), list]], 'undecided'],
    ['they stand in another order', [[ids(2, 1, 3, 4, 5), list]], 'wrong-order 1 of 10, or age'],
    ['they are turned round', [[turned, list]], 'wrong-order 1 of 10'],
    ['there are more', [[resultsFrom(1, 9), list]], 'too-many 1 of 3', {}, five],
    ['there are fewer', [[ids(1), list]], 'too-few 1 of 3', {}, five],
    ['they are others', [[resultsFrom(11, 15), list]], 'wrong-results 1 of 10', aged],
    [
      'one look of three is right',
      [
        [turned, list],
        [list, list],
        [turned, list],
      ],
      'wrong-order 2 of 10',
    ],
    // What the twin itself does.
    [
      'a newcomer came to the twin too',
      [
        [newcomer, list],
        [newcomer, newcomer],
      ],
      'held',
    ],
    ['it did before', [[list, newcomer]], 'held', { earlier: [look(newcomer, { like: [list] })] }],
    [
      'an issue was moved',
      [
        [ids(1, 2, 4, 5, 3), list],
        [ids(1, 2, 4, 5, 3), moved],
      ],
      'held',
    ],
    [
      'others were moved beside it',
      [
        [ids(2, 1, 5, 3, 4), list],
        [ids(2, 1, 5, 3, 4), moved],
      ],
      'wrong-order 2 of 10, or age',
    ],
    ['the twin was so before', [[turned, list]], 'held', { past: { like: [turned] } }],
    [
      'the twin had as many before',
      [[resultsFrom(1, 3), list]],
      'held',
      { past: { like: [resultsFrom(7, 9)] } },
    ],
    [
      'the twin is never twice alike',
      [
        [ids(5, 3, 4, 1, 2), list],
        [ids(5, 3, 4, 1, 2), turned],
      ],
      'undecided',
    ],
    // What age explains.
    ['newcomers came', [[resultsFrom(0, 9), full]], 'wrong-results 1 of 10, or age', {}, ten],
    ['newcomers came after the wait', [[resultsFrom(0, 9), full]], 'wrong-results 1 of 10', aged, ten],
    [
      'the list moves after the wait',
      [
        [resultsFrom(-1, 8), full],
        [resultsFrom(-1, 8), resultsFrom(2, 11)],
      ],
      'wrong-results 2 of 10, or age',
      aged,
      ten,
    ],
    [
      'it is further off than it moved',
      [
        [resultsFrom(40, 49), full],
        [resultsFrom(40, 49), resultsFrom(2, 11)],
      ],
      'wrong-results 2 of 10',
      aged,
      ten,
    ],
    ['some are missing', [[resultsFrom(1, 8), full]], 'too-few 1 of 3, or age', {}, ten],
    ['many are missing', [[resultsFrom(1, 4), full]], 'too-few 1 of 3', {}, ten],
    [
      'many are missing of the maximum',
      [[resultsFrom(1, 40), resultsFrom(1, 100)]],
      'too-few 1 of 3',
      {},
      more,
    ],
    [
      'many are missing at the end',
      [[resultsFrom(1, 4), resultsFrom(1, 9)]],
      'too-few 1 of 3, or age',
      {},
      ten,
    ],
  ])('where %s', (_where, pairs, expected, part, one) => {
    expect(saying(judge(pairs, part, one))).toBe(expected);
  });

  it('never disagree where the case was answered as the twin was', () => {
    const page = fc.uniqueArray(fc.nat(9), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), fc.nat(), (pages, nth) => {
        const twins = pages.map((each) => ids(...each));
        const pairs = twins.map((twin, at) => [twins[(at + nth) % twins.length] ?? twin, twin] as const);
        expect(saying(judge(pairs))).toBe('held');
      }),
    );
  });

  it('differ at a place, shown by the twin before the case', () => {
    const own = ids(1, 2, 4, 3, 5);
    const { difference, exchanges } = brokenJudgement(judge([[own, list]])).violation;
    expect(difference).toMatchObject({ at: 3, from: 1, case: ['1', '2', '4', '3', '5'], twinTotal: 5 });
    expect(exchanges).toEqual([list, own]);
  });
});

it.each([
  [{ sort: 'x', direction: 'asc', per_page: '5' }, { per_page: '5' }, /^without .*sort.*direction/],
  [{ per_page: '150', page: '2' }, { per_page: '100', page: '2' }, /^with per_page=100$/],
])('%o beside %o is called by what differs', (own, twin, expected) => {
  expect(besides(own, twin)).toMatch(expected);
});

it('two issues that look the same have a name each', () => {
  expect(keysIn(ids(1, 2, 1), byId)).toEqual(['1', '2', '["1",2]']);
});
