import { lstatSync, readFileSync, unlinkSync } from 'node:fs';
import { lstat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../client/thrown.ts';

/** The lock: a file with the name of its holder. It is empty for a moment while it is made. */
const NAME = '.issue-conformance.lock';
const HOLDER = /^(?:process \d+ on [\w.-]*, run [\w.-]*)?$/;
const LONGEST = 500;
/** Milliseconds between two signs of life of a holder, and until a silent holder counts as gone. */
const HEARTBEAT_MS = 400;
const SILENCE_MS = 4000;
const POLL_MS = 100;

export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: string | null) {
    super(
      `The report folder ${JSON.stringify(dir)} is in use by another run (${holder || 'just begun'}). Wait for its end, or set REPORT_DIR (--report-dir) to another one.`,
    );
  }
}

class LockLost extends Error {
  override readonly name = 'LockLost';

  constructor(dir: string) {
    super(
      `This run no longer holds the report folder ${JSON.stringify(dir)}, so it writes no report there: another run took the folder over, or somebody emptied it.`,
    );
  }
}

/** The exclusive right of a run to write reports to a folder. */
export interface FolderLock {
  /** Throws if the lock is gone, or another run has taken it, as it may if this process was suspended. */
  readonly assertHeld: () => void;
  /** Is synchronous, so that it can be done while the process exits. */
  readonly release: () => void;
}

/** Returns the name of the holder; `null` if there is no lock. */
function holderOf(path: string): string | null {
  try {
    const found = lstatSync(path);
    // Reading a pipe would wait for its writer.
    const holder = found.isFile() && found.size <= LONGEST ? readFileSync(path, 'utf8') : null;
    if (holder !== null && HOLDER.test(holder)) return holder;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  throw new Error(`"${NAME}" there is not a lock of this program, and stays unchanged`);
}

function remove(path: string, holder: string): void {
  if (holderOf(path) === holder) unlinkSync(path);
}

/** True if a holder gives no sign of life. Only a change counts, because clocks of two machines differ. */
async function isSilent(path: string): Promise<boolean> {
  const touched = async () => (await lstat(path).catch(() => null))?.mtimeMs;
  const first = await touched();
  for (let waited = 0; waited < SILENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if ((await touched()) !== first) return false;
  }
  return true;
}

/** The lock of a run that died is removed after some seconds without a sign of life. @throws {FolderTaken} */
export async function lockFolder(dir: string, run: string): Promise<FolderLock> {
  const path = join(dir, NAME);
  const word = (text: string): string => text.replaceAll(/[^\w.-]/g, '-');
  const mine = `process ${process.pid} on ${word(hostname())}, run ${word(run)}`;
  const earlier = holderOf(path);
  if (earlier !== null) {
    if (!(await isSilent(path))) throw new FolderTaken(dir, earlier);
    remove(path, earlier);
  }
  await writeFile(path, mine, { flag: 'wx' }).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? new FolderTaken(dir, holderOf(path)) : error;
  });
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    // Any change of the time will do. If it fails, writing the reports fails too and reports the problem.
    void utimes(path, beats, beats).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    try {
      remove(path, mine);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // A folder that is gone or read-only needs no lock, and other runs take over a silent one.
    }
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    const holder = holderOf(path);
    if (holder === mine) return;
    // Another run may have taken the folder meanwhile, and ended.
    throw holder === null ? new LockLost(dir) : new FolderTaken(dir, holder);
  };
  return { assertHeld, release };
}
