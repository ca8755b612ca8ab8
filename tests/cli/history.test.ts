import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keptNames } from '../../src/history/kept-runs.ts';
import { runCli } from '../support/cli.ts';
import { reportIn } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
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
