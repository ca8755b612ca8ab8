import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptPage, targetKey } from '../../src/history/kept-runs.ts';
import { reportFrom } from '../../src/report-folder/read.ts';
import { conformant } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
let history: string;
let reports: string;
beforeAll(() => {
  [history, reports] = [at('history'), at('reports')];
});

/** Runs the bundled service for a short time; its port differs each time. */
const run = (...args: readonly string[]) =>
  runCli(['--bundled', '--profile', 'quick', '--only', 'list.ok', '--history', history, ...args], {
    env: { REPORT_DIR: reports },
  });
const keptRuns = async () => {
  const all = (await readdir(history)).toSorted();
  const names = all.filter((name) => name.endsWith('.json'));
  // Each has its page.
  expect(all.filter((name) => !names.includes(name))).toEqual(names.map(keptPage));
  const texts = await Promise.all(names.map((name) => readFile(join(history, name), 'utf8')));
  return texts.map((text, index) => ({ name: names[index], report: reportFrom(text) }));
};
const page = (dir = reports): Promise<string> => readFile(join(dir, 'report.html'), 'utf8');

describe('a run with --history', () => {
  it('is kept, named by its time and id, and shown with the earlier ones', async () => {
    const first = await run('--target-version', '1.4.1');
    expect(first.status).toBe(0);
    expect(await page()).not.toContain('id="history"');
    const second = await run('--target-version', '1.4.2');
    const kept = await keptRuns();
    expect(kept.map(({ name }) => name?.replace(/^.*Z-|\.\w{8}(?=\.json$)/g, ''))).toEqual([
      `${first.report?.run.id}.json`,
      `${second.report?.run.id}.json`,
    ]);
    expect(kept[1]?.report).toEqual(second.report);
    expect(second.report?.run.targetVersion).toBe('1.4.2');
    expect(await page()).toContain('id="history"');
  });

  it('is shown with the earlier ones where its report is rendered with them', async () => {
    for (const [args, isShown] of [
      [[], false],
      [['--history', history], true],
    ] as const) {
      const again = at('again');
      await runCli(['render', reports, '--format', 'html', ...args], { env: { REPORT_DIR: again } });
      expect((await page(again)).includes('id="history"')).toBe(isShown);
    }
  });

  it('leaves out files that are no reports, and keeps --history-keep runs', async () => {
    const half = `2020-01-01T00-00-00.000Z-half.${targetKey({ ...conformant.target, bundled: true })}.json`;
    await writeFile(join(history, half), '{');
    expect((await run('--history-keep', '2', '--target-version', '1.4.3')).status).toBe(0);
    await rm(join(history, half), { force: true });
    const kept = await keptRuns();
    expect(kept.map(({ report }) => report.run.targetVersion)).toEqual(['1.4.2', '1.4.3']);
  });
});
