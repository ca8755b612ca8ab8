import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NO_BASELINE } from '../baseline/apply-baseline.ts';
import { ruleIds } from '../model/rule-ids.ts';
import { begunAt, escapeHarmful, sanitise } from '../model/text.ts';
import { formats } from '../render/formats.ts';
import { isAnyDecided } from '../report/exit-status.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { UsageError } from '../report-folder/files.ts';
import { readReport } from '../report-folder/read.ts';
import { previousFailures } from '../report-folder/report-folder.ts';
import { targetInWords } from '../runner/plan.ts';
import { beginNow } from '../runner/report-run.ts';
import { runAndReport } from '../runner/run-and-report.ts';
import { runRules } from '../runner/run-rules.ts';
import type { RawSettings } from '../settings/parse.ts';
import type { CommandCall } from './commands.ts';
import { outputStyle, printStderr, printStdout } from './output.ts';
import { changesOf } from './serve.ts';
import { folderOf, usableSettings } from './usage.ts';

/** Returns the failed rules of a report, including those that its baseline lists. */
const failuresOf = ({ rules }: Report): readonly RuleReport[] =>
  rules.filter(({ verdict }) => verdict === 'fail');

/** Returns the report in REPORT_DIR if it has failures, else the kept ones of an earlier run. @throws {UsageError} without either */
async function usualReport(flags: RawSettings): Promise<Report> {
  const dir = folderOf(flags);
  const paths = [join(dir, formats.json.file), previousFailures(dir)];
  const read = await Promise.all(paths.map((path) => readReport(path).catch(() => null)));
  const failing = read.findIndex((report) => report !== null && failuresOf(report).length > 0);
  const report = read[Math.max(failing, 0)] ?? null;
  const path = paths[Math.max(failing, 0)] ?? '';
  if (report === null)
    throw new UsageError(
      `There is no report to replay: neither ${paths.map((one) => JSON.stringify(one)).join(' nor ')} can be read. Run the suite first, set REPORT_DIR (--report-dir), or give the path of a report.`,
    );
  printStdout(...outputStyle().hang('', `Report: ${escapeHarmful(path)}, of ${begunAt(report)}.`));
  return report;
}

const SIGNS = { 'still failing': '✗', 'no longer failing': '✓', 'cannot be tried': '?' } as const;

type ReplayStatus = keyof typeof SIGNS;

const UNTRIED = 3;

/** Settings of a run that a replay ignores, whatever the environment says. */
const IGNORED = ['ONLY', 'SKIP', 'REPORT_FORMAT', 'BASELINE', 'RECORD'];

/** Returns the failures that were named by id or prefix. @throws {UsageError} for a name without failure */
function chosen(failures: readonly RuleReport[], names: readonly string[]): readonly RuleReport[] {
  const missing = names.filter((name) => !failures.some(({ id }) => id.startsWith(name)));
  if (missing.length > 0)
    throw new UsageError(
      `No rule that failed in this report is called ${missing.map((name) => `"${sanitise(name)}"`).join(' or ')}; failed rules: ${failures.map(({ id }) => sanitise(id)).join(', ') || 'none'}.`,
    );
  return failures.filter(({ id }) => names.length === 0 || names.some((name) => id.startsWith(name)));
}

const wasAfterWrites = ({ failure }: RuleReport): boolean => failure?.replay?.afterWrites === true;

/** Judges a failure by the new result of its rule; `undefined` if the rule is unknown or was not tried. */
function judged(
  failed: RuleReport,
  now: RuleReport | undefined,
  { writes }: Report['run'],
): readonly [status: ReplayStatus, detail: string] {
  if (now?.failure !== undefined) {
    const { expected, actual, reproduced } = now.failure;
    return ['still failing', `expected ${expected}; actual ${actual} (${reproduced})`];
  }
  if (now?.verdict !== 'pass')
    return ['cannot be tried', (now?.reason ?? 'this version does not know the rule').replace(/\.$/, '')];
  return wasAfterWrites(failed) && writes === 'none'
    ? ['cannot be tried', "the failure followed writes; set WRITES to that run's value"]
    : ['no longer failing', 'the rule holds for the same cases'];
}

/** Prints the new results of the failures. @returns the exit status */
function conclude(failures: readonly RuleReport[], now: Report): number {
  const { hang } = outputStyle();
  const statuses = failures.map((failed) => {
    const found = now.rules.find(({ id }) => id === failed.id);
    const [status, detail] = judged(failed, found, now.run);
    const known = failed.known === true ? ' (known failure)' : '';
    printStdout(
      ...hang(`${SIGNS[status]} ${status}  `, `${sanitise(failed.id)}${known}`),
      ...hang('  ', `${sanitise(detail, 600)}.`),
    );
    return status;
  });
  const counts = Object.keys(SIGNS).map(
    (status) => `${statuses.filter((one) => one === status).length} ${status}`,
  );
  const untried = statuses.includes('cannot be tried') ? UNTRIED : 0;
  const exitStatus = statuses.includes('still failing') ? 1 : untried;
  printStdout('', counts.join(' · '), `Exit status ${exitStatus}.`);
  return exitStatus;
}

/** Its words are a report (default: the usual one), then rule ids or prefixes (default: all failures). */
export default async function replay({ words, flags, options: { fault: faults = [] } }: CommandCall) {
  const [first = ''] = words;
  const isUsual = !existsSync(first) && ruleIds.some((id) => id.startsWith(first));
  const report = isUsual ? await usualReport(flags) : await readReport(first);
  const failures = chosen(failuresOf(report), isUsual ? words : words.slice(1));
  if (failures.length === 0) {
    const isGreen = isAnyDecided(report);
    printStdout(
      `No rule ${isGreen ? 'failed' : 'was decided'} in this report, so there is nothing to replay.`,
    );
    return isGreen ? 0 : UNTRIED;
  }
  // Anybody may have written the report, so it determines only the seed and the profile, on which its cases depend.
  const own = { SEED: String(report.run.seed), PROFILE: report.run.profile };
  const unset = Object.fromEntries(IGNORED.map((name) => [name, undefined]));
  const settings = usableSettings(flags, (raw) => ({ ...raw, ...unset, ...own }));
  const isWriting = (settings.WRITES ?? (settings.isBundled ? 'all' : 'none')) !== 'none';
  // All rules of that run are tried if a failure may need what other rules wrote, or if other rules' answers may show it.
  const needsAll = failures.some((one) => one.general === true || (isWriting && wasAfterWrites(one)));
  const again = needsAll ? report.rules : failures;
  const ids = new Set(again.map(({ id }) => id));
  const running = {
    beginning: beginNow(faults),
    baseline: NO_BASELINE,
    changes: await changesOf(faults, settings.isBundled),
    onWait: printStderr,
    tries: ids.has.bind(ids),
  };
  const now = await runAndReport(settings, running, async (plan) => {
    printStdout(...outputStyle().hang('Replay: ', targetInWords(plan)), '');
    const { rules } = await import('../../suites/index.ts');
    return runRules(plan, rules, {});
  });
  if (now.outcome === 'broken') throw new Error(now.problem);
  return conclude(failures, now);
}
