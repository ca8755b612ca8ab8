// The exports of `issue-conformance`. The rules' code is loaded only when a run starts.

import { catalogue } from '../../suites/catalogue.ts';
import { exitStatusOf } from '../report/exit-status.ts';
import type { RunOptions } from './options.ts';
import type { PublicReport } from './types.ts';

export type { CatalogueRule } from '../../suites/catalogue.ts';
export type { RuleId } from '../model/rule-ids.ts';
export {
  conformanceTests,
  type LaterOptions,
  type RuleResult,
  type TestRunner,
} from './conformance-tests.ts';
export {
  type FetchHandler,
  InvalidOptions,
  type OptionProblem,
  ReportNotWritten,
  type RunOptions,
  type RunOptions as TestOptions,
} from './options.ts';
export type { PublicReport as Report, ReportFormat as FormatName } from './types.ts';
export { catalogue as rules, runWith as run, statusOfRun as exitStatusOf };

/**
 * Checks one service, at `baseUrl` or within this process (`fetch`), and returns the report.
 * Its `outcome` and `problem` also tell if the service cannot be checked at all.
 * @throws {InvalidOptions} with every problem of the options; nothing was sent
 * @throws {ReportNotWritten} with the report, if `reportDir` or `historyDir` cannot be written to any more
 */
async function runWith(options: RunOptions = {}): Promise<PublicReport> {
  const { runWithOptions } = await import('./run-with-options.ts');
  return runWithOptions(options);
}

/**
 * Returns the exit status of the command line: 0 conformant, 1 nonconformant, 2 unusable, 3 incomplete, 4 broken.
 * @param allowIncomplete true if rules may stay undecided; by default, the option of the run
 */
function statusOfRun(
  report: PublicReport,
  { allowIncomplete }: { readonly allowIncomplete?: boolean } = {},
): 0 | 1 | 2 | 3 | 4 {
  return exitStatusOf(report, allowIncomplete);
}
