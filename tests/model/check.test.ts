import { describe, expect, it } from 'vitest';
import { because } from '../../src/client/doubt.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Look } from '../../src/model/case.ts';
import {
  all,
  broken,
  type Check,
  held,
  type Judgement,
  lacking,
  undecided,
  unshown,
} from '../../src/model/check.ts';
import { always, atFirst, joinTwins, type Twin, type Twins, toConfirm } from '../../src/model/twins.ts';
import { brokenJudgement, caseOf, ids, look, looksOf, specOfLook } from '../checks/looks.ts';

const one = caseOf({ page: '2' });
const SHOWN = ids(1);
const HOLDS = held([SHOWN]);
const BROKEN = broken({ kind: 'status', expected: '200', actual: '404', exchanges: [] }, 1);

/** Says always the same, and names twins by their pages. */
const saying = (judgement: Judgement, ...pages: readonly string[]): Check => ({
  says: pages.join(' and '),
  twins: () => Object.fromEntries(pages.map((page) => [page, always(specOfLook({ page }))])),
  judge: () => judgement,
});

/** Notes what it is shown. */
function noting(twins: readonly string[], seen: unknown[]): Check {
  return {
    ...saying(HOLDS, ...twins),
    judge: (looks) => {
      const shown = (some: readonly Look[]) => some.map(({ twins: given }) => given);
      seen.push([shown(looks.looks), shown(looks.earlier), looks.past]);
      return HOLDS;
    },
  };
}

describe('several checks on one case', () => {
  it('are each shown the answers to their own twins only', () => {
    const [first, second]: [unknown[], unknown[]] = [[], []];
    const [a, b, c]: [Exchange, Exchange, Exchange] = [ids(1), ids(2), ids(3)];
    const own = look(ids(9), { a: [a], b: [b], c: [c] });
    const past = { a: [a], b: [b], c: [c] };
    all(noting(['a'], first), noting(['b', 'c'], second)).judge(
      looksOf([own], { earlier: [own], past }),
      one,
    );
    expect(first).toEqual([[[{ a: [a] }], [{ a: [a] }], { a: [a] }]]);
    expect(second).toEqual([[[{ b: [b], c: [c] }], [{ b: [b], c: [c] }], { b: [b], c: [c] }]]);
  });

  it('are broken where the first of them is, which then has to confirm it', () => {
    const [status, order] = [saying(BROKEN), saying(BROKEN)];
    const judgement = brokenJudgement(all(saying(HOLDS), status, order).judge(looksOf([]), one));
    expect(judgement.by).toBe(status);
  });

  it('are broken though an earlier one cannot decide, or could not have failed', () => {
    for (const before of [undecided(because('unanswered', 'It is limited.')), lacking('more issues')])
      expect(all(saying(before), saying(BROKEN)).judge(looksOf([]), one).kind).toBe('broken');
  });

  it('are undecided where one is, then vacuous where one is, and hold where all do', () => {
    const [unsure, empty] = [undecided(because('unanswered', 'It is limited.')), lacking('more issues')];
    const judged = (...judgements: readonly Judgement[]) =>
      all(...judgements.map((each) => saying(each))).judge(looksOf([]), one);
    expect(judged(HOLDS, empty, unsure)).toEqual(unsure);
    expect(judged(HOLDS, empty, HOLDS)).toEqual(empty);
    const refused = unshown('an answer of 200');
    expect(judged(empty, refused)).toEqual(refused);
    expect(judged(HOLDS, HOLDS)).toMatchObject(HOLDS);
  });
});

describe('what holds', () => {
  it('rests on answers, and shows nothing without any', () => {
    expect(HOLDS).toEqual({ kind: 'held', on: [SHOWN] });
    expect(held([]).kind).toBe('vacuous');
  });

  it('names what each of several checks rests on, each answer once', () => {
    const other = ids(2);
    const [first, second] = [saying(HOLDS, 'a'), saying(held([other, SHOWN]), 'b')];
    expect(all(first, all(second)).judge(looksOf([]), one)).toEqual({
      kind: 'held',
      on: [SHOWN, other],
      claims: [
        { says: 'a', on: [SHOWN] },
        { says: 'b', on: [other, SHOWN] },
      ],
    });
  });

  it('does not rest on a precondition', () => {
    const precondition: Check = { ...saying(HOLDS, 'a'), isPrecondition: true };
    expect(all(precondition).judge(looksOf([]), one).kind).toBe('vacuous');
    expect(all(precondition, saying(HOLDS, 'b')).judge(looksOf([]), one)).toMatchObject({
      claims: [{ says: 'b' }],
    });
  });
});

describe('twins of several checks', () => {
  const named = (page: string, at: Twin): Twins => ({ [page]: at });

  it('are asked at every stage at which one of them needs them', () => {
    const twins = joinTwins([named('a', atFirst(specOfLook({}))), named('a', toConfirm(specOfLook({})))]);
    expect(twins).toEqual({ a: { asks: [specOfLook({})], at: ['look', 'confirm', 'again'] } });
    expect(joinTwins([{ a: 'none' }, named('a', always(specOfLook({}))), { a: 'none' }])).toEqual({
      a: always(specOfLook({})),
    });
  });

  it('are refused where two of them mean two requests by one name', () => {
    const other = named('a', always(specOfLook({ page: '3' })));
    expect(() => joinTwins([named('a', always(specOfLook({}))), other])).toThrow(
      'two checks of one case mean two requests by "a"',
    );
  });
});
