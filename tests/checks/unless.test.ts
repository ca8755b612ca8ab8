import { expect, it } from 'vitest';
import { unless, unlessLike } from '../../src/checks/unless.ts';
import { broken, type Check, held, type Judgement, unshown } from '../../src/model/check.ts';
import { always, asksAt, toConfirm } from '../../src/model/twins.ts';
import { caseOf, ids, look, looksOf, specOfLook } from './looks.ts';

const one = caseOf({ sort: 'qx' });
const BROKEN = broken({ kind: 'wrong-results', expected: 'a', actual: 'b', exchanges: [] }, 1);
const EXPLAINED = unshown('another twin');
const HOLDS = held([ids(1)]);

const saying = (judgement: Judgement, seen: string[] = []): Check => ({
  says: 'always the same',
  twins: () => ({ own: always(specOfLook({})) }),
  judge: ({ looks }) => {
    seen.push(...looks.flatMap(({ twins }) => Object.keys(twins)));
    return judgement;
  },
});

it.each([
  [BROKEN, EXPLAINED, EXPLAINED],
  [BROKEN, null, BROKEN],
  [HOLDS, EXPLAINED, HOLDS],
])(
  'a violation that something explains is replaced, and nothing else: %#',
  (judgement, explanation, expected) => {
    expect(unless(saying(judgement), () => explanation).judge(looksOf([]), one)).toEqual(expected);
  },
);

it('a violation is explained by twins beside those of the check, which that does not see', () => {
  const seen: string[] = [];
  const more = () => ({ other: toConfirm(specOfLook({ page: '2' })) });
  const check = unless(saying(BROKEN, seen), () => null, more);
  expect(asksAt(check.twins(one), 'confirm').map(({ name }) => name)).toEqual(['own', 'other']);
  check.judge(looksOf([look(ids(9), { own: [ids(1)], other: [ids(2)] })]), one);
  expect(seen).toEqual(['own']);
});

it.each([
  [[1, 2], EXPLAINED],
  [[7, 8, 9], BROKEN],
])('a violation is explained by an answer like that of another twin: %j', (other, expected) => {
  const twin = { name: 'other', queryOf: () => ({ page: '2' }), at: toConfirm, explain: () => EXPLAINED };
  const check = unlessLike(saying(BROKEN), twin);
  expect(check.judge(looksOf([look(ids(1, 2), { other: [ids(...other)] })]), one)).toEqual(expected);
});
