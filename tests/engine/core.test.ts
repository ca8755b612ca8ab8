import { describe, expect, it } from 'vitest';
import { rulesWith } from '../../proof/verdicts.ts';
import { attemptsFor } from '../../src/model/attempts.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { gatingRules } from '../../suites/index.ts';
import type { Cell } from '../proof/cells.ts';
import { tryCell } from '../proof/try-cell.ts';

const failed = async (cell: Cell): Promise<readonly string[]> =>
  rulesWith((await tryCell(cell, 'next')).letters, 'f');

describe('the next core', () => {
  it('has every gating rule once', () => {
    expect(gatingRules.map(({ id }) => id).toSorted()).toEqual([...gatingIds].toSorted());
  });

  it('passes a conforming service within its requests', async () => {
    const { letters, requests, untrue } = await tryCell({ kind: 'conforming', profile: 'quick' }, 'next');
    expect([rulesWith(letters, 'f', 'i', 's'), untrue]).toEqual([[], []]);
    expect(requests).toBeLessThanOrEqual(90);
  });

  it.each([
    ['page-ignored', 'list.page.second'],
    ['sort-quote-500', 'list.sort.invalid-ok'],
    ['page-in-no-order', 'list.page.partition'],
    ['create-anonymous-in-private', 'create.anonymous'],
  ] as const)('fails %s at %s', async (id, rule) => {
    expect(await failed({ kind: 'fault', id, profile: 'quick' })).toContain(rule);
  });
});

describe('attempts', () => {
  it.each([
    ['leaked', true, false, 1],
    ['status', false, false, 3],
    ['status', true, false, 10],
    ['wrong-order', false, false, 10],
    ['wrong-order', false, true, 6],
    ['wrong-order', true, true, 10],
  ] as const)('%s, flaky %s, rationed %s: %s', (kind, isFlaky, isRationed, wanted) => {
    expect(attemptsFor(kind, { isFlaky, isRationed })).toBe(wanted);
  });
});
