import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { extentOf } from '../client/json-extent.ts';
import { isError } from '../client/thrown.ts';
import { formatFiles } from './format-names.ts';
import { type Report, reportSchema } from './model.ts';
import { readText, whyUnreadable } from './read-text.ts';
import { inert, shown } from './text.ts';

/** The file is no readable report. The message names it, the problem, and what is allowed. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

/**
 * Bytes read of a report, which anybody may have written. The limit is more than twice the
 * largest report of a run. A file of this size is still parsed in a second or two.
 */
export const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DEPTH = 100;
const MOST_VALUES = 150_000;
/** Entries of one list or object. */
const MOST_ENTRIES = 1000;

const SCHEMA_VERSION = reportSchema.shape.schemaVersion.value;
const SHOWN = 200;

const versioned = z.object({ schemaVersion: z.int().min(1) });

/** Returns the path of a list or object with too many entries, or `null` if there is none. */
function overfull(value: unknown, path = ''): string | null {
  if (value === null || typeof value !== 'object') return null;
  const entries = Object.entries(value);
  if (entries.length > MOST_ENTRIES) return path;
  for (const [key, item] of entries) {
    const found = overfull(item, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** @throws {UnreadableReport} if the text is no JSON, or larger than any report */
function parsed(text: string): unknown {
  const { depth, values } = extentOf(text, { depth: MOST_DEPTH });
  if (depth > MOST_DEPTH)
    throw new UnreadableReport(`it goes deeper than ${MOST_DEPTH} levels, which no report does`);
  if (values > MOST_VALUES)
    throw new UnreadableReport(`it has more than ${MOST_VALUES} values, which no report has`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableReport(
      `it is no JSON (${isError(error) ? shown(error.message, SHOWN) : 'no reason given'})`,
    );
  }
  const where = overfull(value);
  if (where === null) return value;
  const name = where === '' ? 'it' : `its "${shown(where, SHOWN)}"`;
  throw new UnreadableReport(`${name} has more than ${MOST_ENTRIES} entries, which no report has`);
}

/**
 * Parses a `conformance.json` of this or an earlier version of the schema. Newer keys are optional; unknown
 * keys of a later program are dropped.
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

/** Returns the path of a report, given its path or that of its folder. */
export async function reportFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? join(path, formatFiles.json) : path;
}

/**
 * Reads a report that a run has written.
 *
 * @param path of a `conformance.json` or of its folder
 * @throws {UnreadableReport} with a sentence that says what is wrong with the file
 */
export async function readReport(path: string): Promise<Report> {
  const file = await reportFile(path);
  try {
    return reportFrom(await readText(file, MOST_BYTES));
  } catch (error) {
    throw new UnreadableReport(
      `The report "${inert(file)}" cannot be read: ${whyUnreadable(error)}. Give the path of a conformance.json that a run has written, or of its folder.`,
      { cause: error },
    );
  }
}
