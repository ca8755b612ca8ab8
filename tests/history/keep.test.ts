import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { keepInHistory, prepareHistoryDir } from '../../src/history/keep.ts';
import { historyName, keptNames, keptPage, keyIn, targetKey } from '../../src/history/kept-file.ts';
import { json } from '../../src/render/json.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { hostile } from '../report/examples.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { bundledAt, runAt } from './history.ts';

const at = folderOfEachTest();

const written = (report: Report): string => json(reportSchema.parse(report));

it.each([
  ['0f3a9c21bd', '0f3a9c21bd'],
  ['../../etc/passwd', '-etc-passwd'],
  ['a b\u0000/\\:*?"<>|\u202e', 'a-b-'],
  ['', 'run'],
  ['x'.repeat(5000), 'x'.repeat(40)],
])(
  'the name of a kept report has the time, the target, and nothing harmful of the run %j',
  (id, expected) => {
    const report = runAt(0, { id });
    expect(historyName(report)).toBe(`2026-11-20T16-18-09.123Z-${expected}.${targetKey(report.target)}.json`);
    expect(keyIn(historyName(report))).toBe(targetKey(report.target));
  },
);

it('a report is kept whole', async () => {
  const place = at();
  const dir = join(place, 'a', 'b');
  await prepareHistoryDir(dir);
  expect(await readdir(dir)).toEqual([]);
  const report = hostile('../"><script>\u202e');
  expect(await readFile(await keepInHistory(report, dir), 'utf8')).toBe(written(report));
  const wrong = { ...runAt(0), schemaVersion: 2 } as unknown as Report;
  await expect(keepInHistory(wrong, dir)).rejects.toThrow('schemaVersion');
  expect(await keptNames(dir)).toHaveLength(1);
});

it('twenty runs may be kept at once, and no reader sees half a report', async () => {
  const dir = at();
  const kept = new AbortController();
  const seen: string[] = [];
  const reading = (async () => {
    while (!kept.signal.aborted)
      for (const name of await readdir(dir))
        if (keyIn(name) !== null) seen.push(await readFile(join(dir, name), 'utf8'));
  })();
  const runs = Array.from({ length: 20 }, (_, index) => runAt(index % 4, { id: `run${index}` }));
  const paths = await Promise.all(runs.map((run) => keepInHistory(run, dir)));
  kept.abort();
  await reading;
  const pages = paths.map(keptPage);
  expect((await readdir(dir)).toSorted()).toEqual(
    [...paths, ...pages].map((path) => basename(path)).toSorted(),
  );
  const whole = new Set(runs.map(written));
  expect(seen.filter((text) => !whole.has(text))).toEqual([]);
});

it('a file in the way of the history is named with the setting', async () => {
  const place = at();
  const dir = join(place, 'a');
  await writeFile(dir, '');
  for (const write of [() => keepInHistory(runAt(0), dir), () => prepareHistoryDir(dir)])
    await expect(write()).rejects.toThrow(/cannot be written to: .*HISTORY_DIR/);
});

it.skipIf(process.getuid?.() === 0)('so is a folder without permission', async () => {
  const place = at();
  await chmod(place, 0o500);
  await expect(prepareHistoryDir(place)).rejects.toThrow(/cannot be written to: .*HISTORY_DIR/);
  await chmod(place, 0o700);
});

const unusableAt = (minute: number): Report => ({ ...runAt(minute), outcome: 'unusable', rules: [] });

it.each<[string, readonly Report[], number, readonly string[]]>([
  ['the newest runs', [runAt(0), runAt(1), runAt(2), runAt(3)], 2, ['run2', 'run3']],
  ['the last decided run', [runAt(0), runAt(1), unusableAt(2), unusableAt(3)], 1, ['run1', 'run3']],
  ['runs of other targets', [bundledAt(0), runAt(1), runAt(2)], 1, ['run0', 'run2']],
])('a history that is pruned keeps %s, and what is no report', async (_, kept, most, left) => {
  const dir = at();
  await writeFile(join(dir, '2026-01-01T00-00-00.000Z-odd.json'), 'not JSON');
  for (const report of kept) await keepInHistory(report, dir, most);
  const ids = (await readdir(dir)).toSorted().map((name) => /-(\w+)(?:\.\w+)?\.\w+$/.exec(name)?.[1]);
  expect(ids).toEqual(['odd', ...left.flatMap((id) => [id, id])]);
});

it('a file of somebody else is never pruned, whatever its name is', async () => {
  const dir = at();
  const mine = join(dir, historyName(runAt(0, { id: 'mine' })));
  await writeFile(mine, 'mine');
  for (const minute of [1, 2, 3]) await keepInHistory(runAt(minute), dir, 1);
  expect([(await keptNames(dir)).length, await readFile(mine, 'utf8')]).toEqual([2, 'mine']);
});
