import { readFileSync, rmSync } from 'node:fs';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf } from './code-of.ts';
import { shown } from './shown.ts';

const FILE = '.issue-conformance.lock';
/** How often a run shows that it is there, and how long another one looks for that: many times as long. */
const BEAT_MS = 400;
const WATCH_MS = 4000;
const LOOK_MS = 100;
/** Locks of runs that are gone that are broken, at most. */
const TRIES = 5;

const holderSchema = z.object({ run: z.string(), process: z.int(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** Another run writes to the folder: the message says which, and what to do. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: Holder | null) {
    const who =
      holder === null
        ? ''
        : ` (process ${holder.process} on ${shown(holder.host)}, since ${shown(holder.since)})`;
    super(
      `The report folder ${JSON.stringify(dir)} is in use by another run${who}. Wait for its end, or set REPORT_DIR (--report-dir) to another one. Nothing was sent.`,
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

/** Whether somebody shows to be there: seen by a change, since clocks of two machines may differ. */
async function isBeating(path: string): Promise<boolean> {
  const first = await touched(path);
  if (first === null) return false;
  for (let waited = 0; waited < WATCH_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const now = await touched(path);
    if (now !== first) return now !== null;
  }
  return false;
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
 * @throws {FolderTaken} where another run has it; the error of the file system
 */
export async function lockFolder(dir: string, run: string): Promise<FolderLock> {
  const path = join(dir, FILE);
  const mine: Holder = { run, process: process.pid, host: hostname(), since: new Date().toISOString() };
  for (let tries = 1; !(await make(path, mine)); tries += 1) {
    const holder = holderIn(path);
    const isTaken = holder !== null && isGone(holder) ? false : await isBeating(path);
    if (isTaken || tries === TRIES) throw new FolderTaken(dir, holder);
    await rm(path, { force: true });
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
