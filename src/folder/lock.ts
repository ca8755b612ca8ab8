import { randomUUID } from 'node:crypto';
import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../client/thrown.ts';

/** The lock: a folder with one file, which is named after the holder. An empty one is free. */
const NAME = '.issue-conformance.lock';
/** Milliseconds between two signs of life of a holder, and without one until it counts as gone. */
const HEARTBEAT_MS = 400;
const SILENCE_MS = 4000;
const POLL_MS = 100;

/** How to wait while another run holds the folder. */
export interface Patience {
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** Called once if the run has to wait. */
  readonly onWait?: (sentence: string) => void;
}

/** Returns the name of a holder: process, machine and run. */
const holderName = (run: string): string =>
  [process.pid, hostname(), run].map((part) => String(part).replaceAll(/[^\w.-]/g, '-')).join('@');

const HOLDER = /^\d+@[\w.-]*@[\w.-]*$/;

function whoIs(holder: string): string {
  const [pid = '', host = ''] = holder.split('@');
  return `another run (process ${pid} on ${host})`;
}

/** Another run writes to the folder. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: string) {
    super(
      `The report folder ${JSON.stringify(dir)} is in use by ${whoIs(holder)}. Wait for its end, or set REPORT_DIR (--report-dir) to another one.`,
    );
  }
}

/** The exclusive right of a run to write reports to a folder. */
export interface FolderLock {
  /** Throws {@link FolderTaken} if another run has taken it, as it may if this process was suspended. */
  readonly assertHeld: () => void;
  /** Is synchronous, so that it can be done while the process exits. */
  readonly release: () => void;
}

/** Returns the name of the holder; `null` if the lock is free. */
function holderOf(path: string): string | null {
  try {
    const [name = null] = readdirSync(path);
    if (name === null || HOLDER.test(name)) return name;
    throw new Error(`"${NAME}" there is no lock of this program, and is left as it is`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the lock of one holder, never that of another: its file is missing if another one holds the lock. */
function takeAway(path: string, holder: string): void {
  try {
    unlinkSync(join(path, holder));
    rmdirSync(path);
  } catch (error) {
    // The lock is gone, or another run has taken the empty folder in between.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTEMPTY') throw error;
  }
}

/**
 * Makes the lock. A rename to an empty folder is atomic, so the lock appears together with its holder, or not
 * at all. @returns false if another run was first
 */
async function make(path: string, holder: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.new`;
  try {
    await mkdir(beside);
    await writeFile(join(beside, holder), '', { flag: 'wx' });
    await rename(beside, path);
    return true;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (holderOf(path) !== null || codeOf(error) === 'ENOTEMPTY') return false;
    throw error;
  }
}

/** True if a holder gives no sign of life. Only a change counts, because clocks of two machines differ. */
async function isSilent(file: string): Promise<boolean> {
  const touched = async () => (await stat(file).catch(() => null))?.mtimeMs;
  const first = await touched();
  for (let waited = 0; waited < SILENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if ((await touched()) !== first) return false;
  }
  return first !== undefined;
}

/**
 * Locks a report folder. The lock of a run that died is removed after some seconds without a sign of life.
 *
 * @param run the id of the run that takes it
 * @throws {FolderTaken} if another run holds it; else the error of the file system
 */
export async function lockFolder(
  dir: string,
  run: string,
  { waitMs, signal, onWait }: Patience,
): Promise<FolderLock> {
  const path = join(dir, NAME);
  const mine = holderName(run);
  const began = performance.now();
  let isTold = false;
  for (;;) {
    const holder = holderOf(path);
    if (holder === null) {
      if (await make(path, mine)) break;
    } else if (await isSilent(join(path, holder))) takeAway(path, holder);
    else if (holderOf(path) === holder) {
      if (signal?.aborted === true || performance.now() - began >= waitMs) throw new FolderTaken(dir, holder);
      if (!isTold) onWait?.(`waits for ${whoIs(holder)}, which writes to ${JSON.stringify(dir)} too`);
      isTold = true;
    }
  }
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    // Any change of the time will do. If it fails, writing the reports fails too and reports the problem.
    void utimes(join(path, mine), beats, beats).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    try {
      takeAway(path, mine);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // A folder that is gone or read-only needs no lock, and other runs take over a silent one.
    }
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    const holder = holderOf(path);
    if (holder !== null && holder !== mine) throw new FolderTaken(dir, holder);
  };
  return { assertHeld, release };
}
