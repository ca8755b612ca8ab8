// After a run of the action: makes annotations, the job summary and the outputs from the report.
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../src/client/thrown.ts';
import { formats } from '../src/render/formats.ts';
import { rulesByState } from '../src/report/exit-status.ts';
import type { Report } from '../src/report/model.ts';
import { readReport } from '../src/report-folder/read.ts';
import { annotationsOf } from './annotations.ts';
import { output, tellRunner } from './commands.ts';

/** Exit status for a bug of this program. */
const BROKEN = 4;

const reportDir = process.env['REPORT_DIR'] ?? '';

/** @throws {Error} with a sentence if this run left no report */
async function reportOfThisRun(): Promise<Report> {
  const report = await readReport(reportDir);
  if (report.run.id === process.env['EARLIER'])
    throw new Error(
      `The report in "${reportDir}" is of an earlier run; this one left none. The log of the step says why.`,
    );
  return report;
}

async function summarise(): Promise<void> {
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
  const file = join(reportDir, formats.markdown.file);
  if (summary === '' || !existsSync(file)) return;
  await appendFile(summary, `${await readFile(file, 'utf8')}\n`);
}

function giveOutputs(report: Report): void {
  const { outcome, counts } = report;
  const { knownFailures, undecided, knownUndecided } = rulesByState(report);
  output('outcome', outcome);
  output('pass', counts.pass);
  output('fail', counts.fail);
  output('known', knownFailures.length);
  output('undecided', undecided.length + knownUndecided.length);
  output('observed', counts.observed);
  output('report', join(reportDir, formats.json.file));
  for (const format of ['html', 'markdown', 'junit'] as const) {
    const file = join(reportDir, formats[format].file);
    if (existsSync(file)) output(format, file);
  }
}

try {
  const report = await reportOfThisRun();
  for (const { level, title, message } of annotationsOf(report)) tellRunner(level, message, title);
  giveOutputs(report);
  await summarise();
} catch (thrown) {
  // Without a report, nothing is known of the target, so the job must fail whatever the exit status.
  tellRunner('error', messageOf(thrown), 'No report');
  output('outcome', 'broken');
  process.exitCode = BROKEN;
}
