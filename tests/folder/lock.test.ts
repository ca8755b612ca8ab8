import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FolderLock, FolderTaken, lockFolder } from '../../src/folder/lock.ts';

let dir = '';
let path = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  path = join(dir, '.issue-conformance.lock');
});
afterEach(() => rm(dir, { recursive: true }));

async function leaveLock(holder: string): Promise<void> {
  await mkdir(path);
  await writeFile(join(path, holder), '');
}

const lock = (run: string, waitMs = 60_000): Promise<FolderLock> => lockFolder(dir, run, { waitMs });
const holders = (): Promise<string[]> => readdir(path);

it('one run at a time holds the lock, however many try', async () => {
  await leaveLock('1@here@dead');
  const all: string[] = [];
  let holding = 0;
  const racers = Array.from({ length: 8 }, async (_, racer) => {
    for (let round = 0; round < 2; round += 1) {
      const held = await lock(`${racer}-${round}`);
      holding += 1;
      all.push(...(await holders()));
      held.assertHeld();
      expect(holding).toBe(1);
      holding -= 1;
      held.release();
    }
  });
  await Promise.all(racers);
  expect(new Set(all).size).toBe(16);
});

it('the lock of a run that was killed is taken over, and a folder of somebody else is not', async () => {
  await mkdir(path);
  (await lock('next', 0)).release();
  await leaveLock('1@here@killed');
  const held = await lock('next', 0);
  expect(await holders()).toEqual([`${process.pid}@${hostname()}@next`]);
  held.release();
  expect(await readdir(dir)).toEqual([]);
  await leaveLock('mine.txt');
  await expect(lock('next', 0)).rejects.toThrow('no lock of this program');
  expect(await holders()).toEqual(['mine.txt']);
});

it('a run that lost its lock says so, and removes no newer one', async () => {
  const first = await lock('first');
  await rm(path, { recursive: true });
  const second = await lock('second');
  expect(first.assertHeld).toThrow(FolderTaken);
  first.release();
  second.assertHeld();
  await expect(lock('third', 0)).rejects.toThrow(
    new RegExp(`process ${process.pid} on ${hostname()}.*REPORT_DIR`),
  );
  second.release();
});
