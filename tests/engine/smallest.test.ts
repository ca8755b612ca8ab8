import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeStatus } from '../../src/checks/answers.ts';
import { oddPartsOf, sortOf } from '../../src/generate/sort.ts';
import type { Check } from '../../src/model/check.ts';
import type { Property } from '../../src/model/generated.ts';
import { REQUESTS_TO_SHRINK } from '../../src/model/tuning.ts';
import { withLess } from '../../src/run/trial.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryRule,
  violationIn,
} from './trying.ts';

const LIST = someIssues(150);

/** Answers 404 to some of the requests that have the parameter `q`; counts these requests. */
function brokenWhere(isBroken: (asked: Arrived) => boolean): { service: Answering; asked: () => number } {
  let asked = 0;
  return {
    service: (arrived) => {
      if (!arrived.query.has('q')) return answerList(arrived, LIST);
      asked += 1;
      return isBroken(arrived) ? jsonAnswer(404) : answerList(arrived, LIST);
    },
    asked: () => asked,
  };
}

const ok: Check = {
  says: '200',
  twins: () => ({}),
  judge: ({ looks }, one) => judgeStatus(looks, one, '200', (status) => status === 200),
};

const generating = <T>(property: Property<T>) =>
  caseRule({
    cases: (t) => t.generated(property, (value, by) => t.list({ q: String(value) }, { by })),
    check: () => ok,
  });

const qOf = ({ query }: Arrived): string => query.get('q') ?? '';

describe('a value that breaks a rule', () => {
  it.each([51, 52, 99])('is made as small as it goes, if it is an example (%d)', async (example) => {
    const { service } = brokenWhere((asked) => Number(qOf(asked)) > 50);
    const values = fc.integer({ min: 1, max: 100 });
    const rule = generating({
      values,
      runs: inEach(0),
      examples: { quick: [example], standard: [example], thorough: [example] },
    });
    const violation = violationIn(await tryRule(service, rule));
    expect(violation.counterexample).toEqual({ q: '51' });
    expect(violation.mayBeSmaller).toBeUndefined();
  });

  it('is said to be one that may be smaller, if the requests for that run out', async () => {
    const { service, asked } = brokenWhere((one) => Number(qOf(one)) > 50_001);
    const rule = generating({
      values: fc.integer({ min: 1, max: 2 ** 30 }),
      runs: inEach(0),
      examples: { quick: [2 ** 30], standard: [2 ** 30], thorough: [2 ** 30] },
    });
    const violation = violationIn(await tryRule(service, rule));
    expect(violation.mayBeSmaller).toBe(true);
    // Those of the case itself: the first look and three to confirm, for it and for the smaller one.
    expect(asked()).toBeLessThanOrEqual(1 + 3 + REQUESTS_TO_SHRINK + 3);
  });

  const MARKED = `-qz'"\\,%([{<ыщ😀\u0001v${'q'.repeat(300)}`;
  const parts = { of: oddPartsOf, from: (some: readonly unknown[]) => sortOf(some) };
  const marked: Property<string> = {
    values: fc.string(),
    runs: inEach(0),
    examples: { quick: [MARKED], standard: [MARKED], thorough: [MARKED] },
    parts,
  };

  it.each(["'", '\u0001', '😀', 'ы', '-'])('is left with the one mark that matters: %j', async (mark) => {
    const { service } = brokenWhere((asked) => qOf(asked).includes(mark));
    expect(violationIn(await tryRule(service, generating(marked))).counterexample).toEqual({
      q: `qzx${mark}vbk`,
    });
  });

  it('is left with its length, if that is what matters', async () => {
    const { service } = brokenWhere((asked) => qOf(asked).length > 150);
    const { counterexample } = violationIn(await tryRule(service, generating(marked)));
    expect(counterexample['q']).toMatch(/^qzxq{200}vbk$/);
  });

  it('is the plainest one, if that shows the same', async () => {
    const { service } = brokenWhere(() => true);
    expect(violationIn(await tryRule(service, generating(marked))).counterexample).toEqual({
      q: 'qxnonexistent',
    });
  });
});

describe('what stands around a case', () => {
  const AROUND = ['state', 'page', 'per_page'];
  const rule = caseRule({
    cases: (t) => [t.list({ q: '1', state: 'open', page: '2', per_page: '5' }, { around: AROUND })],
    check: () => ok,
  });

  it.each([
    ['nothing', () => true, { q: '1' }],
    ['the page', ({ query }: Arrived) => query.has('page'), { q: '1', page: '2' }],
    [
      'the page and its size',
      ({ query }: Arrived) => query.has('page') && query.has('per_page'),
      { q: '1', page: '2', per_page: '5' },
    ],
  ])('is left out but for what the violation needs: %s', async (_says, isBroken, expected) => {
    const { service } = brokenWhere(isBroken);
    expect(violationIn(await tryRule(service, rule)).counterexample).toEqual(expected);
  });

  it('is left out all at once, but for one, then one by one', () => {
    const query = { a: '1', b: '2', c: '3', q: '4' };
    expect(withLess(query, ['a', 'b', 'c', 'd'])).toEqual([
      { q: '4' },
      { a: '1', q: '4' },
      { b: '2', q: '4' },
      { c: '3', q: '4' },
      { b: '2', c: '3', q: '4' },
      { a: '1', c: '3', q: '4' },
      { a: '1', b: '2', q: '4' },
    ]);
    expect(withLess({ q: '4' }, ['a'])).toEqual([]);
    expect(withLess({ a: '1', q: '4' }, ['a'])).toEqual([{ q: '4' }]);
  });
});
