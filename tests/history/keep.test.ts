import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { json } from '../../src/formats/json.ts';
import { keepReport, prepareHistoryDir } from '../../src/history/keep.ts';
import { historyName, isHistoryName } from '../../src/history/kept-file.ts';
import { keepInHistory, pruneHistory } from '../../src/history/prune.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { hostile } from '../report/examples.ts';
import { bundledAt, runAt, withFolder } from './history.ts';

const written = (report: Report): string => json(reportSchema.parse(report));

it.each([
  ['0f3a9c21bd', '0f3a9c21bd'],
  ['../../etc/passwd', '-etc-passwd'],
  ['a b\u0000/\\:*?"<>|\u202e', 'a-b-'],
  ['', 'run'],
  ['x'.repeat(5000), 'x'.repeat(40)],
])('the name of a kept report has the time, and nothing harmful of the run %j', (id, expected) => {
  const name = historyName(runAt(0, { id }));
  expect(name).toBe(`2026-11-20T16-18-09.123Z-${expected}.json`);
  expect(isHistoryName(name)).toBe(true);
});

it('a report is kept whole, in place of nothing else', async () => {
  await withFolder(async (place) => {
    const dir = join(place, 'a', 'b');
    await prepareHistoryDir(dir);
    expect(await readdir(dir)).toEqual([]);
    const report = hostile('../"><script>\u202e');
    expect(await readFile(await keepReport(report, dir), 'utf8')).toBe(written(report));
    const taken = join(dir, historyName(runAt(0)));
    await writeFile(taken, 'of somebody else');
    await mkdir(join(dir, historyName(runAt(0), 1)));
    expect(basename(await keepReport(runAt(0), dir))).toBe('2026-11-20T16-18-09.123Z-run0-3.json');
    expect(await readFile(taken, 'utf8')).toBe('of somebody else');
    const wrong = { ...runAt(0), schemaVersion: 2 } as unknown as Report;
    await expect(keepReport(wrong, dir)).rejects.toThrow('schemaVersion');
    expect(await readdir(dir)).toHaveLength(4);
  });
});

it('twenty runs of one name may be kept at once, and no reader sees half a report', async () => {
  await withFolder(async (dir) => {
    const kept = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      while (!kept.signal.aborted)
        for (const name of await readdir(dir))
          if (isHistoryName(name)) seen.push(await readFile(join(dir, name), 'utf8'));
    })();
    const runs = Array.from({ length: 20 }, (_, index) => runAt(index % 4, { id: 'same' }));
    const paths = await Promise.all(runs.map((run) => keepReport(run, dir)));
    kept.abort();
    await reading;
    expect((await readdir(dir)).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
    const whole = new Set(runs.map(written));
    for (const path of paths) seen.push(await readFile(path, 'utf8'));
    expect(seen.filter((text) => !whole.has(text))).toEqual([]);
  });
});

it.each<[string, (place: string) => Promise<string>]>([
  ['a file', async (place) => (await writeFile(join(place, 'a'), ''), join(place, 'a'))],
  ['a file system that takes no file', async () => '/proc'],
  ...(process.getuid?.() === 0
    ? []
    : [
        ['no permission', async (place: string) => (await chmod(place, 0o500), place)] as [
          string,
          () => Promise<string>,
        ],
      ]),
])('%s in the way of the history is named with the setting', async (_, make) => {
  await withFolder(async (place) => {
    const dir = await make(place);
    for (const writing of [keepReport(runAt(0), dir), prepareHistoryDir(dir)])
      await expect(writing).rejects.toThrow(/cannot be written to: .*HISTORY_DIR/);
    await chmod(place, 0o700);
  });
});

const unusableAt = (minute: number): Report => ({ ...runAt(minute), outcome: 'unusable', rules: [] });

it.each<[string, readonly Report[], number, readonly string[]]>([
  ['the newest runs', [runAt(0), runAt(1), runAt(2), runAt(3)], 2, ['run2', 'run3']],
  ['the last decided run', [runAt(0), runAt(1), unusableAt(2), unusableAt(3)], 1, ['run1', 'run3']],
  ['runs of other targets', [bundledAt(0), runAt(1), runAt(2)], 1, ['run0', 'run2']],
])('a history that is pruned keeps %s, and what is no report', async (_, kept, most, left) => {
  await withFolder(async (dir) => {
    const odd = '2026-01-01T00-00-00.000Z-odd.json';
    await writeFile(join(dir, odd), 'not JSON');
    for (const report of kept) await keepInHistory(report, dir, undefined);
    expect(await pruneHistory(runAt(3).target, dir, most)).toBe(kept.length - left.length);
    const ids = (await readdir(dir)).toSorted().map((name) => /-(\w+)\.json$/.exec(name)?.[1]);
    expect(ids).toEqual(['odd', ...left]);
  });
});
