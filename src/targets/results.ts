import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '../client/clock.ts';
import { messageOf } from '../client/thrown.ts';
import { keepInHistory, pastReports } from '../history/kept-runs.ts';
import { escapeHarmful } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { targetName } from '../report/outcome.ts';
import { readReport } from '../report-folder/read.ts';
import { writeReports } from '../report-folder/report-folder.ts';
import { entryFile } from '../settings/invocation.ts';
import type { Settings } from '../settings/parse.ts';
import { HISTORY, type ListedTarget } from './file.ts';
import { type TargetStatus, targetStatus } from './status.ts';

const reportedTarget = ({ BASE_URL = '', OWNER = '', REPO = '' }: Settings) => ({
  baseUrl: BASE_URL,
  owner: OWNER,
  repo: REPO,
  bundled: false,
});

/**
 * Returns the report in a folder, or why there is none of this target.
 * @param since milliseconds since 1970; the report of a run that began earlier does not count
 */
async function resultIn(folder: string, { settings }: ListedTarget, since = 0): Promise<Report | string> {
  const report = await readReport(folder).catch(messageOf);
  if (typeof report === 'string') return report;
  const { outcome, rules, run, target } = report;
  const { baseUrl, label = '' } = target;
  // After an invalid setting, a report names no target.
  if (baseUrl !== '' && targetName(target) !== targetName(reportedTarget(settings)))
    return `the report is of another target (${escapeHarmful(`${label} ${targetName(target)}`.trim())}), and was refused`;
  if (Date.parse(run.startedAt) < since) return 'the run left no report';
  // The placeholder of a run that was killed.
  const isUnfinished = outcome === 'incomplete' && rules.length === 0 && run.interrupted === true;
  return isUnfinished ? 'the run did not finish' : report;
}

const foldersOf = ({ label }: ListedTarget, out: string) => ({
  REPORT_DIR: resolve(out, label),
  HISTORY_DIR: resolve(out, HISTORY),
});

/** Variables that every run needs. */
const PASSED_ON =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|SystemRoot|USERPROFILE|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_\w+)$/;

/** Heap limit of each thread of a run, in megabytes. */
const HEAP_MB = 1024;

/** Runs a target in its folder, and returns how its process ended. A signal ends it gently, so that it writes its report. */
async function ended(target: ListedTarget, out: string, signal: AbortSignal): Promise<string> {
  const interrupted = 'the command was interrupted';
  if (signal.aborted) return interrupted;
  const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, entryFile(), 'run'], {
    cwd: resolve(out, target.label),
    env: { ...Object.fromEntries(passed), ...target.raw, ...foldersOf(target, out) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  // The process also closes after an error, such as the signal.
  let problem = '';
  child.on('error', ({ message }) => {
    problem = message;
  });
  const closed = new Promise<number | null>((done) => child.once('close', done));
  const [status, errors] = await Promise.all([closed, text(child.stderr)]);
  if (signal.aborted) return interrupted;
  const said = escapeHarmful(problem || (errors.trim().split('\n').at(-1) ?? ''));
  return `its process ${status === null ? 'was killed' : `ended with ${status}`}${said === '' ? '' : ` (${said})`}`;
}

/** Checks a target in its own process: variables of other targets and `.env` of this folder do not reach it. */
async function runTarget(target: ListedTarget, out: string, signal: AbortSignal): Promise<Report | string> {
  const folder = resolve(out, target.label);
  const begun = systemClock.date();
  await mkdir(folder, { recursive: true });
  const end = await ended(target, out, signal);
  const result = await resultIn(folder, target, begun);
  if (typeof result === 'object') return result;
  return signal.aborted ? end : `${end}; ${result}`;
}

/** Adds the report of a target in `DIR/<label>` to the site: all formats, and its history. */
async function collectTarget(target: ListedTarget, out: string, from: string): Promise<Report | string> {
  const report = await resultIn(join(from, target.label), target);
  if (typeof report === 'string') return report;
  const { REPORT_DIR, HISTORY_DIR } = foldersOf(target, out);
  await writeReports(report, REPORT_DIR, { past: await pastReports(report, HISTORY_DIR) });
  await keepInHistory(report, HISTORY_DIR, target.settings.HISTORY_KEEP);
  return report;
}

interface HowChecked {
  readonly out: string;
  readonly failOn: 'any' | 'worse';
  readonly signal: AbortSignal;
  /** Folder of reports that are collected instead of checking. */
  readonly collect?: string | undefined;
}

/** Checks one target, or collects its report, and compares the result with its runs in the site's history. */
export async function checkTarget(
  target: ListedTarget,
  { out, failOn, signal, collect }: HowChecked,
): Promise<TargetStatus> {
  const checking =
    collect === undefined ? runTarget(target, out, signal) : collectTarget(target, out, collect);
  const result = await checking.catch(messageOf);
  const run =
    typeof result === 'object' ? result.run : { startedAt: new Date(systemClock.date()).toISOString() };
  const asReported = reportedTarget(target.settings);
  const read = await pastReports({ target: asReported, run }, join(out, HISTORY)).catch(messageOf);
  // Without its history, no result is known as not worse.
  const [shown, earlier] =
    typeof read === 'string' ? [typeof result === 'string' ? result : read, []] : [result, read];
  const allowIncomplete = target.settings.ALLOW_INCOMPLETE;
  const { baseUrl, owner, repo } = asReported;
  return {
    ...targetStatus(target.label, shown, { earlier, allowIncomplete, failOn }),
    address: { baseUrl, repository: `${owner}/${repo}` },
  };
}
