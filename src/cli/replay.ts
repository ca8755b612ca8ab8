import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NO_BASELINE } from '../baseline/baseline.ts';
import { nameOfProxy } from '../client/route.ts';
import { print } from '../document/print.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../document/style.ts';
import { previousFailures } from '../folder/previous.ts';
import { formats } from '../formats/formats.ts';
import type { RunPlan } from '../host/plan.ts';
import { run } from '../host/run.ts';
import { runWithin } from '../host/runner.ts';
import { beginNow } from '../host/unfinished.ts';
import { ruleIds } from '../model/rule-ids.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { readReport, UnreadableReport } from '../report/read.ts';
import { begunAt, inert, shown } from '../report/text.ts';
import { isAnyDecided } from '../results/standing.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import { givenSettings, usableSettings } from './given-settings.ts';
import { say } from './output.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

interface ReplaySource {
  readonly report: Report;
  /** Named rules, by id or prefix. */
  readonly names: readonly string[];
  /** A sentence on the chosen report; `null` if the caller named it. */
  readonly note: string | null;
}

/** Returns the failed rules of a report, including those that its baseline lists. */
const failuresOf = ({ rules }: Report): readonly RuleReport[] =>
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
  const [path, previous] = [join(dir, formats.json.file), previousFailures(dir)];
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
async function replaySource(words: readonly string[], flags: RawSettings): Promise<ReplaySource> {
  const [first, ...others] = words;
  if (first === undefined || (isRule(first) && !existsSync(first)))
    return { ...(await usualSource(flags)), names: words };
  return {
    report: await readReport(first).catch(rejectAsUsageError),
    names: others,
    note: null,
  };
}

type ReplayStatus = 'still failing' | 'no longer failing' | 'cannot be tried';

/** What was seen now, or why it cannot be judged. */
type Replayed = readonly [status: ReplayStatus, detail: string];

const SIGNS = {
  'still failing': ['✗', 'red'],
  'no longer failing': ['✓', 'green'],
  'cannot be tried': ['?', 'yellow'],
} as const satisfies Record<ReplayStatus, readonly [string, string]>;

const DETAIL = 600;
const UNTRIED = 3;

/**
 * Returns the settings of a replay. Anybody may have written the report, so it does not determine the
 * address, names, headers, tokens or writes. Only its seed and profile are used, because its cases depend on
 * them.
 */
function replaySettings(report: Report, flags: RawSettings): Settings {
  const gathered = givenSettings(flags);
  const { raw, isBundled } = gathered;
  if (isBundled && !report.target.bundled)
    throw new UsageError(
      'This report is not of the bundled service, so --bundled cannot replay it. Nothing was sent.',
    );
  if (raw['BASE_URL'] === undefined && !isBundled && !report.target.bundled) {
    throw new UsageError(
      `BASE_URL is missing: a replay takes the target and its tokens from the settings, never from a report. This report is of ${shown(report.target.baseUrl)}. Nothing was sent.`,
    );
  }
  return usableSettings({
    ...gathered,
    raw: {
      ...raw,
      SEED: String(report.run.seed),
      PROFILE: report.run.profile,
      ONLY: undefined,
      SKIP: undefined,
      REPORT_FORMAT: undefined,
      BASELINE: undefined,
    },
  });
}

/** Returns the failures that were named by id or prefix. @throws {UsageError} for a name without failure */
function chosen(failures: readonly RuleReport[], names: readonly string[]): readonly RuleReport[] {
  const missing = names.filter((name) => !failures.some(({ id }) => id.startsWith(name)));
  if (missing.length > 0) {
    const there = failures.length === 0 ? 'none' : failures.map(({ id }) => shown(id)).join(', ');
    throw new UsageError(
      `No rule that failed in this report is called ${missing.map((name) => `"${shown(name)}"`).join(' or ')}; failed rules: ${there}.`,
    );
  }
  return names.length === 0
    ? failures
    : failures.filter(({ id }) => names.some((name) => id.startsWith(name)));
}

const wasAfterWrites = ({ failure }: RuleReport): boolean => failure?.replay?.afterWrites === true;

