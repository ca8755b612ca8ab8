import { describe, expect, it } from 'vitest';
import { because } from '../../src/client/doubt.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look } from '../../src/engine/case.ts';
import {
  all,
  broken,
  byCase,
  HELD,
  type Judgement,
  lacking,
  type Oracle,
  twinsOf,
  undecided,
  unshown,
} from '../../src/engine/oracle.ts';
import { brokenJudgement, caseOf, ids, look, looksOf, specOf } from './looks.ts';

const one = caseOf({ page: '2' });
const BROKEN = broken({ kind: 'status', expected: '200', actual: '404', exchanges: [] }, 1);

/** Says always the same, and names twins by their pages. */
const saying = (judgement: Judgement, ...pages: readonly string[]): Oracle => ({
  says: pages.join(' and '),
  twins: () => pages.map((page) => specOf({ page })),
  judge: () => judgement,
});

/** Notes what it is shown. */
function noting(twins: number, seen: unknown[]): Oracle {
  return {
    ...saying(HELD, ...Array.from({ length: twins }, () => 'x')),
    judge: (looks) => {
      const shown = (some: readonly Look[]) => some.map(({ twins: given }) => given);
      seen.push([shown(looks.looks), shown(looks.earlier), looks.past]);
      return HELD;
    },
  };
}

describe('several oracles on one case', () => {
  it('name all their twins, in their order', () => {
    const both = all(saying(HELD, '1', '2'), saying(HELD, '3'));
    expect(both.twins(one, 'look')).toEqual(['1', '2', '3'].map((page) => specOf({ page })));
    expect(both.says).toBe('1 and 2; 3');
  });

  it('are each shown the answers to their own twins only', () => {
    const [first, second]: [unknown[], unknown[]] = [[], []];
    const [a, b, c]: [Exchange, Exchange, Exchange] = [ids(1), ids(2), ids(3)];
    const own = look(ids(9), a, b, c);
    const past = [[a], [b], [c]];
    all(noting(1, first), noting(2, second)).judge(looksOf([own], { earlier: [own], past }), one);
    expect(first).toEqual([[[[a]], [[a]], [[a]]]]);
    expect(second).toEqual([[[[b, c]], [[b, c]], [[b], [c]]]]);
  });

  it('are broken where the first of them is, which then has to confirm it', () => {
    const [status, order] = [saying(BROKEN), saying(BROKEN)];
    const judgement = brokenJudgement(all(saying(HELD), status, order).judge(looksOf([]), one));
    expect(judgement.by).toBe(status);
  });

  it('are broken by the one inside, where they stand inside one another', () => {
    const inner = saying(BROKEN);
    expect(brokenJudgement(all(saying(HELD), all(saying(HELD), inner)).judge(looksOf([]), one)).by).toBe(
      inner,
    );
  });

  it('are broken though an earlier one cannot decide, or could not have failed', () => {
    for (const before of [undecided(because('unanswered', 'It is limited.')), lacking('more issues')])
      expect(all(saying(before), saying(BROKEN)).judge(looksOf([]), one).kind).toBe('broken');
  });

  it('are undecided where one is, then vacuous where one is, and hold where all do', () => {
    const [unsure, empty] = [undecided(because('unanswered', 'It is limited.')), lacking('more issues')];
    const judged = (...judgements: readonly Judgement[]) =>
      all(...judgements.map((each) => saying(each))).judge(looksOf([]), one);
    expect(judged(HELD, empty, unsure)).toEqual(unsure);
    expect(judged(HELD, empty, HELD)).toEqual(empty);
    const refused = unshown('an answer of 200');
    expect(judged(empty, refused)).toEqual(refused);
    expect(judged(HELD, HELD)).toEqual(HELD);
  });
});

describe('the looks as one oracle sees them', () => {
  it('end with the last twin where no end is named', () => {
    const [a, b] = [ids(1), ids(2)];
    const own = twinsOf(looksOf([look(ids(9), a, b)], { past: [[a], [b]] }), 1);
    expect(own.looks[0]?.twins).toEqual([b]);
    expect(own.past).toEqual([[b]]);
  });
});

describe('an oracle by case', () => {
  it('is the one that a case is meant for', () => {
    const oracle = byCase('either', ({ query }) =>
      query['page'] === '2' ? saying(BROKEN, 'a') : saying(HELD),
    );
    expect(oracle.judge(looksOf([]), one).kind).toBe('broken');
    expect(oracle.twins(one, 'look')).toHaveLength(1);
    expect(oracle.judge(looksOf([]), caseOf({}))).toEqual(HELD);
    expect(oracle.twins(caseOf({}), 'look')).toEqual([]);
  });
});
