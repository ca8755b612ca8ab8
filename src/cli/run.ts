import { type Progress, startProgress } from '../report/progress.ts';
import { summary } from '../report/summary.ts';
import { prepareReportDir, writeReports } from '../report/write.ts';
import { BadBaseline } from '../run/baseline.ts';
import { exitStatusOf } from '../run/outcome.ts';
import { run } from '../run/run.ts';
import { parseSettings, type RawSettings } from '../run/settings.ts';
import { describeProblems, gatherSettings } from './settings-sources.ts';
import { colorWanted, widthOf } from './terminal.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

/**
 * Checks one target, writes the reports and prints the summary.
 * @returns the exit status
 * @throws {UsageError} where a setting is wrong; nothing was sent
 */
export async function runCommand(flags: RawSettings): Promise<number> {
  const parsed = parseSettings(gatherSettings(flags));
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  const { settings } = parsed;
  await prepareReportDir(settings.REPORT_DIR).catch(rejectAsUsageError);

  let progress: Progress | null = null;
  const report = await run(settings, (total) => {
    progress = startProgress(process.stderr, total);
    const shown = progress;
    return (decided, { requests }) => shown.update({ decided, requests });
  })
    .catch((error: unknown) => {
      throw error instanceof BadBaseline ? new UsageError(error.message) : error;
    })
    .finally(() => progress?.stop());

  const paths = await writeReports(report, settings.REPORT_DIR);
  const exitStatus = exitStatusOf(report, settings.ALLOW_INCOMPLETE);
  const options = { color: colorWanted(process.stdout), width: widthOf(process.stdout), paths, exitStatus };
  process.stdout.write(summary(report, options));
  return exitStatus;
}
