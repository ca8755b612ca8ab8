import { describe, expect, it } from 'vitest';
import { unless, unlessLike } from '../../src/checks/unless.ts';
import { broken, type Check, held, type Judgement, unshown } from '../../src/model/check.ts';
import { always, asksAt, toConfirm } from '../../src/model/twins.ts';
import { caseOf, ids, look, looksOf, specOfLook } from './looks.ts';

const one = caseOf({ sort: 'qx' });
const BROKEN = broken({ kind: 'wrong-results', expected: 'a', actual: 'b', exchanges: [] }, 1);
const EXPLAINED = unshown('another twin');

const saying = (judgement: Judgement): Check => ({
  says: 'always the same',
  twins: () => ({ own: always(specOfLook({})) }),
  judge: () => judgement,
});

describe('a violation that something explains', () => {
  it('is replaced by what follows, and stays without an explanation', () => {
    expect(unless(saying(BROKEN), () => EXPLAINED).judge(looksOf([]), one)).toEqual(EXPLAINED);
    expect(unless(saying(BROKEN), () => null).judge(looksOf([]), one)).toEqual(BROKEN);
  });

  it('is the only judgement that is asked about', () => {
    const holds = held([ids(1)]);
    expect(unless(saying(holds), () => EXPLAINED).judge(looksOf([]), one)).toEqual(holds);
  });

  it('is explained by twins beside those of the check, which that does not see', () => {
    const seen: string[] = [];
    const own: Check = {
      ...saying(BROKEN),
      judge: ({ looks }) => {
        seen.push(...looks.flatMap(({ twins }) => Object.keys(twins)));
        return BROKEN;
      },
    };
    const check = unless(
      own,
      () => null,
      () => ({ other: toConfirm(specOfLook({ page: '2' })) }),
    );
    expect(asksAt(check.twins(one), 'confirm').map(({ name }) => name)).toEqual(['own', 'other']);
    check.judge(looksOf([look(ids(9), { own: [ids(1)], other: [ids(2)] })]), one);
    expect(seen).toEqual(['own']);
  });
});

describe('a violation of a case that has another twin', () => {
  const check = unlessLike(saying(BROKEN), {
    name: 'other',
    queryOf: () => ({ page: '2' }),
    at: toConfirm,
    explain: () => EXPLAINED,
  });
  const answeredLike = (...other: readonly number[]) =>
    check.judge(looksOf([look(ids(1, 2), { other: [ids(...other)] })]), one);

  it('is explained by an answer like that of the twin, and by no other', () => {
    expect(answeredLike(1, 2)).toEqual(EXPLAINED);
    expect(answeredLike(7, 8, 9)).toEqual(BROKEN);
  });
});
