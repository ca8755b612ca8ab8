import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FormatName, formatFiles, formatNames } from './format-names.ts';
import { makeFolder } from './make-folder.ts';
import { type Report, reportSchema } from './model.ts';

const CAUSES: Readonly<Record<string, string>> = {
  EEXIST: 'a file is in the way',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a file is in the way',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'no space is left there',
  EDQUOT: 'no space is left there',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'a folder stands where a report is to be written',
};

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CAUSES[code] ?? error.message;
}

const unwritable = (dir: string, error: unknown): Error =>
  new Error(
    `The report folder ${JSON.stringify(dir)} cannot be written to: ${causeOf(error)}. Set REPORT_DIR (--report-dir) to another one.`,
    { cause: error },
  );

/** A name beside the file that no other run uses. */
const temporary = (path: string): string => `${path}.${randomUUID()}.tmp`;

async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true)
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
}

/**
 * Makes the report folder, and proves that reports can be written to it, so that no run is made in vain.
 *
 * @throws Error with a sentence on what is in the way and what to set.
 */
export async function prepareReportDir(dir: string): Promise<void> {
  try {
    await makeFolder(dir);
    const probe = temporary(join(dir, 'probe'));
    try {
      await writeFile(probe, 'issue-conformance looks whether it can write here\n', { flag: 'wx' });
    } finally {
      await rm(probe, { force: true });
    }
    await Promise.all(Object.values(formatFiles).map((file) => refuseFolder(join(dir, file))));
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** Whoever reads the file meanwhile sees the earlier report or this one, never half of one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const beside = temporary(path);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Loads what renders reports, which takes a while: best done before it is needed, when there is nothing else to do. */
export const loadRenderers = () => import('./formats.ts');

/** What is written of a report, beside the report itself. */
export interface WriteOptions {
  /** All where not given. */
  readonly formats?: readonly FormatName[];
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
}

/**
 * Writes the report in the chosen formats, the folder made where it is missing.
 *
 * @returns the absolute paths, in the order of the formats
 * @throws ZodError where the report is none; Error with a sentence where it cannot be written
 */
export async function writeReports(
  report: Report,
  dir: string,
  { formats: names = formatNames, past = [] }: WriteOptions = {},
): Promise<string[]> {
  const checked = reportSchema.parse(report);
  const paths: string[] = [];
  const { renderers } = await loadRenderers();
  for (const name of names) {
    const path = join(resolve(dir), formatFiles[name]);
    const text = renderers[name](checked, past);
    try {
      await makeFolder(dir);
      await writeWhole(path, text);
    } catch (error) {
      throw unwritable(dir, error);
    }
    paths.push(path);
  }
  return paths;
}
