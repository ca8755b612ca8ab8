import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../client/thrown.ts';
import { type Holder, holderFile, isGone, lockAt, TAKEN, takeAway } from './holder.ts';
import { shown } from './text.ts';

const NAME = '.issue-conformance.lock';
/** How often a run shows that it is there, and how long another one looks for that: many times as long. */
const BEAT_MS = 400;
const WATCH_MS = 4000;
const LOOK_MS = 100;
/** Attempts in vain after which it is no other run that is in the way. */
const MOST_ATTEMPTS = 1000;

/** What is done where another run has the folder. */
export interface Patience {
  /** How long its end is waited for, in milliseconds. */
  readonly waitMs: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Told once, where there is something to wait for. */
  readonly onWait?: (sentence: string) => void;
}

const whoIs = (holder: Holder): string =>
  `another run (process ${holder.process} on ${shown(holder.host)}, since ${shown(holder.since)})`;

/** Another run writes to the folder: the message says which, and what to do. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: Holder) {
    super(
      `The report folder ${JSON.stringify(dir)} is in use by ${whoIs(holder)}. Wait for its end, or set REPORT_DIR (--report-dir) to another one.`,
    );
  }
}

/** The right to write reports to a folder, of one run at a time. */
export interface FolderLock {
  /** Throws {@link FolderTaken} where another run has taken it, as one does that finds this process standing still. */
  readonly assertHeld: () => void;
  /** Gives it back; at once, so that it can be done while the process ends. */
  readonly release: () => void;
}

/** When the file was touched last, by whatever clock its file system has; `null` where it is gone. */
async function touched(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? null;
}

/** Whether its holder is there: seen by a change, since clocks of two machines may differ. */
async function watch(path: string): Promise<'there' | 'gone' | 'silent'> {
  const first = await touched(path);
  for (let [waited, now] = [0, first]; now !== null; now = await touched(path)) {
    if (now !== first) return 'there';
    if (waited >= WATCH_MS) return 'silent';
    await sleep(LOOK_MS);
    waited += LOOK_MS;
  }
  return 'gone';
}

/**
 * Makes the lock. It appears with its holder in it, or not at all: a folder can be renamed to the place of an empty one, and
 * of no other.
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
 * Takes the right to write to a folder. That of a run that is gone is taken away: at once where its process is known to be
 * gone, else when it gave no sign for some seconds.
 *
 * @param run the id of the run that takes it
 * @throws {FolderTaken} where another run keeps it; {Error} if something else stands in the place of the lock; the error of
 * the file system
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
    // Any change will do. Where none can be made, the reports cannot be written either, which is said then.
    void utimes(join(path, holderFile(run)), beats, beats).catch(() => undefined);
  }, BEAT_MS).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    try {
      takeAway(path, join(path, holderFile(run)));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // A folder that is gone, or that takes no more changes, needs no lock; others see that this process is gone.
    }
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    const seen = lockAt(path);
    if (seen.is === 'held' && seen.holder.run !== run) throw new FolderTaken(dir, seen.holder);
  };
  return { assertHeld, release };
}
