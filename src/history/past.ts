import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../report/code-of.ts';
import { inert } from '../report/inert.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { MOST_BYTES, reportFrom, UnreadableReport } from '../report/read.ts';
import { isHistoryName } from './file-name.ts';
import { isSameTarget } from './same-target.ts';

/** Files of a history that are looked at, at most, and bytes after which no further one is. */
const MOST_FILES = 2000;
const ENOUGH_BYTES = 32 * 1024 * 1024;
/** Where a report is written as this program writes it, its target stands in so many bytes. */
const HEAD_BYTES = 4096;

/** Earlier reports on one target. */
export interface Past {
  /** The oldest first. */
  readonly reports: readonly Report[];
  /** Names of files that are called like kept reports and are none that this version reads, of those that were looked at. */
  readonly unreadable: readonly string[];
}

const targetSchema = reportSchema.shape.target;

/**
 * The target of a report whose beginning is known, so that reports on others need not be read; `null` where it is not to be
 * seen there. In what this program writes, keys of the report stand behind two spaces, and no text holds a line break.
 */
function targetIn(head: string): Report['target'] | null {
  const [, found] = /\n {2}"target": (\{\n[^]*?\n {2}\})/.exec(head) ?? [];
  if (found === undefined) return null;
  try {
    return targetSchema.safeParse(JSON.parse(found)).data ?? null;
  } catch {
    return null;
  }
}

/** What reading one file came to: its report, or nothing where it is on another target. */
interface Found {
  readonly bytes: number;
  readonly report: Report | null;
}

async function reportIn(file: FileHandle, size: number, target: Report['target']): Promise<Found> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const seen = targetIn(buffer.toString('utf8', 0, bytesRead));
  if (seen !== null && !isSameTarget(seen, target)) return { bytes: bytesRead, report: null };
  if (size > MOST_BYTES) throw new UnreadableReport(`it has ${size} bytes`);
  const report = reportFrom(await file.readFile('utf8'));
  return { bytes: size, report: isSameTarget(report.target, target) ? report : null };
}

/** @throws UnreadableReport, or the error of the file system */
async function look(path: string, target: Report['target']): Promise<Found> {
  const found = await stat(path);
  // Opening a pipe would wait for somebody who writes to it.
  if (!found.isFile()) throw new UnreadableReport('it is no file');
  const file = await open(path, 'r');
  try {
    return await reportIn(file, found.size, target);
  } finally {
    await file.close();
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir);
    return names.filter(isHistoryName).toSorted().toReversed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The history folder ${JSON.stringify(dir)} cannot be read: ${inert(why)}. Set HISTORY_DIR (--history) to another one.`,
      { cause: error },
    );
  }
}

const isSameRun = (one: Report, other: Report): boolean =>
  one.run.id === other.run.id && one.run.startedAt === other.run.startedAt;

const time = ({ run }: Report): number => Date.parse(run.startedAt);

/**
 * The latest reports of a history on the target of a report, of runs that began before that run did. Files are looked at
 * from the newest name backwards until there are enough; of reports on other targets, only the beginning is read.
 *
 * @param most how many reports, at most
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export async function pastReports(report: Report, dir: string, most = 29): Promise<Past> {
  const names = await namesIn(dir);
  const reports: Report[] = [];
  const unreadable: string[] = [];
  let bytes = 0;
  for (const name of names.slice(0, MOST_FILES)) {
    if (reports.length >= most || bytes >= ENOUGH_BYTES) break;
    try {
      const { bytes: read, report: found } = await look(join(dir, name), report.target);
      bytes += read;
      if (found === null || time(found) >= time(report)) continue;
      if (!reports.some((other) => isSameRun(other, found))) reports.push(found);
    } catch (error) {
      // Somebody who tidies up may have taken it away meanwhile.
      if (codeOf(error) !== 'ENOENT') unreadable.push(name);
    }
  }
  return { reports: reports.toSorted((one, other) => time(one) - time(other)), unreadable };
}
