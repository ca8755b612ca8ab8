import parsePrometheus from 'parse-prometheus-text-format';
import { describe, expect, it } from 'vitest';
import { viewPage } from '../../src/compare/html/page.tsx';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { parseTargets } from '../../src/targets/file.ts';
import { metricsText } from '../../src/targets/metrics.ts';
import { siteView } from '../../src/targets/site-view.ts';
import { gravestOf, type TargetStatus, targetStatus } from '../../src/targets/status.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const RULE = 'list.per-page.zero';

const rules = {
  '.': sampleRule(RULE),
  F: failing(RULE),
  K: { ...failing(RULE), known: true },
  '?': undecidedRule(RULE, 'inconclusive', 'Run it again.'),
} as const;

const at = (day: number, rule: RuleReport, version?: string): Report => {
  const report = sampleReport(
    rule.verdict === 'fail' ? 'nonconformant' : rule.verdict === 'pass' ? 'conformant' : 'incomplete',
    { rules: [sampleRule('list.ok'), rule] },
  );
  const run = { ...report.run, startedAt: new Date(Date.UTC(2026, 0, day)).toISOString() };
  return { ...report, run: version === undefined ? run : { ...run, targetVersion: version } };
};

/** Returns the status of a target after runs with these results, the last of them now. */
function after(signs: string, failOn: 'any' | 'worse' = 'any'): TargetStatus {
  const reports = [...signs].map((sign, index) =>
    at(index + 1, rules[sign as keyof typeof rules], `1.${index}`),
  );
  const report = reports.at(-1);
  if (report === undefined) throw new Error('no runs');
  return targetStatus('eu', { report, noResult: null }, reports.slice(0, -1), {
    allowIncomplete: false,
    failOn,
  });
}

const none = (label = 'us'): TargetStatus =>
  targetStatus(label, { report: null, noResult: 'its process was killed' }, [at(1, rules['.'])], {
    allowIncomplete: false,
    failOn: 'any',
  });

describe('how a target stands', () => {
  it('is worse by a rule that fails and held in the last run that decided it', () => {
    expect(after('.F').worse).toEqual([
      { id: RULE, last: { startedAt: '2026-01-01T00:00:00.000Z', version: '1.0' } },
    ]);
    expect(after('.?F').worse).toHaveLength(1);
    expect(after('.FF').worse).toEqual([]);
    expect(after('.F?F').worse).toEqual([]);
    expect(after('F').worse).toEqual([{ id: RULE, last: null }]);
    expect(after('.K').worse).toEqual([]);
  });

  it('is better by a rule that passes and failed in the last run that decided it', () => {
    expect(after('F.').better.map(({ id }) => id)).toEqual([RULE]);
    expect(after('F?.').better).toHaveLength(1);
    expect(after('..').better).toEqual([]);
    expect(after('.').better).toEqual([]);
  });

  it.each([
    ['.', 0, 0],
    ['F', 1, 1],
    ['.F', 1, 1],
    ['.FF', 1, 0],
    ['.F?F', 1, 0],
    ['?', 3, 3],
    ['.K', 0, 0],
  ])('after %s is %i, and %i if only what is worse fails', (signs, any, worse) => {
    expect(after(signs).exitStatus).toBe(any);
    expect(after(signs, 'worse').exitStatus).toBe(worse);
  });

  it('is undecided, and not good, if an old failure is left out and another rule is undecided', () => {
    const report = at(2, rules.F);
    const open = {
      ...report,
      rules: [...report.rules, undecidedRule('list.page.second', 'inconclusive', 'r')],
    };
    const status = targetStatus('eu', { report: open, noResult: null }, [at(1, rules.F)], {
      allowIncomplete: false,
      failOn: 'worse',
    });
    expect(status.exitStatus).toBe(3);
  });

  it('counts no result as 2', () => {
    expect(none()).toMatchObject({ exitStatus: 2, isDecided: false, lastGreen: '2026-01-01T00:00:00.000Z' });
  });

  it('gives all targets the gravest of their statuses', () => {
    const of = (...statuses: readonly number[]): number =>
      gravestOf(statuses.map((exitStatus) => Object.assign(after('.'), { exitStatus })));
    expect([of(0, 3), of(3, 2), of(2, 1, 0), of(1, 4), of(0, 0), of()]).toEqual([3, 2, 1, 4, 0, 0]);
  });
});

