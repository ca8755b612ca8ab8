import { describe, expect, it } from 'vitest';
import { bearer } from '../../src/client/request.ts';
import { askerOf, exampleOf, Judged } from '../../src/model/judged.ts';
import { caseOf, ids, resultsFrom } from '../checks/looks.ts';

const example = (name: string) => ({ case: { name }, exchange: resultsFrom(1, 3) });

describe('the cases that were judged', () => {
  it('are counted by who asked, somebody with an invalid credential apart', () => {
    const judged = new Judged();
    judged.count(askerOf(caseOf({})));
    judged.count(askerOf(caseOf({}, { caller: 'member' })), 2);
    judged.count(askerOf(caseOf({}, { invalid: bearer('made-up', 'invalid') })));
    judged.count('outsider', 0);
    expect(judged.how.callers).toEqual({ anonymous: 1, member: 2, invalid: 1 });
    expect(judged.cases).toBe(4);
  });
});

describe('the example of how a rule was tried', () => {
  it('is the first of its own cases, which are tried in one order', () => {
    const judged = new Judged();
    judged.offer(null);
    judged.offer(example('a'), false);
    judged.offer(example('c'));
    judged.offer(example('b'));
    judged.offer(example('0'), false);
    expect(judged.how.example).toMatchObject({ case: { name: 'c' } });
  });

  it('is else the first by its name of those that others asked for, which come in any order', () => {
    for (const names of [
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ]) {
      const judged = new Judged();
      for (const name of names) judged.offer(example(name), false);
      expect(judged.how.example).toMatchObject({ case: { name: 'a' } });
    }
  });

  it('shows the answer by which the case was judged, where there is one', () => {
    const last = ids(1);
    expect(exampleOf(caseOf({ page: '2' }), { answers: [ids(2), last], twins: {} })).toEqual({
      case: { page: '2' },
      exchange: last,
    });
    expect(exampleOf(caseOf({}), { answers: [], twins: {} })).toBeNull();
  });
});
