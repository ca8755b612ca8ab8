import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { onSilence, usual } from './disturbed.ts';

const FAULT = ['--fault', 'per-page-zero-422'];
const ONE_RULE = ['--bundled', '--profile', 'quick', '--only', 'list.per-page.zero'];

describe('--fault', () => {
  it('breaks the bundled service for one run, whose report says so', async () => {
    const { status, stdout, report } = await runCli([...ONE_RULE, ...FAULT]);
    expect([status, report?.outcome, report?.target.faults]).toEqual([1, 'nonconformant', FAULT.slice(1)]);
    expect(stdout).toMatch(/^! .*injected.*: per-page-zero-422$/m);
    expect(stdout).toMatch(/^\S.* replay .*--bundled --fault per-page-zero-422$/m);
  });

  it('is named with what is known where there is no such fault', async () => {
    const { status, stderr, report } = await runCli([...ONE_RULE, '--fault', 'per-page-zero-42']);
    expect([status, report?.outcome]).toEqual([2, 'unusable']);
    expect(stderr).toMatch(/per-page-zero-422\?.*serve --list-faults/);
  });

  it('is refused for another service, to which nothing is sent', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      let isAsked = false;
      void asked.then(() => (isAsked = true));
      const { status, stderr } = await runCli(FAULT, { env: { ...usual, BASE_URL: baseUrl } });
      expect([status, stderr, isAsked]).toEqual([2, expect.stringContaining('--bundled'), false]);
    });
  });

  it('is injected again by the command that its report prints', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
    const env = { REPORT_DIR: 'reports' };
    await runCli([...ONE_RULE, ...FAULT], { cwd, env });
    const replay = ['replay', 'reports/conformance.json', '--bundled'];
    expect((await runCli([...replay, ...FAULT], { cwd, env })).status).toBe(1);
    expect((await runCli(replay, { cwd, env })).status).toBe(0);
    await rm(cwd, { recursive: true });
  });
});
