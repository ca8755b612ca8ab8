import { describe, expect, it } from 'vitest';
import { answeredLike } from '../../src/checks/alike.ts';
import { without } from '../../src/model/query.ts';
import { unlikeBoth } from '../../suites/both-twins.ts';
import { asInRange, isBeyond } from '../../suites/sizes.ts';
import {
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryRule,
  undecidedReason,
  violationIn,
  withToken,
} from '../engine/trying.ts';

const LIST = someIssues(150);
const QUERY = { sort: 'qx', per_page: '0' };

/** The rule on an invalid sort beside a size beyond the range. */
const rule = caseRule({
  cases: (t) => [t.list(QUERY)],
  check: () => unlikeBoth(answeredLike(without('sort'), 'the same without sort'), asInRange, []),
  // The services of these tests have one answer for most requests.
  control: { says: 'nothing', establish: () => Promise.resolve(null) },
});

/** Tries the rule on a service that answers each of the three requests with so many results. */
const giving = (both: number, size: number, sort: number) =>
  tryRule(
    (asked) => {
      const { query } = asked;
      if (query.has('page') || (query.get('per_page') ?? '0') !== '0') return answerList(asked, LIST);
      const ofSort = query.has('per_page') ? both : sort;
      const ofNone = query.has('per_page') ? size : 30;
      return jsonAnswer(200, LIST.slice(0, query.has('sort') ? ofSort : ofNone));
    },
    rule,
    withToken,
  );

describe('a size beyond the range beside an invalid sort', () => {
  it('breaks the rule if its answer is unlike both twins', async () => {
    expect(violationIn(await giving(5, 30, 30))).toMatchObject({ kind: 'too-few', actual: '5 results' });
  });

  it('breaks it also if the other twin is of another length still', async () => {
    expect(violationIn(await giving(5, 30, 20))).toMatchObject({ kind: 'too-few' });
  });

  it('is not accused if it is like the other twin, since its own twin is wrong', async () => {
    const tried = await giving(30, 5, 30);
    expect(tried.verdict.verdict).toBe('inconclusive');
    expect(undecidedReason(tried)).toContain('unlike that to sort=qx');
  });

  it('holds if it is like its own twin', async () => {
    const tried = await giving(30, 30, 5);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
  });
});

describe('the size that stands in', () => {
  it('is 100 for a larger one, and left out for one below 1', () => {
    expect(asInRange({ sort: 'qx', per_page: '150' })).toEqual({ sort: 'qx', per_page: '100' });
    expect(asInRange(QUERY)).toEqual({ sort: 'qx' });
    expect(asInRange({ per_page: '-1' })).toEqual({});
  });

  it.each(['0', '-5', '101', '18446744073709551616'])('is needed for %s', (size) => {
    expect(isBeyond({ per_page: size })).toBe(true);
  });

  it.each(['1', '30', '100', 'abc', ''])('is not needed for "%s"', (size) => {
    expect(isBeyond({ per_page: size })).toBe(false);
  });
});
