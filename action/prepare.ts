// Before a run of the action: hides secrets in the log, and outputs the paths.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readReport } from '../src/report-folder/read.ts';
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

const reportDir = inWorkspace(given('REPORT_DIR') || 'conformance-reports');

output('report-dir', reportDir);
output('history-dir', inWorkspace(given('HISTORY_DIR')));
output('baseline', inWorkspace(given('BASELINE')));
output('record', inWorkspace(given('RECORD')));
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
