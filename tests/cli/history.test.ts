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
  for (const [args, isShown] of [
    [['--target-version', '1'], false],
    [['--target-version', '2'], true],
    [['--target-version', '3', '--history-keep', '2'], true],
  ] as const) {
    const only = ['--bundled', '--profile', 'quick', '--only', 'list.ok'];
    const env = { REPORT_DIR: at('reports') };
    expect((await runCli([...only, ...history, ...args], { env })).status).toBe(0);
    expect(await hasHistory('reports')).toBe(isShown);
  }
  const names = await keptNames(at('history'));
  expect(names).toHaveLength(2);
  // Each has its page.
  expect(await readdir(at('history'))).toHaveLength(4);
  const newest: unknown = JSON.parse(await readFile(at('history', names[0] ?? ''), 'utf8'));
  expect(newest).toEqual(JSON.parse(JSON.stringify(await reportIn(at('reports')))));
  expect(newest).toMatchObject({ run: { targetVersion: '3' } });
  for (const [args, isShown] of [
    [[], false],
    [history, true],
  ] as const) {
    const env = { REPORT_DIR: at('again') };
    await runCli(['render', at('reports'), '--format', 'html', ...args], { env });
    expect(await hasHistory('again')).toBe(isShown);
  }
});
