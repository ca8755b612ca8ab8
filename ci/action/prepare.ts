// Before a run of the action: hides secrets from the log, and says where everything is.
import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { error, setOutput, setSecret } from '@actions/core';
import { readReport } from '../../src/report/read.ts';

/** A shorter value of a header may be any word, which would then be starred out all over the log. */
const TELLING = 12;

const given = (name: string): string => process.env[name]?.trim() ?? '';

const headerValues = given('HEADERS')
  .split('\n')
  .map((line) => line.slice(line.indexOf(':') + 1).trim())
  .filter((value) => value.length >= TELLING);
for (const secret of [given('TOKEN'), given('OUTSIDER_TOKEN'), ...headerValues])
  if (secret !== '') setSecret(secret);

const workspace = resolve(process.env['GITHUB_WORKSPACE'] ?? '');

/** Paths are meant from the root of the workspace, wherever the program is started. */
const inWorkspace = (path: string): string => (path === '' ? '' : resolve(workspace, path));

/** A path without its links, those parts of it that do not exist yet as they are. */
async function withoutLinks(path: string): Promise<string> {
  if ((await lstat(path).catch(() => null)) !== null) return realpath(path);
  return join(await withoutLinks(dirname(path)), basename(path));
}

/** True if a path is in the workspace, whatever links lead to it; one that leads nowhere is not. */
async function staysInWorkspace(path: string): Promise<boolean> {
  const found = await withoutLinks(path).catch(() => null);
  if (found === null) return false;
  const way = relative(await realpath(workspace), found);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The status of an invalid setting. */
const USAGE = 2;

const reportDir = inWorkspace(given('REPORT_DIR') || 'conformance-reports');
const historyDir = inWorkspace(given('HISTORY_DIR'));

/** Names the inputs whose folders leave the workspace. */
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
  setOutput('report-dir', reportDir);
  setOutput('history-dir', historyDir);
  setOutput('baseline', inWorkspace(given('BASELINE')));
  // What stands there already must not be taken for what the run is about to find.
  setOutput(
    'earlier',
    await readReport(reportDir).then(
      ({ run }) => run.id,
      () => '',
    ),
  );
  // A folder without a .env: settings are the inputs alone, whoever wrote the code that is checked out.
  setOutput('empty', await mkdtemp(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'issue-conformance-')));
  setOutput('stop', randomBytes(16).toString('hex'));
}

const refused = await leaving();
for (const input of refused)
  error(
    `The input ${input} leaves the workspace; expected a folder in it, such as conformance-reports. Nothing was sent.`,
    { title: 'Invalid input' },
  );
if (refused.length === 0) await giveOutputs();
else process.exitCode = USAGE;
