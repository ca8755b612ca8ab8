import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FormatName, formatFiles, formatNames } from './format-names.ts';
import { makeFolder } from './make-folder.ts';
import { type Report, reportSchema } from './model.ts';
import { proveWritable } from './prove-writable.ts';
import { unwritable } from './unwritable.ts';
import { writeWhole } from './write-whole.ts';

const unwritableReports = (dir: string, error: unknown): Error =>
  unwritable({ kind: 'report', dir, setting: 'REPORT_DIR (--report-dir)' }, error);

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
    await proveWritable(dir);
    await Promise.all(Object.values(formatFiles).map((file) => refuseFolder(join(dir, file))));
  } catch (error) {
    throw unwritableReports(dir, error);
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
      throw unwritableReports(dir, error);
    }
    paths.push(path);
  }
  return paths;
}
