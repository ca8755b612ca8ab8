import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { keepInHistory, pastReports } from '../../src/history/kept-runs.ts';
import { json } from '../../src/render/json.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { hostile } from '../report/examples.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { bundledAt, runAt } from './fixed-runs.ts';

const at = folderOfEachTest();
const keptNames = async (dir: string) => (await readdir(dir)).filter((name) => name.endsWith('.json'));
const written = (report: Report): string => json(reportSchema.parse(report));
const runs = (...minutes: readonly number[]): Report[] => minutes.map((minute) => runAt(minute));

it.each([
  ['0f3a9c21bd', '0f3a9c21bd'],
  ['../../etc/passwd', '-etc-passwd'],
  ['a b\u0000/\\:*?"<>|\u202e', 'a-b-'],
  ['', 'run'],
  ['x'.repeat(5000), 'x'.repeat(40)],
])('the name of a kept report has nothing harmful of the run %j', async (id, name) => {
  const path = await keepInHistory(runAt(0, { id }), at());
  expect(basename(path)).toMatch(new RegExp(`^2026-11-20T16-18-09\\.123Z-${name}\\.[0-9a-f]{8}\\.json$`));
  expect(await keptNames(at())).toEqual([basename(path)]);
});

it('a report is kept whole', async () => {
  const dir = at('a', 'b');
  const report = hostile('../"><script>\u202e');
  expect(await readFile(await keepInHistory(report, dir), 'utf8')).toBe(written(report));
  const wrong = Object.assign({ ...runAt(0) }, { schemaVersion: 2 });
  await expect(keepInHistory(wrong, dir)).rejects.toThrow('schemaVersion');
  expect(await keptNames(dir)).toHaveLength(1);
});

it('twenty runs may be kept at once, and no reader sees half a report', async () => {
  const dir = at();
  const kept = new AbortController();
  const seen: string[] = [];
  const reading = (async () => {
    // At least once, when some are kept.
    do for (const name of await keptNames(dir)) seen.push(await readFile(join(dir, name), 'utf8'));
    while (!kept.signal.aborted || seen.length === 0);
  })();
  const reports = Array.from({ length: 20 }, (_, index) => runAt(index % 4, { id: `run${index}` }));
  const paths = await Promise.all(reports.map((report) => keepInHistory(report, dir)));
  kept.abort();
  await reading;
  expect((await readdir(dir)).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
  const whole = new Set(reports.map(written));
  expect(seen.filter((text) => !whole.has(text))).toEqual([]);
});

it('a folder that cannot be written to or read is named with the setting', async () => {
  await writeFile(at('a'), '');
  await expect(keepInHistory(runAt(0), at('a'))).rejects.toThrow(/cannot be used: .*HISTORY_DIR/);
  await expect(pastReports(runAt(0), at('a'))).rejects.toThrow(/HISTORY_DIR/);
});

const unusableAt = (minute: number): Report => ({ ...runAt(minute), outcome: 'unusable', rules: [] });

it.each<[string, readonly Report[], number, readonly string[]]>([
  ['the newest runs', runs(0, 1, 2, 3), 2, ['run2', 'run3']],
  ['the last decided run', [...runs(0, 1), unusableAt(2), unusableAt(3)], 1, ['run1', 'run3']],
  ['runs of other targets', [bundledAt(0), ...runs(1, 2)], 1, ['run0', 'run2']],
])('a history that is pruned keeps %s, and files of somebody else', async (_, kept, most, left) => {
  const mine = basename(await keepInHistory(runAt(0, { id: 'mine' }), at()));
  for (const name of [mine, 'notes.json']) await writeFile(at(name), 'mine');
  for (const report of kept) await keepInHistory(report, at(), most);
  const names = (await readdir(at())).filter((name) => name !== mine && name !== 'notes.json');
  expect(names.toSorted().map((name) => /-(\w+)\.\w+\.json$/.exec(name)?.[1])).toEqual(left);
  expect(await readFile(at(mine), 'utf8')).toBe('mine');
});

async function past(kept: readonly Report[], report: Report): Promise<string[]> {
  for (const one of kept) await keepInHistory(one, at());
  return (await pastReports(report, at())).map(({ run }) => run.id);
}

const URL = 'https://issues.example.com/v1';
const runOn = (minute: number, baseUrl: string, rest: Partial<Report['target']> = {}): Report =>
  runAt(minute, { target: { baseUrl, ...rest } });

it.each<[string, readonly Report[], Report, readonly number[]]>([
  ['the latest before a report, each once, the oldest first', runs(2, 0, 1, 1, 3, 4), runAt(3), [0, 1, 2]],
  [
    'of no other scheme, host, port, path, owner, repository or service',
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
  ['of the bundled service on any port', [bundledAt(0), runAt(1), bundledAt(2)], bundledAt(3), [0, 2]],
])('earlier reports are those %s', async (_, kept, report, minutes) => {
  expect(await past(kept, report)).toEqual(minutes.map((minute) => `run${minute}`));
});

it('earlier reports are no more than the memory allows', async () => {
  const problem = 'x'.repeat(15_000_000);
  for (const report of runs(0, 1, 2, 3, 4, 5))
    await writeFile(await keepInHistory(report, at()), JSON.stringify({ ...report, problem }));
  expect(await past([], runAt(9))).toEqual(['run1', 'run2', 'run3', 'run4', 'run5']);
});

it.each<[string, (path: string) => Promise<unknown>]>([
  ['half a report', (path) => writeFile(path, json(runAt(1)).slice(0, 3000))],
  ['nothing', (path) => writeFile(path, '')],
  ['a later version', (path) => writeFile(path, json(runAt(1)).replace('on": 1', 'on": 2'))],
  ['of another target', (path) => writeFile(path, json(bundledAt(1)))],
  ['a folder', (path) => mkdir(path)],
])('what is no report of the target is passed over and kept: %s', async (_, make) => {
  const path = await keepInHistory(runAt(1), at());
  await rm(path);
  await make(path);
  expect(await past(runs(0), runAt(2))).toEqual(['run0']);
  expect(await readdir(at())).toHaveLength(2);
});
