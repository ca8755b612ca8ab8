import { describe, expect, it } from 'vitest';
import { matrix } from '../../src/compare/matrix.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import { withSinceLastRun } from '../../src/compare/since-last-run.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { nonconformant } from './examples.ts';
import { sampleRule } from './reports.ts';

const VERSION = '1.4.2-rc7';
const version = (targetVersion: string, more: Partial<Report['run']> = {}): Report => ({
  ...nonconformant,
  run: { ...nonconformant.run, targetVersion, ...more },
});
const versioned = version(VERSION);
const onTerminal = (report: Report): string => summary(report, { color: false, width: 120, paths: [] });

describe('the version of the service', () => {
  it.each(formatNames)('stands in %s if it is known, and nowhere else', (format) => {
    expect(renderers[format](versioned, [])).toContain(VERSION);
    expect(renderers[format](nonconformant, [])).not.toContain(VERSION);
  });

  it('stands behind the target on a terminal', () => {
    expect(onTerminal(versioned)).toMatch(
      /^Not conformant: .* repository octo\/hello, version 1\.4\.2-rc7\n/,
    );
  });

  it('is said to have changed at the head of what people read', () => {
    const [first, second, third] = ['02:13:00', '02:13:05', '02:13:06'].map(
      (time) => `2026-11-24T${time}.000Z`,
    );
    const changed = version(VERSION, {
      targetVersions: [
        { version: '1.4.1', from: first ?? '', until: second ?? '' },
        { version: VERSION, from: third ?? '', until: third ?? '' },
      ],
    });
    const said =
      'The version changed during the run: 1.4.1 until 02:13:05, then 1.4.2-rc7 (UTC): a deployment was going on';
    expect(onTerminal(changed).replaceAll(/\s+/g, ' ')).toContain(said);
    expect(renderers.markdown(changed, []).replaceAll('`', '')).toContain(said);
    expect(renderers.html(changed, []).replaceAll(/<[^>]*>/g, '')).toContain(said);
  });

  it('stands beside since when a rule fails, and since which run something changed', () => {
    const before = version('1.4.1', { id: 'before', startedAt: '2020-01-01T00:00:00.000Z' });
    const held: Report = {
      ...before,
      rules: before.rules.map(({ id }) => sampleRule(id as RuleId)),
    };
    const page = renderers.html(versioned, [held]).replaceAll(/<[^>]*>/g, '');
    expect(page).toContain('(1.4.2-rc7; last held at 1.4.1)');
    const since = withSinceLastRun(versioned, { reports: [held], unreadable: [] });
    expect(onTerminal(since)).toContain('(version 1.4.1)');
  });

  it('is a column of the matrix if the targets differ in it, and absent if none has one', () => {
    const show = (...reports: readonly Report[]): string =>
      renderMatrix.markdown(matrix(reports), { color: false, width: 80 });
    expect(show(version('1'), version('2'))).toContain('service version');
    expect(show(nonconformant, nonconformant)).not.toContain('service version');
  });

  it('is harmless in a report that somebody else wrote', () => {
    const hostile = version('\u001b[31m<b>@all\u202e');
    for (const format of formatNames)
      for (const harmful of ['\u001b', '\u202e'])
        expect(renderers[format](hostile, [])).not.toContain(harmful);
    expect(renderers.html(hostile, [])).not.toContain('<b>@');
  });
});
