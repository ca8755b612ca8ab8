import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepReport, prepareHistoryDir } from '../../src/history/keep.ts';
import { historyName, isHistoryName } from '../../src/history/kept-file.ts';
import { json } from '../../src/report/data/json.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { readReport } from '../../src/report/read.ts';
import { hostile } from '../report/examples.ts';
import { runAt, withFolder } from './history.ts';

const written = (report: Report): string => json(reportSchema.parse(report));
const isRoot = process.getuid?.() === 0;

describe('the name of a kept report', () => {
  it('begins with the time and ends with the run', () => {
    expect(historyName(runAt(0, { id: '0f3a9c21bd' }))).toBe('2026-11-20T16-18-09.123Z-0f3a9c21bd.json');
  });

  it('sorts by time, however exactly the time is written and in whatever zone', () => {
    const at = (startedAt: string) => historyName({ run: { ...runAt(0).run, startedAt } });
    const names = ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.5Z', '2026-01-31T10:00:00.000Z'].map(at);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(3);
  });

  it.each([
    ['a path', '../../etc/passwd', '-etc-passwd'],
    ['signs', 'a b\u0000/\\:*?"<>|\u202e', 'a-b-'],
    ['nothing', '', 'run'],
    ['a long id', 'x'.repeat(5000), 'x'.repeat(40)],
  ])('has no character that a file may not have, from %s', (_, id, expected) => {
    const name = historyName(runAt(0, { id }));
    expect(name).toBe(`2026-11-20T16-18-09.123Z-${expected}.json`);
    expect(isHistoryName(name)).toBe(true);
  });
});

describe('keeping a report', () => {
  it('makes the folder, writes the whole report under its name, and nothing else', async () => {
    await withFolder(async (place) => {
      const dir = join(place, 'a', 'b');
      const path = await keepReport(runAt(0), dir);
      expect(isAbsolute(path)).toBe(true);
      expect(dirname(path)).toBe(dir);
      expect(await readdir(dir)).toEqual([historyName(runAt(0))]);
      expect(await readFile(path, 'utf8')).toBe(written(runAt(0)));
    });
  });

  it('keeps what a hostile target has put into it', async () => {
    await withFolder(async (dir) => {
      const report = hostile('../"><script>\u202e');
      const path = await keepReport(report, dir);
      expect(await readReport(path)).toEqual(report);
    });
  });

  it('overwrites nothing: what is called the same gets a number', async () => {
    await withFolder(async (dir) => {
      const taken = join(dir, historyName(runAt(0)));
      await writeFile(taken, 'of somebody else');
      await mkdir(join(dir, historyName(runAt(0), 1)));
      const path = await keepReport(runAt(0), dir);
      expect(basename(path)).toBe('2026-11-20T16-18-09.123Z-run0-3.json');
      expect(await readFile(taken, 'utf8')).toBe('of somebody else');
      expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  });

  it('may be done by twenty runs at the same time, of one name too, and no reader ever sees half a report', async () => {
    await withFolder(async (dir) => {
      const kept = new AbortController();
      const seen: string[] = [];
      const reading = (async () => {
        while (!kept.signal.aborted) {
          for (const name of await readdir(dir)) {
            if (isHistoryName(name)) seen.push(await readFile(join(dir, name), 'utf8'));
          }
        }
      })();
      const runs = Array.from({ length: 20 }, (_, index) => runAt(index % 4, { id: 'same' }));
      const paths = await Promise.all(runs.map((run) => keepReport(run, dir)));
      kept.abort();
      await reading;
      expect(new Set(paths).size).toBe(20);
      expect((await readdir(dir)).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
      expect(await Promise.all(paths.map(readReport))).toEqual(runs);
      const whole = new Set(runs.map(written));
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter((text) => !whole.has(text))).toEqual([]);
    });
  });

  it('writes nothing that is no report', async () => {
    await withFolder(async (dir) => {
      const wrong = { ...runAt(0), schemaVersion: 2 } as unknown as Report;
      await expect(keepReport(wrong, dir)).rejects.toThrow('schemaVersion');
      expect(await readdir(dir)).toEqual([]);
    });
  });

  it('says what is in the way, and what to set', async () => {
    await withFolder(async (place) => {
      const dir = join(place, 'taken');
      await writeFile(dir, '');
      const sentence = `The history folder ${JSON.stringify(dir)} cannot be written to: a file is in the way. Set HISTORY_DIR (--history) to another one.`;
      await expect(keepReport(runAt(0), dir)).rejects.toThrow(sentence);
      await expect(prepareHistoryDir(dir)).rejects.toThrow(sentence);
    });
  });

  it.skipIf(process.platform !== 'linux')('says that a file system takes no file', async () => {
    await expect(keepReport(runAt(0), '/proc')).rejects.toThrow(
      'there is no such folder, and none can be made',
    );
    await expect(prepareHistoryDir('/proc')).rejects.toThrow('there is no such folder, and none can be made');
  });

  it.skipIf(isRoot)('says that the user may not write there', async () => {
    await withFolder(async (dir) => {
      await chmod(dir, 0o500);
      await expect(keepReport(runAt(0), dir)).rejects.toThrow('this user may not write there');
      await expect(prepareHistoryDir(dir)).rejects.toThrow('this user may not write there');
      await chmod(dir, 0o700);
    });
  });
});

describe('preparing the history folder', () => {
  it('makes it, leaves nothing in it, and leaves alone what is there', async () => {
    await withFolder(async (place) => {
      const dir = join(place, 'a', 'b');
      await Promise.all([prepareHistoryDir(dir), prepareHistoryDir(dir)]);
      expect(await readdir(dir)).toEqual([]);
      await keepReport(runAt(0), dir);
      await prepareHistoryDir(dir);
      expect(await readdir(dir)).toEqual([historyName(runAt(0))]);
    });
  });
});
