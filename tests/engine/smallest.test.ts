import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeStatus } from '../../src/checks/answers.ts';
import { oddPartsOf, sortOf } from '../../src/generate/sort.ts';
import type { Check } from '../../src/model/check.ts';
import type { Property } from '../../src/model/generated.ts';
import { REQUESTS_TO_SHRINK } from '../../src/model/tuning.ts';
import { withLess } from '../../src/run/trial.ts';
import { inEach } from '../checks/looks.ts';
import { answerList, caseRule, jsonAnswer, LIST, tryRule, violationIn } from './trying.ts';

const ok: Check = {
  says: '200',
  twins: () => ({}),
  judge: ({ looks }, one) => judgeStatus(looks, one, '200', (status) => status === 200),
};

/** Reports what is broken where some values of `q` are answered 404, and how often these were asked for. */
async function smallest<T>(property: Property<T>, isBroken: (q: string) => boolean) {
  let asked = 0;
  const rule = caseRule({
    cases: (t) => t.generated(property, (value, by) => t.list({ q: String(value) }, { by })),
    check: () => ok,
  });
  const tried = await tryRule((arrived) => {
    const q = arrived.query.get('q');
    if (q !== null) asked += 1;
    return q !== null && isBroken(q) ? jsonAnswer(404) : answerList(arrived, LIST);
  }, rule);
  const { counterexample, mayBeSmaller } = violationIn(tried);
  return { q: String(counterexample['q']), mayBeSmaller, asked };
}

const MARKED = `-qz'"\\,%([{<ыщ😀\u0001v${'q'.repeat(300)}`;
const marked: Property<string> = {
  values: fc.string(),
  runs: inEach(0),
  examples: inEach([MARKED]),
  parts: { of: oddPartsOf, from: (some) => sortOf(some) },
};
const upTo = (max: number, example: number): Property<number> => ({
  values: fc.integer({ min: 1, max }),
  runs: inEach(0),
  examples: inEach([example]),
});

it.each([51, 52, 99])('an example of %i is made as small as it goes', async (example) => {
  const found = await smallest(upTo(100, example), (q) => Number(q) > 50);
  expect(found).toMatchObject({ q: '51', mayBeSmaller: undefined });
});

it('a value may be smaller if the requests for that run out', async () => {
  const { mayBeSmaller, asked } = await smallest(upTo(2 ** 30, 2 ** 30), (q) => Number(q) > 50_001);
  // Those of the case itself: the first look and three to confirm, for it and for the smaller one.
  expect([mayBeSmaller, asked <= 1 + 3 + REQUESTS_TO_SHRINK + 3]).toEqual([true, true]);
});

it.each<readonly [string, (q: string) => boolean, RegExp]>([
  ...["'", '\u0001', '😀', 'ы', '-'].map(
    (mark) => [mark, (q: string) => q.includes(mark), new RegExp(`^qzx${mark}vbk$`, 'u')] as const,
  ),
  ['its length', (q) => q.length > 150, /^qzxq{200}vbk$/],
  ['nothing', () => true, /^qxnonexistent$/],
])('a text is left with what matters: %j', async (_what, isBroken, expected) => {
  expect((await smallest(marked, isBroken)).q).toMatch(expected);
});

it.each([
  [{ a: '1', b: '2', q: '4' }, ['a', 'b', 'c'], [{ q: '4' }, { a: '1', q: '4' }, { b: '2', q: '4' }]],
  [{ q: '4' }, ['a'], []],
  [{ a: '1', q: '4' }, ['a'], [{ q: '4' }]],
])(
  'what stands around %o is left out all at once, but for one, then one by one',
  (query, around, expected) => {
    expect(withLess(query, around)).toEqual(expected);
  },
);
