import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf, messageOf } from '../client/thrown.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { MOST_BYTES, reportFrom, UnreadableReport } from '../report/read.ts';
import { inert } from '../report/text.ts';

const LONGEST_ID = 40;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]+\.json$/;

/**
 * Returns the file name of a kept report, such as `2026-11-20T16-18-09.123Z-0f3a9c21bd.json`. Names sort by
 * time.
 * @param again how many reports already have that name; later ones get a number
 */
export function historyName({ run }: Pick<Report, 'run'>, again = 0): string {
  const time = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const id = run.id.replaceAll(/[^\w-]+/g, '-').slice(0, LONGEST_ID) || 'run';
  return `${time}-${id}${again === 0 ? '' : `-${again + 1}`}.json`;
}

/** True if a file is named like a kept report. */
export const isHistoryName = (name: string): boolean => NAME.test(name);

/**
 * Returns a function that gives the relative address of a kept report from a report folder. It returns `null`
 * without a history, or if that is on another disk.
 */
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

/** Maximum files of a history that are examined, and bytes after which no more are read. */
const MAX_FILES = 2000;
const MAX_BYTES_READ = 32 * 1024 * 1024;
/** Bytes at the beginning of a report that contain its target, if this program wrote it. */
const HEAD_BYTES = 4096;

type Target = Report['target'];

const targetSchema = reportSchema.shape.target;

/**
 * Returns the target from the beginning of a report; `null` if it is not there. Reports on other targets then
 * need not be read. This program indents the report's keys by two spaces, and no JSON string contains a line
 * break.
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

/** Selects kept reports. */
export interface WantedReports {
  /** Decides by its target if a report is read. */
  readonly isOf: (target: Target) => boolean;
  /** Receives a report. Returns true if no more are needed. */
  readonly take: (report: Report) => boolean;
}

/**
 * Returns the target from the beginning of a kept report; `null` if it is not there.
 * @throws the error of the file system, or {@link UnreadableReport} if it is not a file
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

/** @throws {UnreadableReport}, or the error of the file system */
async function look(path: string, wanted: WantedReports) {
  const found = await stat(path);
  // Opening a pipe would wait for a writer.
  if (!found.isFile()) throw new UnreadableReport('it is no file');
  const file = await open(path, 'r');
  try {
    return await lookInto(file, found.size, wanted);
  } finally {
    await file.close();
  }
}

/**
 * Returns the names of the reports in a folder, newest first; empty if there is no such folder.
 * @throws {Error} with a sentence if the folder cannot be read
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
 * Passes on the wanted reports, newest first, until there are enough. Only the beginning of reports on other
 * targets is read.
 * @returns names of examined files that are named like reports but unreadable for this version
 * @throws {Error} with a sentence if the folder cannot be read
 */
export async function readKept(dir: string, wanted: WantedReports): Promise<readonly string[]> {
  const unreadable: string[] = [];
  let bytes = 0;
  for (const name of (await keptNames(dir)).slice(0, MAX_FILES)) {
    if (bytes >= MAX_BYTES_READ) break;
    try {
      const { bytes: read, report } = await look(join(dir, name), wanted);
      bytes += read;
      if (report !== null && wanted.take(report)) break;
    } catch (error) {
      // Another process may have removed the file meanwhile.
      if (codeOf(error) !== 'ENOENT') unreadable.push(name);
    }
  }
  return unreadable;
}
