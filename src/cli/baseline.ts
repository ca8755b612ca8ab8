import { writeFile } from 'node:fs/promises';
import { draftOf } from '../baseline/draft.ts';
import { codeOf, messageOf } from '../client/thrown.ts';
import { readReport } from '../report/read.ts';
import { countOf } from '../report/text.ts';
import { isAnyDecided } from '../results/standing.ts';
import { say } from './output.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

/** Writes a new file. It never overwrites one, because an older baseline holds somebody's reasons. */
async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
    const cause = codeOf(error) === 'EEXIST' ? 'it exists already, and is not overwritten' : messageOf(error);
    throw new UsageError(
      `The file ${JSON.stringify(path)} cannot be written: ${cause}. Give --output another one.`,
      { cause: error },
    );
  });
}

/**
 * Writes a baseline from a report for review, without network access.
 * @param output default: standard output
 * @throws {UsageError} if the report cannot be read or decided nothing, or the file cannot be written
 */
export async function baselineCommand(path: string, output: string | undefined): Promise<void> {
  const report = await readReport(path).catch(rejectAsUsageError);
  if (!isAnyDecided(report))
    throw new UsageError(
      'No rule was decided in this report, so there are no known failures. Give the report of another run.',
    );
  const draft = draftOf(report);
  if (output === undefined) process.stdout.write(draft);
  else await writeNew(output, draft);
  say(
    `${countOf(report.counts.fail, 'failure')}${output === undefined ? '' : ` in ${JSON.stringify(output)}`}; replace each reason that begins with TODO, and set BASELINE (--baseline) to the file`,
  );
}
