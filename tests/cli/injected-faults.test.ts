import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { onSilence, usual } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

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
