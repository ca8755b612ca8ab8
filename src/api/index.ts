// What `import … from 'issue-conformance'` gives. What tries the rules is loaded when a run begins.
import { exitStatusOf } from '../host/outcome.ts';
import { catalogue } from './catalogue.ts';
import type { TargetedOptions } from './options.ts';
import type { PublicReport } from './public-report.ts';

export type { RuleId } from '../engine/rule-ids.ts';
export type { FormatName } from '../report/format-names.ts';
export type { CatalogueRule } from './catalogue-rule.ts';
export { conformanceTests, type LaterOptions, type TestRunner } from './conformance-tests.ts';
export { InvalidOptions, type OptionProblem, ReportNotWritten } from './errors.ts';
export type { RuleResult } from './one-run.ts';
export type {
  FetchHandler,
  NodeListener,
  RuleChoice,
  RunOptions,
  TargetedOptions,
  TestOptions,
} from './options.ts';
export type { PublicReport as Report } from './public-report.ts';
export { catalogue as rules, runWith as run, statusOfRun as exitStatusOf };

/**
 * Checks one service, at `baseUrl` or within this process (`fetch` or `listener`), and puts the report together. What the
 * service does, or that it cannot be checked at all, stands in the report (`outcome`, `problem`).
 *
 * @throws {InvalidOptions} with all that is wrong with the options; nothing was sent
 * @throws {ReportNotWritten} where `reportDir` or `historyDir` takes no report any more; it has the report
 */
async function runWith(options: TargetedOptions): Promise<PublicReport> {
  const [{ settingsOfOptions }, { runFor }] = await Promise.all([
    import('./settings-of-options.ts'),
    import('./run.ts'),
  ]);
  return runFor(settingsOfOptions(options), options, { signal: options.signal });
}

/**
 * The exit status with which the command line would end: 0 conformant, 1 nonconformant, 2 unusable, 3 incomplete, 4 broken.
 * @param allowIncomplete whether rules may stay undecided
 */
function statusOfRun(
  report: PublicReport,
  { allowIncomplete = false }: { readonly allowIncomplete?: boolean } = {},
): 0 | 1 | 2 | 3 | 4 {
  return exitStatusOf(report, allowIncomplete);
}