/** Judges a failure by what its rule shows now; `undefined` if the rule is not known or was not tried. */
function judged(failed: RuleReport, now: RuleReport | undefined, { writes }: Report['run']): Replayed {
  if (now === undefined) return ['cannot be tried', 'this version knows no such rule'];
  if (now.failure !== undefined) {
    const { expected, actual, reproduced } = now.failure;
    return ['still failing', `expected ${expected}; actual ${actual} (${reproduced})`];
  }
  if (now.verdict !== 'pass')
    return ['cannot be tried', (now.reason ?? 'nothing was decided').replace(/\.$/, '')];
  return wasAfterWrites(failed) && writes === 'none'
    ? ['cannot be tried', 'it failed after that run had written; set WRITES as that run had it']
    : ['no longer failing', 'the rule holds for the same cases'];
}

function whereAndHow({ settings: { LABEL, route }, session: { address, bed, writes } }: RunPlan): string {
  const where = `${shown(address.baseUrl)}, repository ${shown(`${bed.repository.owner}/${bed.repository.repo}`)}`;
  const proxy = route.proxy === null ? '' : `, through the proxy ${nameOfProxy(route.proxy)}`;
  return `${LABEL === undefined ? '' : `${shown(LABEL)}, `}${where}, writes ${writes}${proxy}`;
}

const write = (...lines: readonly string[]): void => print(process.stdout, `${lines.join('\n')}\n`);

/** Prints the results. @returns the exit status */
function conclude(replayed: ReadonlyMap<RuleReport, Replayed>, { hang, colors }: Style): number {
  for (const [{ id, known }, [status, detail]] of replayed) {
    const [sign, color] = SIGNS[status];
    const name = `${shown(id)}${known === true ? ' (known failure)' : ''}`;
    write(
      ...hang(`${sign} ${status.padEnd('no longer failing'.length)}  `, name, {
        paintLead: (text) => colors.bold(colors[color](text)),
        keepWords: true,
      }),
      ...hang('  ', `${shown(detail, DETAIL)}.`, { paint: colors.dim }),
    );
  }
  const statuses = [...replayed.values()].map(([status]) => status);
  const exitStatus = statuses.includes('still failing')
    ? 1
    : statuses.includes('cannot be tried')
      ? UNTRIED
      : 0;
  const counts = Object.keys(SIGNS).map(
    (status) => `${statuses.filter((one) => one === status).length} ${status}`,
  );
  write('', counts.join(' · '), `Exit status ${exitStatus}.`);
  return exitStatus;
}

/** Says why nothing in a report can be replayed. @returns the exit status */
function sayNothing(report: Report): number {
  const isKnown = isAnyDecided(report);
  write(
    `No rule ${isKnown ? 'failed' : 'was decided'} in this report, so there is nothing to replay.`,
    ...(isKnown || report.problem === undefined ? [] : [shown(report.problem, DETAIL)]),
  );
  return isKnown ? 0 : UNTRIED;
}

/**
 * Tries the rules that failed in a report again, with its seed and profile, and prints the result.
 * @param words a report (default: the usual one), then rule ids or prefixes (default: all failures)
 * @returns the exit status: 1 if something still fails, else 3 if something cannot be tried, else 0
 * @throws {UsageError} if the report or a setting is invalid; nothing was sent
 */
export async function replayCommand(words: readonly string[], flags: RawSettings): Promise<number> {
  const { report, names, note } = await replaySource(words, flags);
  const failures = chosen(failuresOf(report), names);
  const style = styleFor({ color: colorWanted(process.stdout), width: widthOf(process.stdout) });
  if (note !== null) write(...style.hang('', note, { keepWords: true }));
  if (failures.length === 0) return sayNothing(report);
  const settings = replaySettings(report, flags);
  const isWriting = (settings.WRITES ?? (settings.isBundled ? 'all' : 'none')) !== 'none';
  // What others had written may matter, so all rules of their run are tried.
  const again = isWriting && failures.some(wasAfterWrites) ? report.rules : failures;
  const ids = new Set(again.map(({ id }) => id));
  const running = { beginning: beginNow(), baseline: NO_BASELINE, onWait: say, tries: ids.has.bind(ids) };
  const now = await run(settings, running, async (plan) => {
    write(...style.hang('Replay: ', whereAndHow(plan), { keepWords: true }), '');
    const { rules } = await import('../../suites/index.ts');
    return runWithin(plan, rules, {});
  });
  if (now.outcome === 'broken') throw new Error(now.problem);
  const found = new Map(now.rules.map((rule) => [rule.id, rule]));
  const replayed = failures.map((failed) => [failed, judged(failed, found.get(failed.id), now.run)] as const);
  return conclude(new Map(replayed), style);
}
