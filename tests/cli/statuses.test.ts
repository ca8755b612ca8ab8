import { describe, expect, it } from 'vitest';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

describe('the exit status of a command', () => {
  it('is 0 with --allow-incomplete, though rules lack a setting', async () => {
    await using({}, async ({ baseUrl: BASE_URL, owner: OWNER, repo: REPO }) => {
      const args = ['--profile', 'quick', '--only', 'list.ok', 'list.token', '--allow-incomplete'];
      const { status, stdout, report } = await runCli(args, { env: { BASE_URL, OWNER, REPO } });
      expect([status, report?.outcome]).toEqual([0, 'incomplete']);
      expect(stdout).toContain('Exit status 0.');
    });
  });

  it('is 0 for the bundled service, with --bundled alone', async () => {
    const { status, report } = await runCli(['--bundled']);
    expect(status).toBe(0);
    expect(report).toMatchObject({
      outcome: 'conformant',
      target: { bundled: true },
      run: { profile: 'standard', writes: 'all', selection: null },
      counts: { pass: gatingIds.length, fail: 0, inconclusive: 0, skip: 0 },
    });
  });

  it('is that of the rules of --only, without those of --skip; a problem is said before and at the head', async () => {
    await using({}, async (reference) => {
      const { PRIVATE_REPO: REPO = '', ...env } = settingsOf(reference);
      const chosen = ['--only', 'list', 'create.accepted', '--skip', 'list.page', 'list.private'];
      const ended = await runCli(['--profile', 'quick', ...chosen], { env: { ...env, REPO } });
      const { rules = [], problem = '' } = ended.report ?? {};
      expect([ended.status, rules.map(({ id }) => id)]).toEqual([
        1,
        ruleIds.filter((id) => /^list\.(?!page|private)|^create\.accepted/.test(id)),
      ]);
      expect(problem).toMatch(/answers 404 for .* without a credential.*Check REPO and PRIVATE_REPO\.$/);
      expect(ended.stderr).toContain(problem);
    });
  });
});

const at = sharedFolder();
const FAULT = ['--fault', 'per-page-zero-422'];
const QUICK = ['--bundled', '--profile', 'quick', '--listed-within', '500', '--only'];
const ONE_RULE = [...QUICK, 'list.per-page.zero'];

describe('--fault', () => {
  it('breaks the bundled service for one run, whose report says so, and so does its replay', async () => {
    const [cwd, env] = [at(), { REPORT_DIR: 'reports', LISTED_WITHIN_MS: '500' }];
    const { status, stdout, report } = await runCli([...ONE_RULE, ...FAULT], { cwd, env });
    expect([status, report?.outcome, report?.target.faults]).toEqual([1, 'nonconformant', FAULT.slice(1)]);
    expect(stdout).toMatch(/^! .*injected.*: per-page-zero-422$/m);
    expect(stdout).toMatch(/^\S.* replay .*--bundled --fault per-page-zero-422$/m);
    const replay = ['replay', 'reports/conformance.json', '--bundled'];
    expect((await runCli([...replay, ...FAULT], { cwd, env })).status).toBe(1);
    expect((await runCli(replay, { cwd, env })).status).toBe(0);
  });
});
