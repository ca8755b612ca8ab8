import { describe, expect, it } from 'vitest';
import { withSinceLastRun } from '../../src/compare/since-last-run.ts';
import type { Report, RuleReport, SinceLastRun } from '../../src/report/model.ts';
import { reportSchema } from '../../src/report/model.ts';
import { changesWith } from '../report/examples.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const plain = sampleReport('conformant');

/** Returns a run some days after the first one. */
function ran(day: number, others: readonly RuleReport[] = [], part: Partial<Report> = {}): Report {
  return {
    ...plain,
    rules: allRules(others),
    ...part,
    run: {
      ...plain.run,
      id: `run${day}`,
      startedAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      ...part.run,
    },
  };
}

function since(report: Report, ...earlier: readonly Report[]): SinceLastRun {
  const { sinceLastRun: found } = withSinceLastRun(report, { reports: earlier, unreadable: [] });
  if (found === undefined) throw new Error('nothing was said');
  return reportSchema.shape.sinceLastRun.unwrap().parse(found);
}

function changed(report: Report, ...earlier: readonly Report[]): NonNullable<SinceLastRun['changes']> {
  const { changes } = since(report, ...earlier);
  if (changes === null) throw new Error('nothing was compared');
  return changes;
}

const undecided = (id: Parameters<typeof undecidedRule>[0]): RuleReport =>
  undecidedRule(id, 'inconclusive', 'The list does not rest.');
const skipped = (id: Parameters<typeof undecidedRule>[0]): RuleReport =>
  undecidedRule(id, 'skip', 'Not tried: set WRITES to all.');
const seen = (value: string): RuleReport =>
  sampleRule('observed.page.zero', { observation: { value, note: value } });
const run = (part: Partial<Report['run']>): Partial<Report> => ({ run: { ...plain.run, ...part } });
/** Like {@link ran}, with other settings. */
function ranWith(
  day: number,
  part: Partial<Report['run']>,
  others: readonly RuleReport[] = [],
  more: Partial<Report> = {},
): Report {
  const report = ran(day, others, more);
  return { ...report, run: { ...report.run, ...part } };
}

describe('what changed since the last run', () => {
  it('is nothing where the two are alike', () => {
    expect(changed(ran(1), ran(0))).toEqual(changesWith('', 0));
  });

  it('names each rule by what became of it, and what was observed', () => {
    const before = ran(0, [
      failing('list.ok'),
      failing('list.array'),
      undecided('list.records'),
      seen('200'),
    ]);
    const after = ran(1, [
      failing('list.array'),
      failing('list.per-page.zero'),
      undecided('list.anonymous'),
      seen('422'),
    ]);
    expect(changed(after, before)).toMatchObject({
      newFailures: [{ id: 'list.per-page.zero', before: 'pass' }],
      mended: ['list.ok'],
      newlyUndecided: ['list.anonymous'],
      decidedNow: ['list.records'],
      observations: [{ id: 'observed.page.zero', before: '200', after: '422' }],
      stillFailing: 1,
    });
    expect(since(after, before).last).toMatchObject({ id: 'run0', outcome: 'conformant', version: '0.1.0' });
  });

  it('takes a failure for new that the last run did not decide, or did not have', () => {
    const before = ran(0, [undecided('list.ok')]);
    const part = { ...before, rules: before.rules.filter(({ id }) => id !== 'list.array') };
    expect(changed(ran(1, [failing('list.ok'), failing('list.array')]), part)).toMatchObject({
      newFailures: [
        { id: 'list.ok', before: 'undecided' },
        { id: 'list.array', before: 'absent' },
      ],
      notCompared: 0,
    });
    expect(changed(ran(1), part).notCompared).toBe(1);
  });
});

