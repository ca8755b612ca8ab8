import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../client/thrown.ts';
import { type Holder, holderFile, isGone, lockAt, TAKEN, takeAway } from './holder.ts';
import { shown } from './text.ts';

const NAME = '.issue-conformance.lock';
/**
 * Milliseconds between two signs of life of a holder, and without one until it counts as gone. The last is
 * the interval at which a waiting run looks.
 */
const HEARTBEAT_MS = 400;
const SILENCE_MS = 4000;
const POLL_MS = 100;
/** Failed attempts after which the cause cannot be another run. */
const MOST_ATTEMPTS = 1000;

/** The behaviour while another run holds the folder. */
export interface Patience {
  /** Milliseconds to wait for the end of the other run. */
  readonly waitMs: number;
  /** Aborts the waiting. */
  readonly signal?: AbortSignal;
  /** Called once if the run has to wait. */
  readonly onWait?: (sentence: string) => void;
}

const whoIs = (holder: Holder): string =>
  `another run (process ${holder.process} on ${shown(holder.host)}, since ${shown(holder.since)})`;

/** Another run writes to the folder. The message names it and says what to do. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: Holder) {
    super(
      `The report folder ${JSON.stringify(dir)} is in use by ${whoIs(holder)}. Wait for its end, or set REPORT_DIR (--report-dir) to another one.`,
    );
  }
}

/** The exclusive right of a run to write reports to a folder. */
export interface FolderLock {
  /**
   * Throws {@link FolderTaken} if another run has taken the lock, as it may if this process was suspended.
   */
  readonly assertHeld: () => void;
  /** Releases the lock synchronously, so that it can be done while the process exits. */
  readonly release: () => void;
}

/** Returns the time of the last change by the clock of the file system, or `null` if the file is gone. */
async function touched(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? null;
}

/**
 * Returns the state of the holder. Only a change of the time counts, because clocks of two machines differ.
 */
async function watch(path: string): Promise<'there' | 'gone' | 'silent'> {
  const first = await touched(path);
  for (let [waited, now] = [0, first]; now !== null; now = await touched(path)) {
    if (now !== first) return 'there';
    if (waited >= SILENCE_MS) return 'silent';
    await sleep(POLL_MS);
    waited += POLL_MS;
  }
  return 'gone';
}

/**
 * Makes the lock. A rename to an empty folder is atomic, so the lock appears together with its holder, or not
 * at all.
 * @returns false if another run was first
 */
async function make(path: string, holder: Holder): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.new`;
  let isWhole = false;
  try {
    await mkdir(beside);
    await writeFile(join(beside, holderFile(holder.run)), `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    isWhole = true;
    await rename(beside, path);
    return true;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (isWhole && TAKEN.has(codeOf(error))) return false;
    throw error;
  }
}

/**
 * Locks a report folder. The lock of a dead run is removed: at once if its process has ended, else after some
 * seconds without a sign.
 *
 * @param run the id of the run that takes it
 * @throws {FolderTaken} if another run holds it; {Error} if something else has the name of the lock; the
 * error of the file system
 */
export async function lockFolder(
  dir: string,
  run: string,
  { waitMs, signal, onWait }: Patience,
): Promise<FolderLock> {
  const path = join(dir, NAME);
  const mine: Holder = { run, process: process.pid, host: hostname(), since: new Date().toISOString() };
  const began = performance.now();
  let isTold = false;
  for (let attempts = 0; ; ) {
    const seen = lockAt(path);
    if (seen.is === 'not a lock' || attempts >= MOST_ATTEMPTS)
      throw new Error(`${JSON.stringify(NAME)} there is no lock of this program, and is left as it is`);
    if (seen.is === 'free') {
      if (await make(path, mine)) break;
      attempts += 1;
      continue;
    }
    const { holder, file } = seen;
    const state = isGone(holder) ? 'silent' : await watch(file);
    if (state === 'silent') {
      takeAway(path, file);
      attempts += 1;
    }
    if (state !== 'there') continue;
    if (signal?.aborted === true || performance.now() - began >= waitMs) throw new FolderTaken(dir, holder);
    if (!isTold) onWait?.(`waits for ${whoIs(holder)}, which writes to ${JSON.stringify(dir)} too`);
    isTold = true;
  }
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    // Any change of the time will do. If it fails, writing the reports fails too and reports the problem.
    void utimes(join(path, holderFile(run)), beats, beats).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    try {
      takeAway(path, join(path, holderFile(run)));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // A folder that is gone or read-only needs no lock. Other runs see that this process has ended.
    }
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    const seen = lockAt(path);
    if (seen.is === 'held' && seen.holder.run !== run) throw new FolderTaken(dir, seen.holder);
  };
  return { assertHeld, release };
}
