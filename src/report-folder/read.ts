import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOfJson } from '../client/json.ts';
import { messageOf } from '../client/thrown.ts';
import { escapeHarmful, sanitise } from '../model/text.ts';
import { formats } from '../render/formats.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { readText, UsageError } from './files.ts';

/** Anybody may have written a report. The limit is more than twice the largest one of a run. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Values and different keys. The largest report of a run has a tenth of it. */
const MOST_VALUES = 100_000;

const SHOWN = 200;

const notRead = (why: string): Error => new Error(`it is not a report that this version reads: ${why}`);

/** @throws {Error} if the text is no JSON, or too much of it */
function parsed(text: string): unknown {
  const { beyond } = sizeOfJson(text, MOST_VALUES);
  if (beyond !== null) throw notRead(beyond);
  try {
    return JSON.parse(text);
  } catch {
    // The message of Node quotes the text, which may be any file by mistake.
    throw new Error('it is not JSON');
  }
}

/**
 * Reads a report that anybody may have written, without the settings of its replay: an address would get the tokens of whoever
 * pastes the line, and WRITES could change a service.
 * @throws {Error} with the end of a sentence that begins with the name of the report
 */
export function reportFrom(text: string): Report {
  const { data: report, error } = reportSchema.safeParse(parsed(text.replace(/^\uFEFF/, '')));
  if (report === undefined) {
    const { path = [], message = '' } = error?.issues[0] ?? {};
    const where = path.length === 0 ? '' : `"${sanitise(path.map(String).join('.'), SHOWN)}" `;
    // A report of a later version has another number there.
    throw notRead(`${where}${sanitise(message, SHOWN)}`);
  }
  if (report.run.replay === undefined) return report;
  const { settings: _, ...replay } = report.run.replay;
  return { ...report, run: { ...report.run, replay } };
}

/** Returns the path of a report, given its path or that of its folder. */
export async function reportFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? join(path, formats.json.file) : path;
}

/** Reads a report, given its path or that of its folder. @throws {UsageError} if it cannot */
export async function readReport(path: string): Promise<Report> {
  const file = await reportFile(path);
  try {
    return reportFrom(await readText(file, MOST_BYTES));
  } catch (error) {
    throw new UsageError(
      `The report "${escapeHarmful(file)}" cannot be read: ${messageOf(error)}. Give the path of a conformance.json that a run has written, or of its folder.`,
      { cause: error },
    );
  }
}
