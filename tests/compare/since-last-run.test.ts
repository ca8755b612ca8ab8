import { describe, expect, it } from 'vitest';
import { withSinceLastRun } from '../../src/compare/since-last-run.ts';
import { type Report, type RuleReport, reportSchema, type SinceLastRun } from '../../src/report/model.ts';
import { changesWith } from '../report/examples.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const plain = sampleReport('conformant');

/** Returns a run some days after the first one. */
function ran(
  day: number,
  others: readonly RuleReport[] = [],
  { run, ...part }: Partial<Omit<Report, 'run'>> & { run?: Partial<Report['run']> } = {},
): Report {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
  return {
    ...plain,
    rules: allRules(others),
    ...part,
    run: { ...plain.run, id: `run${day}`, startedAt, ...run },
  };
}

function since(report: Report, ...earlier: readonly Report[]): SinceLastRun {
  const { sinceLastRun } = withSinceLastRun(report, { reports: earlier, unreadable: [] });
  return reportSchema.shape.sinceLastRun.unwrap().parse(sinceLastRun);
}

function changed(report: Report, ...earlier: readonly Report[]): NonNullable<SinceLastRun['changes']> {
  const { changes } = since(report, ...earlier);
  if (changes === null) throw new Error('nothing was compared');
  return changes;
}

type Id = Parameters<typeof undecidedRule>[0];
const undecided = (id: Id): RuleReport => undecidedRule(id, 'inconclusive', 'r');
const seen = (value: string): RuleReport =>
  sampleRule('observed.page.zero', { observation: { value, note: value } });

it('each rule is named by what became of it, and nothing if all is alike', () => {
  expect(changed(ran(1), ran(0))).toEqual(changesWith('', 0));
  const before = ran(0, [failing('list.ok'), failing('list.array'), undecided('list.records'), seen('200')]);
  const after = ran(1, [
    failing('list.array'),
    failing('list.per-page.zero'),
    failing('list.records'),
    undecided('list.anonymous'),
    seen('422'),
  ]);
  const without = { ...before, rules: before.rules.filter(({ id }) => id !== 'list.array') };
  expect(changed(after, before)).toMatchObject({
    newFailures: [
      { id: 'list.records', before: 'undecided' },
      { id: 'list.per-page.zero', before: 'pass' },
    ],
    mended: ['list.ok'],
    newlyUndecided: ['list.anonymous'],
    observations: [{ id: 'observed.page.zero', before: '200', after: '422' }],
    stillFailing: 1,
  });
  expect(changed(after, without).newFailures).toContainEqual({ id: 'list.array', before: 'absent' });
  expect(changed(ran(1), before).decidedNow).toEqual(['list.records']);
});

it('a run is compared with the last that shows anything; others are passed over and named', () => {
  const nothing = plain.rules.map((rule) => ({ ...rule, verdict: 'inconclusive' as const }));
  const earlier = [
    ran(0, [failing('list.ok')]),
    ran(1, [], { outcome: 'unusable' }),
    ran(2, [], { outcome: 'broken' }),
    ran(3, [], { run: { interrupted: true } }),
    ran(4, [], { rules: nothing }),
    ran(5, [], { rules: [sampleRule('create.once'), sampleRule('observed.page.zero')] }),
  ];
  const last = ran(6, [], { rules: [sampleRule('list.ok'), sampleRule('observed.page.zero')] });
  const found = since(last, ...earlier);
  expect(found).toMatchObject({ last: { id: 'run0' }, changes: { mended: ['list.ok'] } });
  expect(found.passedOver.map(({ why }) => why)).toEqual([
    'other rules',
    'undecided',
    'interrupted',
    'broken',
    'unusable',
  ]);
  expect(since(last, ...earlier.slice(1)).last).toBeNull();
  expect(since(ran(0))).toEqual({ last: null, passedOver: [], unreadable: 0, changes: null });
  expect(since(ran(1, [], { rules: nothing }), ran(0)).changes).toBeNull();
  const told = withSinceLastRun(ran(2), { reports: [ran(0)], unreadable: [] });
  expect(withSinceLastRun(told, { reports: [ran(1)], unreadable: ['x'] })).toEqual(told);
});

describe('other settings', () => {
  const open = [undecided('create.once'), undecided('list.ok'), seen('422')];
  const { settings } = plain.run;

  it.each<[string, Partial<Report['run']>, boolean]>([
    ['PROFILE', { profile: 'quick' }, true],
    ['WRITES', { writes: 'none' }, true],
    ['selected rules', { selection: { only: [], skip: ['create.accepted'] } }, true],
    ['TOKEN', { settings: { ...settings, TOKEN: 'none' } }, true],
    ['CONCURRENCY', { settings: { ...settings, CONCURRENCY: '2' } }, false],
  ])('%s explains what is open or not, and never a failure', (name, run, explains) => {
    const found = changed(ran(1, [...open, failing('list.array')], { run }), ran(0));
    const ids = ['list.ok', 'create.once'];
    expect(found.settings.map((setting) => setting.name)).toEqual([name]);
    expect([found.newlyUndecided, found.leftOpen]).toEqual(explains ? [[], ids] : [ids, []]);
    expect(found.observations).toHaveLength(explains ? 0 : 1);
    expect(found.newFailures).toEqual([{ id: 'list.array', before: 'pass' }]);
  });
});

it.each([
  [['a', 'a', 'b'], 'changed'],
  [['a', 'b', 'a'], 'changed'],
  [['a', 'a', 'a', 'a', 'a', 'a', 'b', 'a', 'c'], 'changed'],
  [['a', 'b', 'a', 'b'], 'varies'],
  [['a', 'b', 'c', 'd'], 'varies'],
])('an observation of %j %s', (values, what) => {
  const runs = values.map((value, day) => ran(day, [seen(value)]));
  const { observations, varying } = changed(runs.at(-1) ?? plain, ...runs.slice(0, -1));
  expect([observations.length, varying.length]).toEqual(what === 'changed' ? [1, 0] : [0, 1]);
});
