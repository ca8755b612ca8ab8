import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../client/thrown.ts';

/** The lock: a file with the name of its holder. It is empty for a moment while it is made. */
const NAME = '.issue-conformance.lock';
const HOLDER = /^(?:process (\d+) on (\S*) since \S*, run .*)?$/;

const HOST = hostname();
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

/** Returns the name of the holder; `null` if there is no lock. */
function holderOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  // Reading a pipe would wait for its writer.
  const holder = found.isFile() ? readFileSync(path, 'utf8') : null;
  if (holder !== null && HOLDER.test(holder)) return holder;
  throw new Error(`"${NAME}" there is not a lock of this program, and stays unchanged`);
}

/** True if a holder still runs. The processes of another machine, or container, cannot be seen: its lock is taken over. */
function isHeld(holder: string): boolean {
  const [, pid, host] = HOLDER.exec(holder) ?? [];
  if (holder.startsWith(SELF)) return true;
  if (host !== HOST || Number(pid) === process.pid) return false;
  try {
    // Sends nothing.
    return process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Locks a folder. The lock of a run that died is replaced.
 * @returns `assertHeld`, which throws if the lock is gone, or another run has it; and `release`
 * @throws {FolderTaken}
 */
export function lockFolder(dir: string, run: string) {
  const path = join(dir, NAME);
  const mine = `${SELF}, run ${run}`;
  const earlier = holderOf(path);
  if (earlier !== null && isHeld(earlier)) throw new FolderTaken(dir, earlier);
  if (earlier !== null) rmSync(path);
  try {
    writeFileSync(path, mine, { flag: 'wx' });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new FolderTaken(dir, holderOf(path)) : error;
  }
  return {
    assertHeld: (): void => {
      if (holderOf(path) !== mine)
        throw new Error('this run lost its lock there: another run took the folder, or somebody emptied it');
    },
    release: (): void => {
      try {
        if (holderOf(path) === mine) rmSync(path);
      } catch {
        // A folder that is gone or read-only needs no lock, and other runs replace that of a dead one.
      }
    },
  };
}
