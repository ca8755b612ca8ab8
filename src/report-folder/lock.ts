import { lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../client/thrown.ts';

/** The lock: a file with the name of its holder. It is empty for a moment while it is made. */
const NAME = '.issue-conformance.lock';
const HOLDER = /^(?:process (\d+) on ([\w.-]*) since [\w.:-]*, run [\w.-]*)?$/;

const word = (text: string): string => text.replaceAll(/[^\w.-]/g, '-');
const HOST = word(hostname());
/** The start tells this process from an earlier one with its id, as in a container that was started again. */
const SELF = `process ${process.pid} on ${HOST} since ${new Date(performance.timeOrigin).toISOString()}`;

/** The folder belongs to another run. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';

  constructor(dir: string, holder: string | null) {
    super(
      `The report folder ${JSON.stringify(dir)} is in use by another run (${holder || 'just begun'}). Wait for its end, or set REPORT_DIR (--report-dir) to another one. If that run is gone, remove "${NAME}" there.`,
    );
  }
}

/** The exclusive right of a run to write reports to a folder. */
export interface FolderLock {
  /** @throws {Error} if the lock is gone, or another run has it */
  readonly assertHeld: () => void;
  /** Is synchronous, so that it can be done while the process exits. */
  readonly release: () => void;
}

/** Returns the name of the holder; `null` if there is no lock. */
function holderOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  // Reading a pipe would wait for its writer.
  const holder = found.isFile() ? readFileSync(path, 'utf8') : null;
  if (holder !== null && HOLDER.test(holder)) return holder;
  throw new Error(`"${NAME}" there is not a lock of this program, and stays unchanged`);
}

function remove(path: string, holder: string): void {
  if (holderOf(path) === holder) unlinkSync(path);
}

/** True unless no process of this machine has the id. */
function isRunning(pid: number): boolean {
  try {
    // Sends nothing.
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** True if a holder still runs. The processes of another machine, or container, cannot be seen: its lock is taken over. */
function isHeld(holder: string): boolean {
  const [, pid, host] = HOLDER.exec(holder) ?? [];
  if (holder.startsWith(SELF)) return true;
  return host === HOST && Number(pid) !== process.pid && isRunning(Number(pid));
}

/** Locks a folder. The lock of a run that died is replaced. @throws {FolderTaken} */
export function lockFolder(dir: string, run: string): FolderLock {
  const path = join(dir, NAME);
  const mine = `${SELF}, run ${word(run)}`;
  const earlier = holderOf(path);
  if (earlier !== null && isHeld(earlier)) throw new FolderTaken(dir, earlier);
  if (earlier !== null) remove(path, earlier);
  try {
    writeFileSync(path, mine, { flag: 'wx' });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new FolderTaken(dir, holderOf(path)) : error;
  }
  const release = (): void => {
    process.off('exit', release);
    try {
      remove(path, mine);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // A folder that is gone or read-only needs no lock, and other runs replace that of a dead one.
    }
  };
  process.on('exit', release);
  const assertHeld = (): void => {
    if (holderOf(path) !== mine)
      throw new Error(
        `This run lost its lock in the report folder ${JSON.stringify(dir)}, so no report was written: another run took the folder, or somebody emptied it.`,
      );
  };
  return { assertHeld, release };
}
