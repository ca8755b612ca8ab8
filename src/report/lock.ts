import { readFileSync, rmSync } from 'node:fs';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { codeOf } from './folder.ts';
import { shown } from './text.ts';

const FILE = '.issue-conformance.lock';
/** How often a run shows that it is there, and how long another one looks for that: many times as long. */
const BEAT_MS = 400;
const WATCH_MS = 4000;
const LOOK_MS = 100;

const holderSchema = z.object({ run: z.string(), process: z.int(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** What is done where another run has the folder. */
export interface Patience {
  /** How long its end is waited for, in milliseconds. */
  readonly waitMs: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Told once, where there is something to wait for. */
  readonly onWait?: (sentence: string) => void;
}

const whoIs = (holder: Holder | null): string =>
  holder === null
    ? 'another run'
    : `another run (process ${holder.process} on ${shown(holder.host)}, since ${shown(holder.since)})`;

/** Another run writes to the folder: the message says which, and what to do. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: Holder | null) {
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

/** Who has it; `null` where nobody has, or where that is not to be seen. */
function holderIn(path: string): Holder | null {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a process of this machine is gone for certain; of another machine nothing is known. */
function isGone({ process: pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
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

/** Makes the file of the lock. @returns false where there is one */
async function make(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the right to write to a folder. That of a run that is gone is broken: at once where its process is known to be
 * gone, else when it gave no sign for some seconds.
 *
 * @param run the id of the run that takes it
 * @throws {FolderTaken} where another run keeps it; the error of the file system
 */
export async function lockFolder(
  dir: string,
  run: string,
  { waitMs, signal, onWait }: Patience,
): Promise<FolderLock> {
  const path = join(dir, FILE);
  const mine: Holder = { run, process: process.pid, host: hostname(), since: new Date().toISOString() };
  const began = performance.now();
  let isTold = false;
  while (!(await make(path, mine))) {
    const holder = holderIn(path);
    const state = holder !== null && isGone(holder) ? 'silent' : await watch(path);
    if (state === 'silent') await rm(path, { force: true });
    if (state !== 'there') continue;
    if (signal?.aborted === true || performance.now() - began >= waitMs) throw new FolderTaken(dir, holder);
    if (!isTold) onWait?.(`waits for ${whoIs(holder)}, which writes to ${JSON.stringify(dir)} too`);
    isTold = true;
  }
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    // Any change will do. Where none can be made, the reports cannot be written either, which is said then.
    void utimes(path, beats, beats).catch(() => undefined);
  }, BEAT_MS).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    if (holderIn(path)?.run === run) rmSync(path, { force: true });
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    const holder = holderIn(path);
    if (holder !== null && holder.run !== run) throw new FolderTaken(dir, holder);
  };
  return { assertHeld, release };
}
