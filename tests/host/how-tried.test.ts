import { describe, expect, it } from 'vitest';
import type { RuleReport } from '../../src/report/model.ts';
import { ruleReportSchema } from '../../src/report/rule-model.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, reportsOn } from './target.ts';

const ALL = rules.map(({ id }) => id);

const sumOf = ({ tried }: RuleReport): number =>
  Object.values(tried?.callers ?? {}).reduce((sum, cases) => sum + cases, 0);

describe('a rule that passed', () => {
  it('says by whom its cases were asked, and shows one that held', async () => {
    for (const profile of ['quick', 'standard'] as const) {
      const reports = await reportsOn({}, ALL, { profile });
      const passed = reports.filter(({ verdict }) => verdict === 'pass');
      expect(passed.length).toBeGreaterThan(40);
      expect(passed.filter((one) => sumOf(one) !== one.cases).map(({ id }) => id)).toEqual([]);
      expect(passed.filter(({ tried }) => tried?.example === undefined).map(({ id }) => id)).toEqual([]);
      expect(reports.filter((one) => one.level === 'observed' && one.tried !== undefined)).toEqual([]);
      for (const one of passed) expect(ruleReportSchema.parse(one)).toEqual(one);
    }
  });

  it('names the callers as people know them', async () => {
    const reports = await reportsOn({}, ALL);
    const callersOf = (id: string) => Object.keys(reports.find((one) => one.id === id)?.tried?.callers ?? {});
    expect(callersOf('list.array')).toEqual(['with TOKEN', 'anonymous', 'with OUTSIDER_TOKEN']);
    expect(callersOf('list.invalid-token')).toEqual(['with an invalid credential']);
    expect(callersOf('create.rejected-no-effect')).toEqual([
      'with TOKEN',
      'anonymous',
      'with OUTSIDER_TOKEN',
      'with an invalid credential',
    ]);
    expect(callersOf('create.listed')).toEqual(['with TOKEN']);
  });

  it('shows little of the example, nothing secret, and nothing that differs from run to run', async () => {
    const reports = await reportsOn({}, ALL);
    const others = await reportsOn({}, ALL, { runId: 'anotherrun' });
    const examplesOf = (of: readonly RuleReport[]) => of.map(({ id, tried }) => [id, tried?.example]);
    const text = JSON.stringify(examplesOf(reports));
    const { token, outsiderToken } = openTarget({}).settings.bed;
    for (const secret of [token, outsiderToken]) expect(text).not.toContain(secret);
    expect(text).toContain('<OUTSIDER_TOKEN>');
    expect(text).not.toContain('testrun001');
    expect(examplesOf(others)).toEqual(examplesOf(reports));
    for (const { tried } of reports) {
      const response = tried?.example?.exchange.response;
      expect(response?.body.length ?? 0).toBeLessThanOrEqual(100);
      expect(response?.body.length === 100 ? response.truncated : true).toBe(true);
      expect(Object.keys(response?.headers ?? {})).not.toContain('date');
    }
  });
});

describe('a rule that failed', () => {
  it('says by whom its cases were asked, and shows none that held', async () => {
    const [report] = await reportsOn({ faults: ['per-page-zero-empty'] }, ['list.per-page.zero']);
    expect(report?.verdict).toBe('fail');
    expect(report?.tried).toEqual({ callers: expect.objectContaining({ 'with TOKEN': expect.any(Number) }) });
    expect(report === undefined ? 0 : sumOf(report)).toBe(report?.cases);
  });
});

describe('a rule that was not decided', () => {
  it('says nothing of how it was tried', async () => {
    const reports = await reportsOn({ issues: 3 }, ['list.per-page.maximum', 'list.per-page.above-maximum']);
    expect(reports.map(({ verdict, tried }) => [verdict, tried])).toEqual([
      ['inconclusive', undefined],
      ['inconclusive', undefined],
    ]);
  });
});
