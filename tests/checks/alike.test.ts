import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike, besides, keysIn } from '../../src/checks/alike.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Looks } from '../../src/model/case.ts';
import { HELD } from '../../src/model/check.ts';
import { nameOf, without } from '../../src/model/query.ts';
import { answered } from '../snapshot/reading.ts';
import { alike, brokenJudgement, byId, caseOf, ids, look, looksOf, resultsFrom } from './looks.ts';

const one = caseOf({ sort: 'x' });
const check = answeredLike(without('sort'), 'the same without sort');

/** Looks at pairs of the case's answer and its twin's. */
const judge = (pairs: readonly (readonly [Exchange, Exchange])[], part: Partial<Looks> = {}, own = one) =>
  check.judge(
    looksOf(
      pairs.map(([answer, twin]) => look(answer, { like: [twin] })),
      part,
    ),
    own,
  );

describe('a case and its twin', () => {
  it('ask for the same, but for what the case is about', () => {
    expect(check.twins(caseOf({ state: 'open', sort: 'x' }))).toMatchObject({
      like: { asks: [{ query: { state: 'open' } }] },
    });
  });

  it('agree where they show the same results in the same order', () => {
    expect(judge([[resultsFrom(1, 5), resultsFrom(1, 5)]])).toMatchObject(HELD);
  });

  it('show nothing where the twin has no two results, or is no list', () => {
    expect(judge([[ids(1), ids(1)]])).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'a list of at least two issues',
    });
    expect(judge([[ids(1, 2), answered({}, 404)]]).kind).toBe('vacuous');
  });

  it('show nothing where the case is no list, and say what it was', () => {
    expect(judge([[answered({}), resultsFrom(1, 5)]])).toEqual({
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'a list of issues as its answer (it was 200 with a JSON object instead of an array)',
    });
    expect(judge([[answered([1, 2]), resultsFrom(1, 5)]]).kind).toBe('vacuous');
  });

  it('show nothing where issues cannot be told apart', () => {
    expect(judge([[resultsFrom(2, 6), resultsFrom(1, 5)]], { known: alike })).toEqual({
      kind: 'vacuous',
      cause: 'data',
      needs: 'issues that can be told apart',
      blames: ['list.array', 'list.records'],
    });
  });

  it('are undecided where the service asks for patience', () => {
    expect(judge([[answered({}, 429), resultsFrom(1, 5)]])).toMatchObject({ kind: 'undecided' });
  });
});

describe('a difference between them', () => {
  it('is named by the first result that is another one, in what was expected and in what came', () => {
    const { violation } = brokenJudgement(judge([[ids(1, 2, 4, 3, 5), resultsFrom(1, 5)]]));
    expect(violation).toMatchObject({
      kind: 'wrong-order',
      expected: 'result 3 is issue 3, as without sort',
      actual: 'result 3 is issue 4',
      difference: {
        at: 3,
        from: 1,
        case: ['1', '2', '4', '3', '5'],
        twin: ['1', '2', '3', '4', '5'],
        caseTotal: 5,
        twinTotal: 5,
      },
    });
  });

  it('is named by the numbers of results, where they have not as many', () => {
    const { violation } = brokenJudgement(judge([[resultsFrom(1, 3), resultsFrom(1, 4)]], { aged: true }));
    expect(violation).toMatchObject({
      expected: '4 results, as without sort',
      actual: '3 results',
      difference: { at: 4, from: 2, case: ['2', '3'], twin: ['2', '3', '4'] },
    });
  });

  it('comes with the twin before the case', () => {
    const [answer, twin] = [resultsFrom(2, 6), resultsFrom(1, 5)];
    expect(brokenJudgement(judge([[answer, twin]])).violation.exchanges).toEqual([twin, answer]);
  });

  it('takes three looks where it is a number, and ten where it is an order or other records', () => {
    const full = caseOf({ sort: 'x', per_page: '5' });
    expect(brokenJudgement(judge([[resultsFrom(1, 9), resultsFrom(1, 5)]], {}, full))).toMatchObject({
      looks: 3,
      violation: { kind: 'too-many' },
    });
    expect(brokenJudgement(judge([[resultsFrom(1, 1), resultsFrom(1, 5)]], {}, full))).toMatchObject({
      looks: 3,
      violation: { kind: 'too-few' },
    });
    expect(brokenJudgement(judge([[ids(5, 4, 3, 2, 1), resultsFrom(1, 5)]]))).toMatchObject({ looks: 10 });
    expect(brokenJudgement(judge([[resultsFrom(11, 15), resultsFrom(1, 5)]]))).toMatchObject({
      looks: 10,
      violation: { kind: 'wrong-results' },
    });
  });

  it('counts the looks whose answer no answer of the twin allows', () => {
    const pair = [ids(2, 1, 3), resultsFrom(1, 3)] as const;
    expect(brokenJudgement(judge([pair, [resultsFrom(1, 3), resultsFrom(1, 3)], pair]))).toMatchObject({
      seen: 2,
    });
  });
});

