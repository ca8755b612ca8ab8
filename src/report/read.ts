import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from './code-of.ts';
import { formatFiles } from './format-names.ts';
import { type Report, reportSchema } from './model.ts';
import { shown } from './shown.ts';

/** A file is no report that can be read: the message says which, what is wrong with it, and what is allowed. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

/** Longer than any report that a run writes; what is longer is not read into memory. */
const LONGEST_BYTES = 256 * 1024 * 1024;
const SCHEMA_VERSION = reportSchema.shape.schemaVersion.value;
const SHOWN = 200;

const versioned = z.object({ schemaVersion: z.int().min(1) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableReport(
      `it is no JSON (${error instanceof Error ? shown(error.message, SHOWN) : 'no reason given'})`,
    );
  }
}

/**
 * A report from the text of a `conformance.json`, of this version of the schema or an earlier one: keys that came later
 * are optional, and keys of a later program that this one does not know are left out.
 *
 * @throws {UnreadableReport} with the end of a sentence that begins with the report's name
 */
export function reportFrom(text: string): Report {
  const value = parsed(text.replace(/^\uFEFF/, ''));
  const found = versioned.safeParse(value);
  if (!found.success)
    throw new UnreadableReport('it has no "schemaVersion", so it is no report of issue-conformance');
  const { schemaVersion } = found.data;
  if (schemaVersion > SCHEMA_VERSION)
    throw new UnreadableReport(
      `its schemaVersion is ${schemaVersion}, and this program reads up to ${SCHEMA_VERSION}: a newer version of issue-conformance reads it`,
    );
  const report = reportSchema.safeParse(value);
  if (report.success) return report.data;
  const [issue] = report.error.issues;
  const where = issue === undefined ? '' : shown(issue.path.map(String).join('.'), SHOWN);
  throw new UnreadableReport(
    `it is no report: ${where === '' ? '' : `"${where}" `}${shown(issue?.message ?? 'it has another shape', SHOWN)}`,
  );
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** The file of a report that is named by its path or by that of the folder that it is in. */
export async function reportFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? join(path, formatFiles.json) : path;
}

/**
 * Reads a report that a run has written.
 *
 * @param path of a `conformance.json`, or of the folder that it is in
 * @throws {UnreadableReport} with a sentence on what is wrong with the file
 */
export async function readReport(path: string): Promise<Report> {
  const file = await reportFile(path);
  try {
    const { size } = await stat(file);
    if (size > LONGEST_BYTES)
      throw new UnreadableReport(`it has ${size} bytes, and no report has more than ${LONGEST_BYTES}`);
    return reportFrom(await readFile(file, 'utf8'));
  } catch (error) {
    const why = CAUSES[String(codeOf(error))] ?? (error instanceof Error ? error.message : String(error));
    throw new UnreadableReport(
      `The report ${JSON.stringify(file)} cannot be read: ${why}. Give the path of a conformance.json that a run has written, or of its folder.`,
      { cause: error },
    );
  }
}
