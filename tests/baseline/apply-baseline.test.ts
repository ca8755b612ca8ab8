import { expect, it } from 'vitest';
import { applyBaseline, NO_BASELINE } from '../../src/baseline/apply-baseline.ts';
import type { Baseline } from '../../src/baseline/read.ts';
import { causes } from '../../src/client/undecided-reason.ts';
import { type FailureReport, type RuleReport } from '../../src/report/model.ts';
import { failing, sampleRule, undecidedRule } from '../report/reports.ts';

type BaselineEntry = Baseline['known'][number];

const DAY = '2026-06-15';
const LATE = new Date(`${DAY}T23:59:59.999Z`);
const listing = (part: Partial<BaselineEntry>): Baseline => ({
  known: [{ rule: 'list.ok', expect: 'fail', reason: 'why', ...part }],
  pins: [],
});

const fails = (kind: NonNullable<FailureReport['kind']>): RuleReport => failing('list.ok', { kind });
const FAILS = fails('status');
const PASSES = sampleRule('list.ok');
const SKIPPED = undecidedRule('list.ok', 'skip', 'r');
const UNDECIDED = undecidedRule('list.ok', 'inconclusive', 'r');
const lacks = (cause: (typeof causes)[number]): RuleReport =>
  undecidedRule('list.ok', 'inconclusive', 'r', cause);
const INCONCLUSIVE = { expect: 'inconclusive' } as const;
const SKIP = { expect: 'skip' } as const;

it.each<[Partial<BaselineEntry>, RuleReport, string]>([
  [{}, FAILS, 'as-listed'],
  [{ kind: ['lost', 'status'] }, FAILS, 'as-listed'],
  [{ kind: ['too-few'] }, FAILS, 'otherwise'],
  // A list may be too short to show more than another order.
  [{ kind: ['wrong-order'] }, fails('wrong-results'), 'as-listed'],
  [{}, fails('leaked'), 'otherwise'],
  [{}, fails('stored'), 'otherwise'],
  [{}, fails('lost'), 'otherwise'],
  [{ kind: ['leaked'] }, fails('leaked'), 'as-listed'],
  [INCONCLUSIVE, FAILS, 'otherwise'],
  [SKIP, FAILS, 'otherwise'],
  [{}, PASSES, 'stale'],
  [{}, UNDECIDED, 'undecided'],
  [{}, SKIPPED, 'undecided'],
  [INCONCLUSIVE, UNDECIDED, 'as-listed'],
  [INCONCLUSIVE, SKIPPED, 'as-listed'],
  [SKIP, UNDECIDED, 'as-listed'],
  [{ ...INCONCLUSIVE, cause: ['access', 'data'] }, lacks('data'), 'as-listed'],
  [{ ...INCONCLUSIVE, cause: ['access'] }, lacks('data'), 'undecided'],
  [{ ...INCONCLUSIVE, cause: ['data'] }, SKIPPED, 'as-listed'],
  [INCONCLUSIVE, PASSES, 'passes'],
  [SKIP, PASSES, 'passes'],
  [{ expires: DAY }, FAILS, 'as-listed'],
  [{ expires: '2026-06-14' }, FAILS, 'expired'],
  [{ expires: '2026-06-14' }, PASSES, 'expired'],
  [{ ...SKIP, expires: '2025-12-31' }, UNDECIDED, 'expired'],
  ...causes.flatMap((cause): [Partial<BaselineEntry>, RuleReport, string][] => {
    const isAccepted = !['unanswered', 'unstable', 'limit', 'interrupted'].includes(cause);
    return [INCONCLUSIVE, SKIP].map((part) => [part, lacks(cause), isAccepted ? 'as-listed' : 'undecided']);
  }),
])('an entry is compared with its rule (case %#): %j, %j, %s', (part, rule, state) => {
  const before = structuredClone(rule);
  const { listed, known } = applyBaseline(rule, listing(part), LATE);
  expect([listed?.state, known]).toEqual([state, state === 'as-listed' ? true : undefined]);
  expect(listed).toMatchObject({ expect: part.expect ?? 'fail', reason: 'why' });
  expect(rule).toEqual(before);
});

it('a rule without an entry stays as it is', () => {
  for (const rule of [failing('list.array'), sampleRule('observed.links')])
    for (const baseline of [listing({}), NO_BASELINE]) expect(applyBaseline(rule, baseline, LATE)).toBe(rule);
});

const PIN = { observation: 'observed.page.zero', value: '200', reason: 'the app', issue: 'ISSUE-8' } as const;
const seen = (value: string): RuleReport =>
  sampleRule('observed.page.zero', { observation: { value, note: 'n' } });

it.each([
  [seen('200'), 'held'],
  [seen('422'), 'changed'],
  [seen('200 '), 'changed'],
  [undecidedRule('observed.page.zero', 'inconclusive', 'r'), 'unobserved'],
  [undecidedRule('observed.page.zero', 'skip', 'r'), 'unobserved'],
])('a pin is compared with what was observed (case %#)', (rule, state) => {
  const { value, reason, issue } = PIN;
  expect(applyBaseline(rule, { known: [], pins: [PIN] }, LATE).pin).toEqual({ value, reason, issue, state });
});
