import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockAt, takeAway } from '../../src/report/holder.ts';
import { type FolderLock, lockFolder } from '../../src/report/lock.ts';

let place = '';
let dir = '';
let path = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  dir = join(place, 'reports');
  path = join(dir, '.issue-conformance.lock');
  await mkdir(dir);
});
afterEach(() => rm(place, { recursive: true }));

/** Writes the lock of a process that has ended. @returns its id */
async function leaveLock(): Promise<number> {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'close');
  const holder = { run: 'gone', process: child.pid, host: hostname(), since: '2026-11-22' };
  await writeFile(path, JSON.stringify(holder));
  return child.pid ?? 0;
}

const lock = (run: string): Promise<FolderLock> => lockFolder(dir, run, { waitMs: 60_000 });
const holderNow = (): string | null => {
  const seen = lockAt(path);
  return seen.is === 'held' ? seen.holder.run : null;
};

it('one process at a time takes over the lock of a dead one, however many try and die', async () => {
  const gone = await leaveLock();
  const racer = join(place, 'racer.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('lock-racer.ts', import.meta.url))],
    outfile: racer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const racers = Array.from({ length: 6 }, async () => {
    const child = spawn(process.execPath, [racer, dir, String(gone), '30'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return `${child.exitCode} ${stderr}`;
  });
  expect(await Promise.all(racers)).toEqual(racers.map(() => '0 '));
  (await lock('last')).release();
  expect(await readdir(dir)).toEqual([]);
});

it('a late run removes no newer lock than it saw', async () => {
  const dying = await lock('dying');
  const seen = lockAt(path);
  dying.release();
  const held = await lock('next');
  if (seen.is === 'held') takeAway(path, seen.file);
  dying.release();
  expect(holderNow()).toBe('next');
  held.release();
  expect(await readdir(dir)).toEqual([]);
});

it.each([
  ['a file', leaveLock],
  ['an empty folder', () => mkdir(path)],
])('the lock of a dead run is taken over if it is %s', async (_, leave) => {
  await leave();
  const held = await lock('next');
  expect(holderNow()).toBe('next');
  held.release();
  expect(await readdir(dir)).toEqual([]);
});
