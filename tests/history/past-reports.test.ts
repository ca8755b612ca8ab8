import { execFileSync } from 'node:child_process';
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepInHistory } from '../../src/history/keep.ts';
import { historyName, targetKey } from '../../src/history/kept-file.ts';
import { latestReports, pastReports } from '../../src/history/past-reports.ts';
import { json } from '../../src/render/json.ts';
import type { Report } from '../../src/report/model.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { bundledAt, runAt } from './history.ts';

const at = folderOfEachTest();

const idsOf = (reports: readonly Report[]): string[] => reports.map(({ run }) => run.id);
const runs = (...minutes: readonly number[]): Report[] => minutes.map((minute) => runAt(minute));

async function past(kept: readonly Report[], report: Report): Promise<string[]> {
  const dir = at();
  for (const one of kept) await keepInHistory(one, dir);
  return idsOf(await pastReports(report, dir));
}

it('earlier reports are the latest before a report, each once, the oldest first', async () => {
  expect(await past(runs(2, 0, 1, 1, 3, 4), runAt(3))).toEqual(['run0', 'run1', 'run2']);
  const dir = at('another');
  for (const report of runs(0, 1, 2)) await keepInHistory(report, dir);
  expect(idsOf(await latestReports(targetKey(runAt(0).target), dir, 2))).toEqual(['run1', 'run2']);
  expect(await pastReports(runAt(0), join(dir, 'missing'))).toEqual([]);
  // Another target has the name of this one.
  await writeFile(join(dir, historyName(runAt(3))), json(bundledAt(3)));
  expect(idsOf(await pastReports(runAt(5), dir))).toEqual(['run0', 'run1', 'run2']);
  await writeFile(join(dir, 'file'), '');
  await expect(pastReports(runAt(0), join(dir, 'file'))).rejects.toThrow(/HISTORY_DIR/);
});

it('earlier reports are no more than the memory allows', async () => {
  const dir = at();
  const problem = 'x'.repeat(15_000_000);
  for (const report of runs(0, 1, 2, 3, 4, 5))
    await writeFile(join(dir, historyName(report)), JSON.stringify({ ...report, problem }));
  expect(idsOf(await pastReports(runAt(9), dir))).toEqual(['run1', 'run2', 'run3', 'run4', 'run5']);
});

const URL = 'https://issues.example.com/v1';
const runOn = (minute: number, baseUrl: string, rest: Partial<Report['target']> = {}): Report =>
  runAt(minute, { target: { baseUrl, ...rest } });

it.each<[string, readonly Report[], Report, readonly number[]]>([
  [
    'one address in other words',
    [
      runOn(0, URL),
      runOn(1, 'HTTPS://Issues.Example.com/v1/'),
      runOn(2, 'https://issues.example.com:443/v1//'),
    ],
    runOn(9, `${URL}/`),
    [0, 1, 2],
  ],
  [
    'another scheme, host, port, path, owner, repository or service',
    [
      runOn(0, 'http://issues.example.com/v1'),
      runOn(1, 'https://example.com/v1'),
      runOn(2, 'https://issues.example.com:8443/v1'),
      runOn(3, 'https://issues.example.com/V1'),
      runOn(4, URL, { owner: 'acme' }),
      runOn(5, URL, { repo: 'widgets' }),
      runOn(6, URL, { bundled: true }),
    ],
    runOn(9, URL),
    [],
  ],
  ['the bundled service on any port', [bundledAt(0), runAt(1), bundledAt(2)], bundledAt(3), [0, 2]],
])('reports of %s are of one target or not', async (_, kept, report, minutes) => {
  expect(await past(kept, report)).toEqual(minutes.map((minute) => `run${minute}`));
});

it.each<[string, (path: string) => Promise<unknown>]>([
  ['half a report', (path) => writeFile(path, json(runAt(1)).slice(0, 3000))],
  ['nothing', (path) => writeFile(path, '')],
  ['a later version', (path) => writeFile(path, json(runAt(1)).replace('on": 1', 'on": 2'))],
  ['a folder', (path) => mkdir(path)],
  ['a pipe', async (path) => execFileSync('/usr/bin/mkfifo', [path])],
  ['too deep', (path) => writeFile(path, '['.repeat(200_000))],
  ['4 GiB', async (path) => (await writeFile(path, ''), truncate(path, 2 ** 32))],
])('what is no report is passed over and kept: %s', async (_, make) => {
  const dir = at();
  const name = historyName(runAt(1));
  await keepInHistory(runAt(0), dir);
  await make(join(dir, name));
  await writeFile(join(dir, 'notes.json'), 'of somebody else');
  expect(idsOf(await pastReports(runAt(2), dir))).toEqual(['run0']);
  // The page of run0 is one of them.
  expect(await readdir(dir)).toHaveLength(4);
});
