import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { previousFailures } from '../folder/previous.ts';
import { ruleIds } from '../model/rule-ids.ts';
import { formatFiles } from '../report/format-names.ts';
import { type Report, type RuleReport } from '../report/model.ts';
import { readReport, UnreadableReport } from '../report/read.ts';
import { begunAt, inert } from '../report/text.ts';
import type { RawSettings } from '../settings/parse.ts';
import { givenSettings } from './given-settings.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

interface ReplaySource {
  readonly report: Report;
  /** Named rules, by id or prefix. */
  readonly names: readonly string[];
  /** A sentence on the chosen report; `null` if the caller named it. */
  readonly note: string | null;
}

/** Returns the failed rules of a report, including those that its baseline lists. */
export const failuresOf = ({ rules }: Report): readonly RuleReport[] =>
  rules.filter(({ verdict }) => verdict === 'fail');

const isRule = (word: string): boolean => ruleIds.some((id) => id.startsWith(word));

const read = (path: string): Promise<Report | UnreadableReport> =>
  readReport(path).catch((error: unknown) => {
    if (error instanceof UnreadableReport) return error;
    throw error;
  });

const hasFailures = (found: Report | UnreadableReport): found is Report =>
  !(found instanceof UnreadableReport) && failuresOf(found).length > 0;

/** @throws {UsageError} if no report can be read */
async function usualSource(flags: RawSettings): Promise<Omit<ReplaySource, 'names'>> {
  const { REPORT_DIR = '' } = givenSettings(flags).raw;
  const dir = REPORT_DIR.trim() || 'reports';
  const [path, previous] = [join(dir, formatFiles.json), previousFailures(dir)];
  const current = await read(path);
  const earlier = hasFailures(current) ? current : await read(previous);
  if (earlier !== current && hasFailures(earlier)) {
    const note = `Report: ${inert(previous)}, the failures of an earlier run (${begunAt(earlier)}), since ${inert(path)} has none.`;
    return { report: earlier, note };
  }
  if (!(current instanceof UnreadableReport)) return { report: current, note: `Report: ${inert(path)}.` };
  throw new UsageError(
    existsSync(path)
      ? current.message
      : `There is no report to replay: neither ${JSON.stringify(path)} nor ${JSON.stringify(previous)} is there. Run the suite first, set REPORT_DIR (--report-dir), or give the path of a report.`,
  );
}

/**
 * Returns the report and the named rules of a replay. If the first word is a rule and not a file, the usual
 * report is replayed. That is the report in REPORT_DIR if it has failures, else the kept failures of an
 * earlier run.
 * @throws {UsageError} if no report can be read
 */
export async function replaySource(words: readonly string[], flags: RawSettings): Promise<ReplaySource> {
  const [first, ...others] = words;
  if (first === undefined || (isRule(first) && !existsSync(first)))
    return { ...(await usualSource(flags)), names: words };
  return {
    report: await readReport(first).catch(rejectAsUsageError),
    names: others,
    note: null,
  };
}
