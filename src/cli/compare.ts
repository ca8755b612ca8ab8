import { writeFile } from 'node:fs/promises';
import { changes } from '../compare/changes.ts';
import { matrix } from '../compare/matrix.ts';
import { type ComparisonFormat, renderChanges, renderMatrix } from '../compare/render.ts';
import { causeOf } from '../report/folder.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { colorWanted, widthOf } from '../report/terminal/terminal.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

interface CompareFlags {
  readonly format: ComparisonFormat;
  readonly output?: string;
}

/** Reads the reports one after the other, so that the first that cannot be read is the one that is named. */
async function readAll(paths: readonly string[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const path of paths) reports.push(await readReport(path).catch(rejectAsUsageError));
  return reports;
}

async function show(text: string, output: string | undefined): Promise<void> {
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  await writeFile(output, text).catch((error: unknown) => {
    throw new UsageError(
      `The file ${JSON.stringify(output)} cannot be written: ${causeOf(error)}. Give --output another one.`,
      { cause: error },
    );
  });
}

/**
 * Compares reports: of two says what changed, of more makes a matrix.
 *
 * @returns the exit status: 1 where two were given and something got worse, else 0
 * @throws {UsageError} where a report cannot be read, where the two cannot be compared, or where the file cannot be written
 */
export async function compareCommand(
  paths: readonly string[],
  { format, output }: CompareFlags,
): Promise<number> {
  const reports = await readAll(paths);
  const [before, after] = reports;
  if (before === undefined || after === undefined)
    throw new UsageError(
      `${paths.length} report was given; at least two are needed: issue-conformance compare OLDER/conformance.json NEWER/conformance.json`,
    );
  const options =
    output === undefined
      ? { color: colorWanted(process.stdout), width: widthOf(process.stdout) }
      : { color: false, width: widthOf({}) };
  if (reports.length > 2) {
    await show(renderMatrix[format](matrix(reports), options), output);
    return 0;
  }
  const found = changes(before, after);
  if (found.incomparable !== null) throw new UsageError(found.incomparable);
  await show(renderChanges[format](found, options), output);
  return found.worse ? 1 : 0;
}
