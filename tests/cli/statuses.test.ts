import { describe, expect, it } from 'vitest';
import { exitStatusOf, run } from '../../src/api/index.ts';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import { bundledHandler } from '../api/bundled.ts';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { onSilence, runCli, usual } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

type Command = [what: string, args: string[], env: Record<string, string>, status: number, outcome: string];
const LACKING = ['--only', 'list.ok', 'list.token', 'list.private'];
const COMMANDS: Command[] = [
  ['a TOKEN that is refused', [], { TOKEN: 'a-token-of-nobody-1234' }, 2, 'unusable'],
  ['rules that lack a setting', LACKING, { TOKEN: '' }, 3, 'incomplete'],
  ['rules that may lack one', [...LACKING, '--allow-incomplete'], { TOKEN: '' }, 0, 'incomplete'],
];

describe('the exit status of a command', () => {
  it.each(COMMANDS)('is as it must be for %s', async (_, args, { TOKEN = '' }, status, outcome) => {
    await using({}, async ({ baseUrl: BASE_URL, owner: OWNER, repo: REPO }) => {
      const env = { BASE_URL, OWNER, REPO, TOKEN };
      const ended = await runCli(['--profile', 'quick', ...args], { env });
      expect([ended.status, ended.report?.outcome]).toEqual([status, outcome]);
      expect(ended.stdout).toContain(`Exit status ${status}.`);
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

const PROBLEMS: [what: string, privateRepo: string, status: number, failed: string[], says: RegExp][] = [
  ['does not exist', 'valut', 3, [], /PRIVATE_REPO/],
  [
    'is public',
    'sprockets',
    1,
    ['list.private.anonymous', 'list.private.outsider'],
    /^The service lists PRIVATE_REPO without a credential/,
  ],
];

describe('the exit status of a run, though rules may lack a setting,', () => {
  it.each(PROBLEMS)('follows from a PRIVATE_REPO that %s', async (_, privateRepo, status, failed, says) => {
    const only = ['list.ok', 'list.private'];
    const report = await run({ ...bundledHandler().target, only, privateRepo });
    expect(exitStatusOf(report, { allowIncomplete: true })).toBe(status);
    expect(report.rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))).toEqual(failed);
    expect(report.problem).toMatch(says);
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

  it('is no reason to say that issues were created in a repository that the run made up', async () => {
    const { report } = await runCli([...QUICK, 'create.unknown-repo', '--fault', 'create-repo-made']);
    const made = report?.run.created?.map(({ repo, madeUp = false }) => [repo === 'widgets', madeUp]);
    expect(made).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is named with what is known where there is no such fault', async () => {
    const { status, stderr, report } = await runCli([...ONE_RULE, '--fault', 'per-page-zero-42']);
    expect([status, report?.outcome]).toEqual([2, 'unusable']);
    expect(stderr).toMatch(/per-page-zero-422\?.*serve --list-faults/);
  });

  it('is refused for another service, to which nothing is sent', async () => {
    await onSilence(async ({ baseUrl, methods }) => {
      const { status, stderr } = await runCli(FAULT, { env: { ...usual, BASE_URL: baseUrl } });
      expect([status, stderr, methods]).toEqual([2, expect.stringContaining('--bundled'), []]);
    });
  });
});
