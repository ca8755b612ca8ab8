import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsOf, using } from '../support/services.ts';
import { endOfProcess, reportFiles, reportIn, startIn } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();

it('a checkout has a test for each rule, which writes the reports of the command', async () => {
  const ended = await using({ faults: ['per-page-zero-422'] }, (service) => {
    // Two rules lack a setting, which is allowed.
    const lacking = { OUTSIDER_TOKEN: '', PRIVATE_REPO: '', ALLOW_INCOMPLETE: 'true' };
    const env = { REPORT_DIR: at(), PROFILE: 'quick', NO_COLOR: '1', ...settingsOf(service), ...lacking };
    const args = ['run', '--project', 'conformance', '-t', 'list.per-page.(zero|negative)|list.private'];
    const command = [process.execPath, 'node_modules/vitest/vitest.mjs', ...args] as const;
    return endOfProcess(startIn('.', ['--reporter=verbose'], { env, command }));
  });
  const tests = [...ended.stdout.matchAll(/^ *([✓×]) .*(list\.[\w.-]+\w)/gm)];
  expect([ended.status, tests.map(([, sign, id]) => `${sign} ${id}`).toSorted()]).toEqual([
    1,
    ['× list.per-page.zero', '✓ list.per-page.negative'],
  ]);
  const { outcome, rules, run } = await reportIn(at());
  expect([outcome, run.replay?.program]).toEqual(['nonconformant', 'script']);
  const skipped = rules.flatMap(({ id, verdict }) => (verdict === 'skip' ? [id] : []));
  expect(skipped).toEqual(
    expect.arrayContaining(['list.private.anonymous', 'list.private.member', 'list.private.outsider']),
  );
  expect((await readdir(at())).toSorted()).toEqual(reportFiles);
});
