import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockAt, takeAway } from '../../src/report/holder.ts';
import { type FolderLock, lockFolder } from '../../src/report/lock.ts';

const LOCK = '.issue-conformance.lock';
let dir = '';
let program = '';
/** Id of a process that has ended. */
let gone = 0;
beforeAll(async () => {
  const child = spawn(process.execPath, ['--version']);
  await once(child, 'close');
  gone = child.pid ?? 0;
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  program = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
  await rm(program, { recursive: true });
});

const left = (run: string): Promise<void> =>
  writeFile(
    join(dir, LOCK),
    JSON.stringify({ run, process: gone, host: hostname(), since: '2026-11-22T05:00:00Z' }),
  );

const lock = (run: string): Promise<FolderLock> => lockFolder(dir, run, { waitMs: 60_000 });

const holderNow = (): string | null => {
  const seen = lockAt(join(dir, LOCK));
  return seen.is === 'held' ? seen.holder.run : null;
};

describe('a lock whose run is gone', () => {
  it('is taken over by one run at a time, however many processes find it, and however often one dies', async () => {
    await left('gone');
    const racer = join(program, 'racer.mjs');
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

  it('is not mistaken for the lock of a run that took it over meanwhile', async () => {
    const dying = await lock('dying');
    const seen = lockAt(join(dir, LOCK));
    dying.release();
    const held = await lock('next');
    // Another run that saw the first lock must not remove the second one.
    if (seen.is === 'held') takeAway(join(dir, LOCK), seen.file);
    expect(holderNow()).toBe('next');
    dying.release();
    expect(holderNow()).toBe('next');
    held.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is taken over if it was left as a file, as earlier versions made it', async () => {
    await left('gone');
    const held = await lock('next');
    takeAway(join(dir, LOCK), join(dir, LOCK));
    expect(holderNow()).toBe('next');
    held.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is taken over if only its folder is left', async () => {
    await mkdir(join(dir, LOCK));
    const held = await lock('next');
    expect(holderNow()).toBe('next');
    held.release();
    expect(await readdir(dir)).toEqual([]);
  });
});
