import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type FolderLock, FolderTaken, lockFolder } from '../../src/report-folder/lock.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
let dir = '';
let path = '';
beforeEach(() => {
  dir = at();
  path = join(dir, NAME);
});

const NAME = '.issue-conformance.lock';
const DEAD = 'process 1 on here, run killed';
const lock = (run: string): Promise<FolderLock> => lockFolder(dir, run);

it('one run at a time holds the lock, however many try', async () => {
  for (const _ of ['free', 'left by a dead run']) {
    const racers = await Promise.allSettled(Array.from({ length: 8 }, (_run, racer) => lock(`${racer}`)));
    const held = racers.flatMap((racer) => (racer.status === 'fulfilled' ? [racer.value] : []));
    expect(held).toHaveLength(1);
    held[0]?.assertHeld();
    held[0]?.release();
    expect(await readdir(dir)).toEqual([]);
    await writeFile(path, DEAD);
  }
});

it('the lock of a run that was killed is taken over, and a file of somebody else is not', async () => {
  // Each takes seconds of waiting.
  const takeOver = async (dead: string): Promise<void> => {
    const own = await mkdtemp(join(dir, 'killed-'));
    await writeFile(join(own, NAME), dead);
    const held = await lockFolder(own, 'next');
    expect(await readFile(join(own, NAME), 'utf8')).toBe(`process ${process.pid} on ${hostname()}, run next`);
    held.release();
    expect(await readdir(own)).toEqual([]);
  };
  await Promise.all(['', DEAD].map(takeOver));
  await writeFile(path, 'mine');
  await expect(lock('next')).rejects.toThrow('not a lock of this program');
  expect(await readFile(path, 'utf8')).toBe('mine');
});

it('a run that lost its lock says so, and removes no newer one', async () => {
  const first = await lock('first');
  await rm(path);
  const second = await lock('second');
  expect(first.assertHeld).toThrow(FolderTaken);
  first.release();
  second.assertHeld();
  await expect(lock('third')).rejects.toThrow(
    new RegExp(`process ${process.pid} on ${hostname()}.*REPORT_DIR`),
  );
  second.release();
});
