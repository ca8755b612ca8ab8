import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
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

/** Returns the id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'close');
  return child.pid ?? 0;
}

async function leaveLock(holder: string): Promise<void> {
  await mkdir(path);
  await writeFile(join(path, holder), '');
}

const lock = (run: string, waitMs = 60_000): Promise<FolderLock> => lockFolder(dir, run, { waitMs });
const holders = (): Promise<string[]> => readdir(path);

it('one run at a time holds the lock, however many try and die', async () => {
  const dead = `${await deadProcess()}@${hostname()}@dead`;
  await leaveLock(dead);
  const all: string[] = [];
  let holding = 0;
  const racers = Array.from({ length: 8 }, async (_, racer) => {
    for (let round = 0; round < 6; round += 1) {
      const held = await lock(`${racer}-${round}`);
      holding += 1;
      all.push(...(await holders()));
      held.assertHeld();
      expect(holding).toBe(1);
      holding -= 1;
      // Half of them die: their lock stays, and their process is gone.
      if (round % 2 === 0) renameSync(join(path, all.at(-1) ?? ''), join(path, dead));
      held.release();
    }
  });
  await Promise.all(racers);
  expect(new Set(all).size).toBe(48);
});

it.each([
  ['of a process that has ended', async () => leaveLock(`${await deadProcess()}@${hostname()}@gone`)],
  ['of another machine that shows no sign of life', () => leaveLock('1@another-machine@gone')],
  ['that is empty', () => mkdir(path)],
])('a lock %s is taken over', async (_, leave) => {
  await leave();
  const held = await lock('next', 0);
  expect(await holders()).toEqual([`${process.pid}@${hostname()}@next`]);
  held.release();
  expect(await readdir(dir)).toEqual([]);
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