describe('the metrics', () => {
  const hostile = { ...after('.F'), label: 'e"u\\\n' };
  const now = new Date('2026-01-10T00:00:00Z');
  const families = (...statuses: readonly TargetStatus[]) =>
    Object.fromEntries(parsePrometheus(metricsText(statuses, now)).map((family) => [family.name, family]));

  it('are what a library of others reads, and no timestamps', () => {
    const text = metricsText([after('.F'), none()], now);
    const found = families(after('.F'), none());
    expect(found['issue_conformance_exit_status']?.metrics).toEqual([
      { value: '1', labels: { target: 'eu' } },
      { value: '2', labels: { target: 'us' } },
    ]);
    expect(found['issue_conformance_rule_verdict']?.metrics).toEqual([
      { value: '1', labels: { target: 'eu', rule: 'list.ok', verdict: 'pass' } },
      { value: '1', labels: { target: 'eu', rule: RULE, verdict: 'fail' } },
    ]);
    const outcomes = found['issue_conformance_outcome']?.metrics.filter(({ value }) => value === '1');
    expect(outcomes?.map(({ labels }) => labels?.['outcome'])).toEqual(['nonconformant', 'no_result']);
    expect(found['issue_conformance_last_green_timestamp_seconds']?.metrics[0]?.value).toBe('1767225600');
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:#.*|\S+\{.*\} -?\d+|)$/);
  });

  it('have an escaped label, whatever it holds', () => {
    const [sample] = families(hostile)['issue_conformance_exit_status']?.metrics ?? [];
    expect(sample?.value).toBe('1');
    expect(
      metricsText([hostile], now)
        .split('\n')
        .every((line) => /^(?:# |issue_conformance_|$)/.test(line)),
    ).toBe(true);
  });

  it('count the days to the first entry of the baseline that expires', () => {
    const report = at(1, {
      ...rules.F,
      known: true,
      listed: { expect: 'fail', state: 'as-listed', expires: '2026-01-12' },
    });
    const status = targetStatus('eu', { report, noResult: null }, [], {
      allowIncomplete: false,
      failOn: 'any',
    });
    expect(families(status)['issue_conformance_baseline_expiry_days']?.metrics[0]?.value).toBe('2');
    expect(families(status)['issue_conformance_known_failures']?.metrics[0]?.value).toBe('1');
  });
});

describe('the page of all targets', () => {
  const pageOf = async (...statuses: readonly TargetStatus[]): Promise<string> => {
    const entries = statuses.map(
      ({ label }) => `  - { label: ${label}, baseUrl: "https://${label}.example.com", owner: a, repo: b }`,
    );
    const targets = await parseTargets(`targets:\n${entries.join('\n')}`, 't.yaml', {
      environment: {},
      isRun: true,
    });
    return viewPage(siteView(targets, statuses, new Date('2026-01-10T00:00:00Z')));
  };

  it('begins with what changed, and links heads and cells to the report of the target', async () => {
    const page = await pageOf(after('.F'), none());
    const text = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('2 targets: 1 with failures, 1 without a result');
    expect(page.indexOf('id="since"')).toBeLessThan(page.indexOf('id="runs"'));
    expect(text).toContain('last held: 2026-01-01 00:00 UTC, version 1.0');
    expect(text).toMatch(/us No result 2/);
    expect(page).toContain('<a href="eu/report.html">eu</a>');
    expect(page).toContain(`href="eu/report.html#rule-${RULE}"`);
    expect(page).not.toContain('us/report.html');
  });

  it('says so if nothing changed', async () => {
    expect(await pageOf(after('..'))).toContain('No rule became worse or better at any target.');
  });
});
