import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keptNames } from '../../src/history/kept-runs.ts';
import { nonconformant, unusable } from '../report/examples.ts';
import { reportIn, runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();

it('a run takes what `baseline` writes once it is reviewed, and not before', async () => {
  const run = async (...args: readonly string[]) => {
    const only = ['--only', 'list.per-page.zero', '--profile', 'quick', '--listed-within', '500'];
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
  // Each has its page.
  expect(await readdir(at('history'))).toHaveLength(4);
  const [newest = ''] = await keptNames(at('history'));
  const kept: unknown = JSON.parse(await readFile(at('history', newest), 'utf8'));
  expect(kept).toEqual(await reportIn(at('reports')));
  expect(kept).toMatchObject({ run: { targetVersion: '3' } });
  for (const more of [[], history]) {
    await runCli(['render', at('reports'), '--format', 'html', '--report-dir', at('again'), ...more]);
    expect(await hasHistory('again')).toBe(more === history);
  }
});
