// Before a run of the action: hides secrets from the log, and says where everything is.
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setOutput, setSecret } from '@actions/core';
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

/** Paths are meant from the root of the workspace, wherever the program is started. */
const inWorkspace = (path: string): string =>
  path === '' ? '' : resolve(process.env['GITHUB_WORKSPACE'] ?? '', path);

const reportDir = inWorkspace(given('REPORT_DIR') || 'conformance-reports');
setOutput('report-dir', reportDir);
setOutput('history-dir', inWorkspace(given('HISTORY_DIR')));
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