describe('the run that it is since', () => {
  it('is none where there is none', () => {
    expect(since(ran(0))).toEqual({ last: null, passedOver: [], unreadable: 0, changes: null });
  });

  it('is the last that shows anything: others are passed over, and named', () => {
    const nothing = plain.rules.map(({ id, ...rule }) => ({ ...rule, id, verdict: 'inconclusive' as const }));
    const earlier = [
      ran(0, [failing('list.ok')]),
      ran(1, [], { outcome: 'unusable' }),
      ran(2, [], { outcome: 'broken' }),
      ranWith(3, { interrupted: true }),
      ran(4, [], { rules: nothing }),
      ran(5, [], { rules: [sampleRule('create.once'), sampleRule('observed.page.zero')] }),
    ];
    const here = { rules: [sampleRule('list.ok'), sampleRule('observed.page.zero')] };
    const found = since(ran(6, [], here), ...earlier);
    expect(found.last?.id).toBe('run0');
    expect(found.passedOver.map(({ id, why }) => `${id} ${why}`)).toEqual([
      'run5 other rules',
      'run4 undecided',
      'run3 interrupted',
      'run2 broken',
      'run1 unusable',
    ]);
    expect(found.changes?.mended).toEqual(['list.ok']);
    expect(since(ran(6, [], here), ...earlier.slice(1)).last).toBeNull();
  });

  it('cannot be compared with a run that decided nothing itself', () => {
    const rules = plain.rules.map((rule) => ({ ...rule, verdict: 'inconclusive' as const }));
    const found = since(ran(1, [], { outcome: 'unusable', rules }), ran(0));
    expect([found.last?.id, found.changes]).toEqual(['run0', null]);
  });

  it('stays as the run said it, whatever the history is later', () => {
    const told = withSinceLastRun(ran(2), { reports: [ran(0)], unreadable: [] });
    expect(withSinceLastRun(told, { reports: [ran(1)], unreadable: ['x'] })).toEqual(told);
  });
});

describe('other settings', () => {
  const open = [skipped('create.once'), undecided('list.ok'), seen('422')];

  it.each([
    ['PROFILE', run({ profile: 'quick' })],
    ['WRITES', run({ writes: 'none' })],
    ['selected rules', run({ selection: { only: [], skip: ['create.accepted'] } })],
    ['TOKEN', run({ settings: { ...plain.run.settings, TOKEN: 'none' } })],
  ])('explain what is open: %s', (name, { run: other }) => {
    const found = changed(
      ranWith(1, { ...other, id: 'run1', startedAt: ran(1).run.startedAt }, open),
      ran(0),
    );
    expect(found.settings.map((setting) => setting.name)).toEqual([name]);
    expect(found).toMatchObject({
      newlyUndecided: [],
      leftOpen: ['list.ok', 'create.once'],
      observations: [],
      observedOtherwise: ['observed.page.zero'],
    });
  });

  it('that only set the pace explain nothing', () => {
    const settings = { ...plain.run.settings, CONCURRENCY: '2' };
    expect(changed(ranWith(1, { settings }, open), ran(0))).toMatchObject({
      settings: [{ name: 'CONCURRENCY', before: '8', after: '2' }],
      newlyUndecided: ['list.ok', 'create.once'],
      leftOpen: [],
    });
  });

  it('hide no failure', () => {
    const found = changed(ranWith(1, { profile: 'thorough' }, [failing('list.ok')]), ran(0));
    expect(found.newFailures).toEqual([{ id: 'list.ok', before: 'pass' }]);
  });

  it('are named once: limits that follow from the profile are not', () => {
    const settings = { ...plain.run.settings, MAX_REQUESTS: '300', DEADLINE_S: '240' };
    const names = (part: Partial<Report['run']>): string[] =>
      changed(ranWith(1, { settings, ...part }), ran(0)).settings.map(({ name }) => name);
    expect(names({ profile: 'quick' })).toEqual(['PROFILE']);
    expect(names({})).toEqual(['MAX_REQUESTS', 'DEADLINE_S']);
  });

  it('need not differ where this run was cut short', () => {
    expect(changed(ranWith(1, { interrupted: true }, open), ran(0))).toMatchObject({
      newlyUndecided: [],
      leftOpen: ['list.ok', 'create.once'],
    });
  });
});

describe('an observation', () => {
  const observedIn = (...values: readonly string[]) => {
    const runs = values.map((value, day) => ran(day, [seen(value)]));
    const [last, ...earlier] = runs.toReversed();
    if (last === undefined) throw new Error('no run');
    const { observations, varying } = changed(last, ...earlier.toReversed());
    return { told: observations.length === 1, varies: varying.length === 1 };
  };

  it.each([
    ['once', ['a', 'a', 'b']],
    ['and back', ['a', 'b', 'a']],
    ['once more after long', ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'a', 'c']],
  ])('that changed %s is told', (_, values) => {
    expect(observedIn(...values)).toEqual({ told: true, varies: false });
  });

  it.each([
    ['by turns', ['a', 'b', 'a', 'b']],
    ['each time', ['a', 'b', 'c', 'd']],
  ])('that changes %s is not told as a change, but named', (_, values) => {
    expect(observedIn(...values)).toEqual({ told: false, varies: true });
  });

  it('that only one of the runs made is no change', () => {
    const missing = undecidedRule('observed.page.zero', 'inconclusive', 'Not observed with this profile.');
    expect(changed(ran(1, [missing]), ran(0)).observations).toEqual([]);
    expect(changed(ran(1), ran(0, [missing])).observations).toEqual([]);
  });
});
