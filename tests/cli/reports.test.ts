import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { keepInHistory } from '../../src/history/kept-runs.ts';
import type { Report } from '../../src/report/model.ts';
import { newer, older } from '../history/fixed-runs.ts';
import { nonconformant, unusable } from '../report/examples.ts';
import { allRules, sampleReport, sampleRule } from '../report/reports.ts';
import { reportIn, runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

/** Returns a report with another id, start or outcome, at another address or with a label. */
const changed = (
  report: Report,
  run: Partial<Report['run']>,
  target: Partial<Report['target']> = {},
): Report => ({ ...report, target: { ...report.target, ...target }, run: { ...report.run, ...run } });
const mended = changed({ ...newer, rules: allRules(), outcome: 'conformant' }, { id: 'mended' });
const lost = changed({ ...newer, outcome: 'broken' }, { id: 'lost', startedAt: '2025-01-01T00:00:00.000Z' });
const staging = (report: Report): Report =>
  changed(
    report,
    { id: `staging-${report.run.id}` },
    { baseUrl: 'https://staging.example', label: 'Staging' },
  );

const REPORTS: Readonly<Record<string, Report>> = {
  older,
  newer,
  mended,
  elsewhere: changed(newer, {}, { baseUrl: 'https://other.example' }),
  caching: sampleReport('conformant', { rules: [sampleRule('observed.caching')] }),
};

/** The runs that each history holds. */
const HISTORIES: Readonly<Record<string, readonly Report[]>> = {
  'of-one': [older],
  'of-two-targets': [older, newer, staging(older), staging(mended)],
  'with-one-that-cannot-be-compared': [older, mended, staging(lost), staging(older)],
};

const at = sharedFolder();
beforeAll(async () => {
  for (const [name, report] of Object.entries(REPORTS))
    await writeFile(at(`${name}.json`), JSON.stringify(report));
  await mkdir(at('empty'));
  for (const [name, reports] of Object.entries(HISTORIES))
    for (const report of reports) await keepInHistory(report, at(name));
  const cut = at('with-one-that-is-cut-off');
  for (const report of [older, changed(newer, { id: 'lost' })])
    await writeFile(await keepInHistory(report, cut), report === older ? JSON.stringify(older) : '{');
});

const compare = (line: string) =>
  runCli(['compare', ...line.split(' ')], {
    cwd: at(),
    env: { FORCE_COLOR: line.endsWith('.json') ? '1' : '' },
  });

it.each<[line: string, status: number, says: RegExp]>([
  ['older.json newer.json', 1, /\[31m[^]*Got worse: [^]*list\.per-page\.zero/],
  ['older.json mended.json', 0, /Not worse/],
  ['older.json elsewhere.json', 1, /differ: target http:\S+ octo\/hello →\s+https:[^]*Got worse/],
  ['older.json newer.json mended.json', 0, /3 reports compared: /],
  ['of-two-targets', 1, /✓ Staging,[^]*: None[^]*^Got worse: 1 of 2 targets/m],
  ['with-one-that-cannot-be-compared', 2, /: None[^]*\? Staging,[^]*^Not comparable: 0 of 2 targets/m],
  ['of-one', 0, /^Not worse: Only one run/m],
])('compare %s ends with %i', async (line, exit, says) => {
  const { status, stdout } = await compare(line);
  expect([status, stdout]).toEqual([exit, expect.stringMatching(says)]);
});

it.each<[line: string, says: RegExp]>([
  ['older.json', /1 report/],
  ['older.json nowhere.json', /nowhere\.json/],
  ['older.json caching.json', /no gating rule/],
  ['older.json newer.json --output missing/out.md', /out\.md/],
  ['older.json newer.json --format html --output older.json', /older\.json/],
  ['empty', /HISTORY_DIR/],
  ['with-one-that-is-cut-off', /lost.*cannot be read/],
])('compare %s ends with 2', async (line, says) => {
  const { status, stdout, stderr } = await compare(line);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
  expect(JSON.parse(await readFile(at('older.json'), 'utf8'))).toEqual(older);
});

it.each(['html', 'markdown'])('a comparison as %s replaces only its own file', async (format) => {
  const toFile = () => compare(`older.json newer.json --format ${format} --output file.${format}`);
  const path = at(`file.${format}`);
  for (const _ of ['made', 'replaced']) expect(await toFile()).toMatchObject({ status: 1, stdout: '' });
  expect(await readFile(path, 'utf8')).not.toContain('\u001b');
  await writeFile(path, '<h1>mine</h1>');
  expect(await toFile()).toMatchObject({ status: 2, stderr: expect.stringContaining(`file.${format}`) });
  expect(await readFile(path, 'utf8')).toBe('<h1>mine</h1>');
});

it('a run takes what `baseline` writes once it is reviewed, and not before', async () => {
  const run = async (...args: readonly string[]) => {
    const only = ['--only', 'list.per-page.zero', '--profile', 'quick', '--listed-within', '100'];
    const { status, report } = await runCli(
      ['--bundled', '--fault', 'per-page-zero-empty', ...only, ...args],
      { env: { REPORT_DIR: at('reports') } },
    );
    return { status, ...report };
  };
  expect((await run()).status).toBe(1);
  const path = at('known.yaml');
  expect(await runCli(['baseline', at('reports'), '--output', path])).toMatchObject({
    status: 0,
    stdout: '',
  });
  expect(await run('--baseline', path)).toMatchObject({ status: 2, outcome: 'unusable' });
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/"TODO[^"]*"/g, 'the gateway caps it'));
  const rules = [{ known: true, listed: { kind: ['too-few'] } }];
  expect(await run('--baseline', path)).toMatchObject({ status: 0, outcome: 'nonconformant', rules });
});

it('a baseline is printed, made of no report that decided nothing, and written over no file', async () => {
  const path = at('known.json');
  await writeFile(path, JSON.stringify(nonconformant));
  await writeFile(at('nothing.json'), JSON.stringify(unusable));
  const printed = await runCli(['baseline', path]);
  expect([printed.status, printed.stdout]).toEqual([0, expect.stringContaining('list.per-page.zero')]);
  await writeFile(at('good.json'), JSON.stringify(mended));
  expect((await runCli(['baseline', at('good.json')])).stderr).toContain('no entry');
  for (const args of [[path, '--output', path], [at('nothing.json')], [at('nowhere')]])
    expect(await runCli(['baseline', ...args])).toMatchObject({ status: 2, stdout: '' });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(nonconformant);
});

const hasHistory = async (dir: string): Promise<boolean> =>
  (await readFile(at(dir, 'report.html'), 'utf8')).includes('id="history"');

it('--history keeps runs, as many as --history-keep says, and shows a report with the earlier ones', async () => {
  const history = ['--history', at('history')];
  const only = ['--bundled', '--profile', 'quick', '--only', 'list.ok', '--history-keep', '2'];
  for (const version of ['1', '2', '3']) {
    const args = [...only, ...history, '--target-version', version, '--report-dir', at('reports')];
    expect((await runCli(args)).status).toBe(0);
    expect(await hasHistory('reports')).toBe(version !== '1');
  }
  const kept = await readdir(at('history'));
  expect(kept).toHaveLength(2);
  const newest = kept.toSorted().at(-1) ?? '';
  const report: unknown = JSON.parse(await readFile(at('history', newest), 'utf8'));
  expect(report).toEqual(await reportIn(at('reports')));
  expect(report).toMatchObject({ run: { targetVersion: '3' } });
  for (const more of [[], history]) {
    await runCli(['render', at('reports'), '--format', 'html', '--report-dir', at('again'), ...more]);
    expect(await hasHistory('again')).toBe(more === history);
  }
  // Beside the report of another run, formats of this one would be taken for its.
  const mixed = await runCli(['render', at('older.json')], { env: { REPORT_DIR: at('reports') } });
  expect(mixed).toMatchObject({ status: 2, stderr: expect.stringContaining('of another run') });
});
