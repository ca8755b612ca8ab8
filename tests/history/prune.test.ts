import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepReport } from '../../src/history/keep.ts';
import { keepInHistory, pruneHistory } from '../../src/history/prune.ts';
import type { Report } from '../../src/report/model.ts';
import { bundledAt, runAt, withFolder } from './history.ts';

const unusableAt = (minute: number): Report => ({
  ...runAt(minute),
  outcome: 'unusable',
  problem: 'It does not answer.',
  rules: [],
});

async function keepAll(dir: string, reports: readonly Report[]): Promise<void> {
  for (const report of reports) await keepReport(report, dir);
}

const idsIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir)).toSorted().map((name) => /-([a-z]+\d+)\.json$/.exec(name)?.[1] ?? name);

describe('a history that keeps so many runs of a target', () => {
  it('loses the oldest ones', async () => {
    await withFolder(async (dir) => {
      await keepAll(dir, [runAt(0), runAt(1), runAt(2), runAt(3)]);
      expect(await pruneHistory(runAt(3).target, dir, 2)).toBe(2);
      expect(await idsIn(dir)).toEqual(['run2', 'run3']);
      expect(await pruneHistory(runAt(3).target, dir, 2)).toBe(0);
    });
  });

  it('keeps the last run that decided something, however old', async () => {
    await withFolder(async (dir) => {
      await keepAll(dir, [runAt(0), runAt(1), unusableAt(2), unusableAt(3), unusableAt(4)]);
      expect(await pruneHistory(runAt(0).target, dir, 2)).toBe(2);
      expect(await idsIn(dir)).toEqual(['run1', 'run3', 'run4']);
    });
  });

  it('keeps runs of other targets, and what is no kept report', async () => {
    await withFolder(async (dir) => {
      const odd = '2026-01-01T00-00-00.000Z-odd1.json';
      await writeFile(join(dir, odd), 'not JSON');
      await writeFile(join(dir, 'notes.txt'), 'notes');
      await keepAll(dir, [bundledAt(0), runAt(1), runAt(2)]);
      expect(await pruneHistory(runAt(1).target, dir, 1)).toBe(1);
      const left = await readdir(dir);
      expect(left).toContain(odd);
      expect(left).toContain('notes.txt');
      expect(left).toHaveLength(4);
    });
  });

  it('is one only if that is asked for', async () => {
    await withFolder(async (dir) => {
      for (const minute of [0, 1, 2]) await keepInHistory(runAt(minute), dir, undefined);
      expect(await idsIn(dir)).toHaveLength(3);
      await keepInHistory(runAt(3), dir, 1);
      expect(await idsIn(dir)).toEqual(['run3']);
    });
  });
});
