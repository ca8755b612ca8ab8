import { draftOf } from '../baseline/draft.ts';
import { isAnyDecided } from '../report/exit-status.ts';
import { UsageError } from '../report-folder/files.ts';
import { readReport } from '../report-folder/read.ts';
import type { CommandCall } from './commands.ts';
import { printStderr } from './output.ts';
import { writeOutput } from './usage.ts';

export default async function baseline({ words: [path = ''], options }: CommandCall): Promise<void> {
  const report = await readReport(path);
  if (!isAnyDecided(report))
    throw new UsageError(
      'No rule was decided in this report, so there are no known failures. Give the report of another run.',
    );
  // An older baseline holds somebody's reasons, so none is replaced.
  const draft = draftOf(report);
  await writeOutput(draft, options.output);
  printStderr(
    /^ {2}- /m.test(draft)
      ? 'replace each reason that begins with TODO, and set BASELINE (--baseline) to the file'
      : 'no rule failed in this report, so the file has no entry',
  );
}
