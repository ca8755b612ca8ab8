import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { MOST_BYTES, reportFrom, UnreadableReport } from '../report/read.ts';
import { inert } from '../report/text.ts';

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.json$/;

/**
 * What the report of a run is called in a history: `2026-11-20T16-18-09.123Z-0f3a9c21bd.json`. Names sort by time.
 *
 * @param again how many reports have that name already; those after the first get a number
 */
export function historyName({ run }: Pick<Report, 'run'>, again = 0): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}${again === 0 ? '' : `-${again + 1}`}.json`;
}

/** Whether a file of a history folder is called as a kept report is. */
export const isHistoryName = (name: string): boolean => NAME.test(name);

/** Where a history keeps a report, as an address from a report folder; there is none on another disk, and none without a history. */
export function linksInto(
  historyDir: string | undefined,
  reportDir: string,
): (report: Report) => string | null {
  return (report) => {
    if (historyDir === undefined) return null;
    const path = relative(resolve(reportDir), join(resolve(historyDir), historyName(report)));
    return isAbsolute(path) ? null : path.split(sep).map(encodeURIComponent).join('/');
  };
}

/** Files of a history that are looked at, at most, and bytes after which no further one is. */
const MOST_FILES = 2000;
const ENOUGH_BYTES = 32 * 1024 * 1024;
/** Where a report is written as this program writes it, its target stands in so many bytes. */
const HEAD_BYTES = 4096;

type Target = Report['target'];

const targetSchema = reportSchema.shape.target;

/**
 * The target of a report whose beginning is known, so that reports on others need not be read; `null` where it is not to be
 * seen there. In what this program writes, keys of the report stand behind two spaces, and no text holds a line break.
 */
function targetIn(head: string): Target | null {
  const [, found] = /\n {2}"target": (\{\n[^]*?\n {2}\})/.exec(head) ?? [];
  if (found === undefined) return null;
  try {
    return targetSchema.safeParse(JSON.parse(found)).data ?? null;
  } catch {
    return null;
  }
}

/** Which kept reports are wanted. */
export interface WantedReports {
  /** Asked of the target that stands at the beginning of a file; the report is read where it says yes. */
  readonly isOf: (target: Target) => boolean;
  /** Takes a report, and says whether there are enough. */
  readonly take: (report: Report) => boolean;
}

/**
 * Returns the target that stands at the beginning of a kept report; `null` if it is not to be seen there.
 * @throws the error of the file system, or {@link UnreadableReport} if it is no file
 */
export async function targetOf(path: string): Promise<Target | null> {
  if (!(await stat(path)).isFile()) throw new UnreadableReport('it is no file');
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return targetIn(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

async function lookInto(file: FileHandle, size: number, { isOf }: WantedReports) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const seen = targetIn(buffer.toString('utf8', 0, bytesRead));
  if (seen !== null && !isOf(seen)) return { bytes: bytesRead, report: null };
  if (size > MOST_BYTES) throw new UnreadableReport(`it has ${size} bytes`);
  const report = reportFrom(await file.readFile('utf8'));
  return { bytes: size, report: isOf(report.target) ? report : null };
}

/** @throws UnreadableReport, or the error of the file system */
async function look(path: string, wanted: WantedReports) {
  const found = await stat(path);
  // Opening a pipe would wait for somebody who writes to it.
  if (!found.isFile()) throw new UnreadableReport('it is no file');
  const file = await open(path, 'r');
  try {
    return await lookInto(file, found.size, wanted);
  } finally {
    await file.close();
  }
}

/**
 * The names of the reports that a folder keeps, the newest first; none where there is no such folder.
 *
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export async function keptNames(dir: string): Promise<string[]> {
  try {
    const names = await readdir(dir);
    return names.filter(isHistoryName).toSorted().toReversed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const why = messageOf(error);
    throw new Error(
      `The history folder ${JSON.stringify(dir)} cannot be read: ${inert(why)}. Set HISTORY_DIR (--history) to another one.`,
      { cause: error },
    );
  }
}

/**
 * Gives the kept reports that are wanted, from the newest name backwards until there are enough; of reports on other
 * targets, only the beginning is read.
 *
 * @returns names of files that are called like kept reports and are none that this version reads, of those looked at
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export async function readKept(dir: string, wanted: WantedReports): Promise<readonly string[]> {
  const unreadable: string[] = [];
  let bytes = 0;
  for (const name of (await keptNames(dir)).slice(0, MOST_FILES)) {
    if (bytes >= ENOUGH_BYTES) break;
    try {
      const { bytes: read, report } = await look(join(dir, name), wanted);
      bytes += read;
      if (report !== null && wanted.take(report)) break;
    } catch (error) {
      // Somebody who tidies up may have taken it away meanwhile.
      if (codeOf(error) !== 'ENOENT') unreadable.push(name);
    }
  }
  return unreadable;
}
