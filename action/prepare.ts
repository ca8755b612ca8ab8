// Before a run of the action: hides secrets in the log, and outputs the paths.
import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readReport } from '../src/report/read.ts';
import { output, tellRunner } from './commands.ts';

/** Shorter header values may be ordinary words, which would be masked all over the log. */
const TELLING = 12;

const given = (name: string): string => process.env[name]?.trim() ?? '';

const headerValues = given('HEADERS')
  .split('\n')
  .map((line) => line.slice(line.indexOf(':') + 1).trim())
  .filter((value) => value.length >= TELLING);
for (const secret of [given('TOKEN'), given('OUTSIDER_TOKEN'), ...headerValues])
  if (secret !== '') tellRunner('add-mask', secret);

const workspace = resolve(process.env['GITHUB_WORKSPACE'] ?? '');

/** Paths are relative to the workspace, wherever the program is started. */
const inWorkspace = (path: string): string => (path === '' ? '' : resolve(workspace, path));

/** Returns a path with its links resolved; missing parts stay unchanged. */
async function withoutLinks(path: string): Promise<string> {
  if ((await lstat(path).catch(() => null)) !== null) return realpath(path);
  return join(await withoutLinks(dirname(path)), basename(path));
}

/** True if a path is in the workspace with all links resolved; false if a link leads nowhere. */
async function staysInWorkspace(path: string): Promise<boolean> {
  const found = await withoutLinks(path).catch(() => null);
  if (found === null) return false;
  const way = relative(await realpath(workspace), found);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Exit status for an invalid setting. */
const USAGE = 2;

const reportDir = inWorkspace(given('REPORT_DIR') || 'conformance-reports');
const historyDir = inWorkspace(given('HISTORY_DIR'));

/** Returns the inputs whose folders are outside of the workspace. */
async function leaving(): Promise<readonly string[]> {
  const inputs = { 'report-dir': reportDir, 'history-dir': historyDir };
  const kept = await Promise.all(
    Object.entries(inputs).map(async ([input, folder]) =>
      folder === '' || (await staysInWorkspace(folder)) ? [] : input,
    ),
  );
  return kept.flat();
}

async function giveOutputs(): Promise<void> {
  output('report-dir', reportDir);
  output('history-dir', historyDir);
  output('baseline', inWorkspace(given('BASELINE')));
  // An existing report must not be taken for the report of this run.
  output(
    'earlier',
    await readReport(reportDir).then(
      ({ run }) => run.id,
      () => '',
    ),
  );
  // The program runs in a folder without .env, so that only the inputs are settings, whoever wrote the
  // checked out code.
  output('empty', await mkdtemp(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'issue-conformance-')));
  output('stop', randomBytes(16).toString('hex'));
}

const refused = await leaving();
for (const input of refused)
  tellRunner(
    'error',
    `The input ${input} leaves the workspace; expected a folder in it, such as conformance-reports. Nothing was sent.`,
    'Invalid input',
  );
if (refused.length === 0) await giveOutputs();
else process.exitCode = USAGE;
