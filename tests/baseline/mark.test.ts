import { describe, expect, it } from 'vitest';
import {
  acceptedCauses,
  type Baseline,
  type BaselineEntry,
  NO_BASELINE,
} from '../../src/baseline/baseline.ts';
import { dayOf, markRule } from '../../src/baseline/mark.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { reported } from '../host/reported.ts';
import { failing } from '../report/reports.ts';

const DAY = '2026-06-15';

const entry = (part: Partial<BaselineEntry> = {}): BaselineEntry => ({
  rule: 'list.ok',
  expect: 'fail',
  kinds: [],
  causes: [],
  reason: 'why',
  issue: null,
  expires: null,
  ...part,
});
const listing = (part: Partial<BaselineEntry> = {}): Baseline => ({ entries: [entry(part)], pins: [] });

const FAILS = failing('list.ok', { kind: 'status' });
const LEAKS = failing('list.ok', { kind: 'leaked' });
const PASSES = reported('list.ok', 'pass');
const UNDECIDED = reported('list.ok', 'inconclusive');
const LACKS = reported('list.ok', 'inconclusive', { cause: 'data' });
const SKIPPED = reported('list.ok', 'skip');

describe('what befell one run', () => {
  it.each(['unanswered', 'unstable', 'limit', 'interrupted'] as const)(
    'is accepted by no entry: %s',
    (cause) => {
      const rule = reported('list.ok', 'inconclusive', { cause });
      for (const wanted of ['inconclusive', 'skip'] as const) {
        const { listed, known } = markRule(rule, listing({ expect: wanted }), DAY);
        expect([listed?.state, known]).toEqual(['undecided', undefined]);
      }
      expect(acceptedCauses).not.toContain(cause);
    },
  );

  it.each(acceptedCauses)('is nothing of this: %s', (cause) => {
    const rule = reported('list.ok', 'inconclusive', { cause });
    expect(markRule(rule, listing({ expect: 'inconclusive' }), DAY).known).toBe(true);
  });
});