describe('what the twin itself does', () => {
  const newcomer = ids(0, 1, 2, 3, 4);

  it('is left out: records that came or went among its own answers', () => {
    expect(
      judge([
        [newcomer, resultsFrom(1, 5)],
        [newcomer, newcomer],
      ]),
    ).toMatchObject(HELD);
    expect(
      judge([[resultsFrom(1, 5), newcomer]], { earlier: [look(newcomer, { like: [resultsFrom(1, 5)] })] }),
    ).toMatchObject(HELD);
  });

  it('is left out: an issue that somebody moves to another place, and what it passed', () => {
    const moved = ids(1, 2, 5, 3, 4);
    const twins = [resultsFrom(1, 5), moved] as const;
    expect(judge(twins.map((twin) => [ids(1, 2, 4, 5, 3), twin] as const))).toMatchObject(HELD);
    expect(judge(twins.map((twin) => [ids(2, 1, 5, 3, 4), twin] as const))).toMatchObject({
      kind: 'broken',
      violation: { kind: 'wrong-order' },
    });
  });

  it('is left out: equals that come in another order each time', () => {
    const orders = [ids(1, 2, 3, 4, 5, 6), ids(2, 1, 3, 4, 5, 6), ids(2, 1, 4, 3, 5, 6)] as const;
    expect(
      judge([
        [ids(1, 2, 4, 3, 5, 6), orders[0]],
        [orders[1], orders[1]],
        [orders[2], orders[2]],
      ]),
    ).toMatchObject(HELD);
    expect(
      judge([
        [ids(1, 2, 4, 3, 6, 5), orders[0]],
        [orders[1], orders[1]],
        [orders[2], orders[2]],
      ]).kind,
    ).toBe('broken');
  });

  it('excuses what it was answered at any time of the run: as many results, or the same', () => {
    const earlierTwin = ids(5, 4, 3, 2, 1);
    expect(judge([[earlierTwin, resultsFrom(1, 5)]], { past: { like: [earlierTwin] } })).toMatchObject(HELD);
    expect(
      judge([[resultsFrom(1, 3), resultsFrom(1, 5)]], { past: { like: [resultsFrom(7, 9)] } }),
    ).toMatchObject(HELD);
    expect(judge([[ids(5, 4, 3, 1, 2), resultsFrom(1, 5)]], { past: { like: [earlierTwin] } }).kind).toBe(
      'broken',
    );
  });

  it('leaves nothing to compare with where its answers have nothing in common', () => {
    const judgement = judge([
      [ids(5, 3, 4, 1, 2), resultsFrom(1, 5)],
      [ids(5, 3, 4, 1, 2), ids(5, 4, 3, 2, 1)],
    ]);
    expect(judgement).toMatchObject({
      kind: 'undecided',
      blames: ['list.page.partition'],
    });
  });

  it('never makes a case that was answered as the twin was anything but held', () => {
    const page = fc.uniqueArray(fc.nat(9), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), fc.nat(), (pages, nth) => {
        const twins = pages.map((each) => ids(...each));
        const pairs = twins.map(
          (twin, index) => [twins[(index + nth) % twins.length] ?? twin, twin] as const,
        );
        expect(judge(pairs)).toMatchObject(HELD);
      }),
    );
  });
});

describe('age', () => {
  const ageOf = (pairs: Parameters<typeof judge>[0], part: Partial<Looks> = {}, own = one): boolean =>
    brokenJudgement(judge(pairs, part, own)).age;
  const full = caseOf({ sort: 'x', per_page: '10' });

  it('explains newcomers at the beginning of a page until the list was given its time', () => {
    const pairs = [[resultsFrom(0, 9), resultsFrom(1, 10)]] as const;
    expect(ageOf(pairs, {}, full)).toBe(true);
    expect(ageOf(pairs, { aged: true }, full)).toBe(false);
  });

  it('explains it still where the list moved even after that, as far as it moved', () => {
    const pairs = [
      [resultsFrom(-1, 8), resultsFrom(1, 10)],
      [resultsFrom(-1, 8), resultsFrom(2, 11)],
    ] as const;
    expect(ageOf(pairs, { aged: true }, full)).toBe(true);
    const far = [
      [resultsFrom(40, 49), resultsFrom(1, 10)],
      [resultsFrom(40, 49), resultsFrom(2, 11)],
    ] as const;
    expect(ageOf(far, { aged: true }, full)).toBe(false);
  });

  it('explains a few results more or fewer, and any number only where the list ends', () => {
    expect(ageOf([[resultsFrom(1, 8), resultsFrom(1, 10)]], {}, full)).toBe(true);
    expect(ageOf([[resultsFrom(1, 4), resultsFrom(1, 10)]], {}, full)).toBe(false);
    expect(ageOf([[resultsFrom(1, 4), resultsFrom(1, 9)]], {}, full)).toBe(true);
    expect(
      ageOf([[resultsFrom(1, 4), resultsFrom(1, 10)]], {}, caseOf({ sort: 'x', per_page: '10', page: '2' })),
    ).toBe(true);
  });

  it('explains no other order than that of a few that somebody touched', () => {
    expect(ageOf([[ids(3, 1, 2, 4, 5, 6, 7, 8, 9, 10), resultsFrom(1, 10)]], {}, full)).toBe(true);
    expect(ageOf([[ids(10, 9, 8, 7, 6, 5, 4, 3, 2, 1), resultsFrom(1, 10)]], {}, full)).toBe(false);
  });
});

describe('words for results', () => {
  it('say what a twin has that the case has not, and what it leaves out', () => {
    expect(besides({ sort: 'x', direction: 'asc', per_page: '5' }, { per_page: '5' })).toBe(
      'without sort and direction',
    );
    expect(besides({ per_page: '150', page: '2' }, { per_page: '100', page: '2' })).toBe('with per_page=100');
    expect(besides({ sort: 'x' }, { state: 'open' })).toBe('with state=open and without sort');
    expect(besides({}, {})).toBe('before');
  });

  it('name a listing by its query', () => {
    expect(nameOf({})).toBe('the plain list');
    expect(nameOf({ per_page: '5', page: ['1', '2'] })).toBe('per_page=5&page=1&page=2');
  });

  it('give each of two issues that look the same a name of its own', () => {
    expect(keysIn(ids(1, 2, 1), byId)).toEqual(['1', '2', '["1",2]']);
  });
});
