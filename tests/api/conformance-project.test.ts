import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { reportFiles, reportIn } from '../cli/disturbed.ts';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();

/** Starts the tests of rules in this checkout, as `npx vitest run --project conformance` does. */
function testRules(filter: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'conformance', '-t', filter];
  const own = { PATH: process.env['PATH'] ?? '', REPORT_DIR: at(), PROFILE: 'quick', ...env };
  const child = spawn(process.execPath, args, { env: own, stdio: 'ignore' });
  return new Promise((done) => child.on('close', done));
}

it('a checkout has a test for each rule, which writes the reports of the command', async () => {
  const status = await using({ faults: ['per-page-zero-422'] }, (service) =>
    testRules('list.per-page', settingsOf(service)),
  );
  const { outcome, rules, run } = await reportIn(at());
  expect([status, outcome]).toEqual([1, 'nonconformant']);
  expect(rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))).toEqual([
    'list.per-page.zero',
  ]);
  expect(run.replay?.program).toBe('script');
  expect((await readdir(at())).toSorted()).toEqual(reportFiles);
});

it('a rule that lacks a setting is skipped if that is allowed', async () => {
  const lacking = {
    TOKEN: '',
    OUTSIDER_TOKEN: '',
    PRIVATE_REPO: '',
    WRITES: 'none',
    ALLOW_INCOMPLETE: 'true',
  };
  const status = await using({}, (service) =>
    testRules('list.private', { ...settingsOf(service), ...lacking }),
  );
  expect([status, (await reportIn(at())).outcome]).toEqual([0, 'incomplete']);
});