describe('what an entry says of its rule', () => {
  it.each<[string, Partial<BaselineEntry>, RuleReport, string, true | undefined]>([
    ['a failure of the kind that is named', { kinds: ['status'] }, FAILS, 'as-listed', true],
    ['a failure of one of the kinds', { kinds: ['lost', 'status'] }, FAILS, 'as-listed', true],
    ['a failure, where no kind is named', {}, FAILS, 'as-listed', true],
    [
      'other results, where the list was too short to show more than another order',
      { kinds: ['wrong-order'] },
      failing('list.ok', { kind: 'wrong-results' }),
      'as-listed',
      true,
    ],
    ['a failure of another kind', { kinds: ['too-few'] }, FAILS, 'otherwise', undefined],
    ['a leak, where no kind is named', {}, LEAKS, 'otherwise', undefined],
    [
      'something stored, where no kind is named',
      {},
      failing('list.ok', { kind: 'stored' }),
      'otherwise',
      undefined,
    ],
    ['a loss, where no kind is named', {}, failing('list.ok', { kind: 'lost' }), 'otherwise', undefined],
    ['a leak that is named', { kinds: ['leaked'] }, LEAKS, 'as-listed', true],
    ['a failure of what was to be undecided', { expect: 'inconclusive' }, FAILS, 'otherwise', undefined],
    ['a failure of what was to be skipped', { expect: 'skip' }, FAILS, 'otherwise', undefined],
    ['a pass of what was to fail', {}, PASSES, 'stale', undefined],
    ['what was to fail, undecided', {}, UNDECIDED, 'undecided', undefined],
    ['what was to fail, skipped', {}, SKIPPED, 'undecided', undefined],
    ['an undecided rule, listed as that', { expect: 'inconclusive' }, UNDECIDED, 'as-listed', true],
    [
      'a rule that lacks the data that is named',
      { expect: 'inconclusive', causes: ['data'] },
      LACKS,
      'as-listed',
      true,
    ],
    ['one of the causes', { expect: 'skip', causes: ['access', 'data'] }, LACKS, 'as-listed', true],
    ['another cause', { expect: 'inconclusive', causes: ['access'] }, LACKS, 'undecided', undefined],
    [
      'a skipped rule, whatever cause is named',
      { expect: 'inconclusive', causes: ['data'] },
      SKIPPED,
      'as-listed',
      true,
    ],
    ['a skipped rule, listed as undecided', { expect: 'inconclusive' }, SKIPPED, 'as-listed', true],
    ['an undecided rule, listed as skipped', { expect: 'skip' }, UNDECIDED, 'as-listed', true],
    ['a pass, listed as undecided', { expect: 'inconclusive' }, PASSES, 'passes', undefined],
    ['a pass, listed as skipped', { expect: 'skip' }, PASSES, 'passes', undefined],
    ['a failure on the last day', { expires: DAY }, FAILS, 'as-listed', true],
    ['a failure past the date', { expires: '2026-06-14' }, FAILS, 'expired', undefined],
    ['a pass past the date', { expires: '2026-06-14' }, PASSES, 'expired', undefined],
    [
      'an undecided rule past the date',
      { expect: 'skip', expires: '2025-12-31' },
      UNDECIDED,
      'expired',
      undefined,
    ],
  ])('is so or not: %s', (_, part, rule, state, known) => {
    const marked = markRule(rule, listing(part), DAY);
    expect([marked.listed?.state, marked.known]).toEqual([state, known]);
  });

  it('is kept with its reason, and the rule as it was', () => {
    const more = { kinds: ['status' as const], issue: 'ISSUE-7', expires: '2026-12-31' };
    const marked = markRule(FAILS, listing(more), DAY);
    expect(marked).toEqual({
      ...FAILS,
      known: true,
      listed: {
        expect: 'fail',
        kind: ['status'],
        reason: 'why',
        issue: 'ISSUE-7',
        expires: '2026-12-31',
        state: 'as-listed',
      },
    });
    expect(FAILS.known).toBeUndefined();
  });

  it('is nothing of other rules, nor of observations', () => {
    const other = failing('list.array');
    expect(markRule(other, listing(), DAY)).toBe(other);
    expect(markRule(other, NO_BASELINE, DAY)).toBe(other);
    const observed = reported('observed.links', 'observed');
    expect(markRule(observed, listing({ rule: 'observed.links' }), DAY)).toBe(observed);
  });

  it('is valid for a whole day in UTC', () => {
    expect(dayOf(new Date('2026-06-15T23:59:59.999Z'))).toBe(DAY);
  });
});

describe('a pinned observation', () => {
  const pins: Baseline = {
    entries: [],
    pins: [
      { observation: 'observed.page.zero', value: '200, as page 1', reason: 'the app', issue: 'ISSUE-8' },
    ],
  };
  const seen = (value: string): RuleReport =>
    reported('observed.page.zero', 'observed', { observation: { value, note: 'n' } });

  it.each([
    ['is as it was', seen('200, as page 1'), 'held'],
    ['changed', seen('422'), 'changed'],
    ['changed by a blank', seen('200, as page 1 '), 'changed'],
    ['was not made', reported('observed.page.zero', 'inconclusive'), 'unobserved'],
    ['was skipped', reported('observed.page.zero', 'skip'), 'unobserved'],
    ['was made without a value', reported('observed.page.zero', 'observed'), 'unobserved'],
  ])('says that it %s', (_, rule, state) => {
    expect(markRule(rule, pins, DAY).pin).toEqual({
      value: '200, as page 1',
      reason: 'the app',
      issue: 'ISSUE-8',
      state,
    });
  });

  it('leaves others alone', () => {
    const other = reported('observed.links', 'observed');
    expect(markRule(other, pins, DAY)).toBe(other);
  });
});
