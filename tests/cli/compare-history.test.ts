import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepReport } from '../../src/history/keep.ts';
import type { Report } from '../../src/report/model.ts';
import { newer, older } from '../compare/fixed-pair.ts';
import { type CliResult, runCli } from '../support/cli.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'issue-conformance-history-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const compare = (...args: readonly string[]): Promise<CliResult> => runCli(['compare', ...args]);
const keep = async (...reports: readonly Report[]): Promise<void> => {
  for (const report of reports) await keepReport(report, dir);
};
const elsewhere = (report: Report, target: Partial<Report['target']>): Report => ({
  ...report,
  run: { ...report.run, id: `at-${target.repo ?? target.label}` },
  target: { ...report.target, ...target },
});

describe('comparing a history folder', () => {
  it('compares its last two runs, and says what was passed over', async () => {
    const before = { ...older, run: { ...older.run, id: 'first', startedAt: '2025-01-01T00:00:00.000Z' } };
    const lost: Report = {
      ...newer,
      outcome: 'unusable',
      run: { ...newer.run, id: 'lost', startedAt: '2025-02-01T00:00:00.000Z' },
    };
    await keep(before, older, lost, newer);
    const { status, stdout, stderr } = await compare(dir);
    expect(stdout).toMatch(/^Got worse: 2 rules are newly failing/);
    expect(stdout).toMatch(new RegExp(`^older .* ${older.run.id} .*\nnewer .* ${newer.run.id} `, 'm'));
    expect(stderr).toBe(
      'issue-conformance: 1 run between the two passed over, with nothing to compare: lost (unusable)\n',
    );
    expect(status).toBe(1);
  });

  it('sees that the last run came to nothing', async () => {
    await keep(older, { ...newer, outcome: 'unusable', rules: older.rules });
    const { status, stdout } = await compare(dir);
    expect(stdout).toMatch(/^Got worse: The outcome is unusable now/);
    expect(status).toBe(1);
  });

  it('asks which target is meant where there are several, and takes each answer that it names', async () => {
    const staging = { label: 'Staging', baseUrl: 'https://staging.example' };
    await keep(
      older,
      newer,
      elsewhere(older, staging),
      elsewhere(newer, staging),
      elsewhere(newer, { repo: 'x' }),
    );
    const { status, stderr } = await compare(dir);
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      `issue-conformance: The history folder ${JSON.stringify(dir)} holds runs of 3 targets; --target chooses one, by its label, its address, its repository, or both of these:`,
      "  --target 'http://127.0.0.1:4010 octo/x'   (http://127.0.0.1:4010 octo/x: 1 run)",
      '  --target Staging   (Staging, https://staging.example octo/hello: 2 runs)',
      "  --target 'http://127.0.0.1:4010 octo/hello'   (http://127.0.0.1:4010 octo/hello: 2 runs)",
    ]);
    expect(status).toBe(2);
    for (const [name, where] of [
      ['Staging', 'Staging, https://staging.example octo/hello'],
      ['http://127.0.0.1:4010 octo/hello', 'http://127.0.0.1:4010 octo/hello'],
    ] as const) {
      const found = await compare(dir, '--target', name);
      expect(/\nolder\s[^]*?\nnewer\s/.exec(found.stdout)?.[0]).toContain(where);
      expect(found.status).toBe(1);
    }
    const both = await compare(dir, '--target', 'http://127.0.0.1:4010');
    expect(both.stderr).toContain('which is the name of 2 targets in the history folder');
    const unknown = await compare(dir, '--target', 'Production');
    expect(unknown.stderr).toContain(
      `--target is "Production", but the history folder ${JSON.stringify(dir)} holds no run`,
    );
    const single = await compare(dir, '--target', 'octo/x');
    expect(single.stderr).toContain('holds one run of http://127.0.0.1:4010 octo/x, that of ');
    expect([both.status, unknown.status, single.status]).toEqual([2, 2, 0]);
  });

  it('says that one run alone has nothing to be compared with, and exits 2 if there is none', async () => {
    const none = await compare(dir);
    expect(none.stderr).toContain(
      'holds no run that can be read; two are needed. Runs are kept there with HISTORY_DIR (--history).',
    );
    await keep(older);
    const one = await compare(dir);
    expect(one.stderr).toMatch(
      /holds one run of http:\/\/127\.0\.0\.1:4010 octo\/hello, .*; nothing can be compared yet/,
    );
    await keep({ ...older, outcome: 'broken', run: { ...older.run, startedAt: '2025-01-01T00:00:00.000Z' } });
    const nothing = await compare(dir);
    expect(nothing.stderr).toContain('None of the 1 run of http://127.0.0.1:4010 octo/hello before the last');
    expect([none, one, nothing].map(({ status, stdout }) => [status, stdout])).toEqual([
      [2, ''],
      [0, ''],
      [2, ''],
    ]);
  });

  it('is told from the folder of a report, and from several paths', async () => {
    const reports = join(dir, 'reports');
    await mkdir(reports);
    await writeFile(join(reports, 'conformance.json'), JSON.stringify(older));
    expect((await compare(reports)).stderr).toContain('1 report was given; at least two are needed');
    const chosen = await compare(reports, '--target', 'x');
    expect(chosen.stderr).toContain('--target is "x", but it chooses a target of one history folder');
    await keep(older, newer);
    const beside = await compare(reports, dir);
    expect(beside.stderr).toContain('A history folder is compared by itself');
    expect([chosen.status, beside.status]).toEqual([2, 2]);
  });
});
