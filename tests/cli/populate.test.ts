import { describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

/** A base URL without a service; no request may be sent. */
const NOWHERE = { BASE_URL: 'http://127.0.0.1:1', OWNER: 'acme', REPO: 'widgets' };
const TOKEN = 'some-token-of-mine';

describe('issue-conformance populate', () => {
  it.each([
    [['--count', '40'], {}, 0, /^40 of 40/],
    [['--count', '9', '--max-requests', '3'], {}, 3, /^3 of 9/],
    [['--count', '9'], { TOKEN }, 2, /^0 of 9[^]*TOKEN/],
  ])('%j %j ends with %i', async (args, env, exit, says) => {
    await using({ issues: 3 }, async (reference) => {
      const { status, stdout, report } = await runCli(['populate', ...args], {
        env: { ...settingsOf(reference), ...env },
      });
      expect([status, stdout, report]).toEqual([exit, expect.stringMatching(says), null]);
      expect(stdout).not.toContain(TOKEN);
    });
  });

  it.each<[RegExp, string[], Record<string, string>]>([
    [/--count/, [], { ...NOWHERE, TOKEN, WRITES: 'all' }],
    [/--count.*1001/, ['--count', '1001'], { ...NOWHERE, TOKEN, WRITES: 'all' }],
    [/WRITES/, ['--count', '5'], { ...NOWHERE, TOKEN }],
    [/TOKEN/, ['--count', '5'], { ...NOWHERE, WRITES: 'all' }],
    [/BASE_URL/, ['--count', '5'], { TOKEN, WRITES: 'all' }],
    [/BASE_URL/, ['--count', '5', '--writes', 'all'], {}],
    [
      /WRITE_REPO/,
      ['--count', '5'],
      { ...NOWHERE, TOKEN, WRITES: 'all', WRITE_OWNER: 'acme', WRITE_REPO: 'scratch' },
    ],
  ])('sends nothing where a setting is wrong: %s', async (complaint, args, env) => {
    const { status, stdout, stderr } = await runCli(['populate', ...args], { env });
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(complaint)]);
  });
});

describe('issue-conformance --dry-run', () => {
  it.each<[string[], Record<string, string>, number, RegExp]>([
    [['--profile', 'quick'], { ...NOWHERE, TOKEN }, 0, /\b60\b[^]*\bGET\b[^]*PRIVATE_REPO/],
    [['run', '--bundled'], {}, 0, /bundled[^]*acme\/widgets/],
    [['--profile', 'slow'], NOWHERE, 2, /^$/],
    [['--bogus'], NOWHERE, 2, /^$/],
  ])('sends nothing, writes no report, and tells the plan: %j', async (args, env, exit, says) => {
    const { status, stdout, report } = await runCli([...args, '--dry-run'], { env });
    expect([status, report]).toEqual([exit, null]);
    expect(stdout).toMatch(says);
    expect(stdout).not.toContain(TOKEN);
  });
});
