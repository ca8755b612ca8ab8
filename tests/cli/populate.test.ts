import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/service/behaviour.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

/** A base URL without a service; no request may be sent. */
const NOWHERE = { BASE_URL: 'http://127.0.0.1:1', OWNER: 'acme', REPO: 'widgets' };

describe('issue-conformance populate', () => {
  it('creates issues and says what rules need besides', async () => {
    await using({ issues: 3 }, async (reference) => {
      const { status, stdout, report } = await runCli(['populate', '--count', '40'], {
        env: settingsOf(reference),
      });
      expect([status, report]).toEqual([0, null]);
      expect(stdout).toContain('40 of 40 issues created in acme/widgets');
      expect(stdout).toMatch(/101 open issues\n {4}list\.per-page\.above-maximum/);
      expect(stdout).toMatch(/close\s+one\s+yourself\n {4}list\.state\.default-open/);
      expect(stdout).not.toContain('31 open issues');
    });
  });

  it('sends HEADERS, and shows neither them nor the token where an answer gives them back', async () => {
    const secrets = { TOKEN: 'some-token-of-mine', HEADERS: 'X-Gateway: gateway-secret-1' };
    const seen: (string | undefined)[] = [];
    const change: Change = ({ around }) => ({
      around: async (inner, request) => {
        seen.push(request.header('x-gateway'));
        const to = `/${request.header('authorization')}/${request.header('x-gateway')}`;
        return { ...(await around(inner, request)), status: 307, headers: { location: to } };
      },
    });
    await using({ changes: [change] }, async (reference) => {
      const env = { ...settingsOf(reference), ...secrets };
      const { status, stdout, stderr } = await runCli(['populate', '--count', '2'], { env });
      expect([status, stderr, seen]).toEqual([2, '', ['gateway-secret-1']]);
      expect(stdout).toContain('redirects (307 to');
      expect(stdout).not.toMatch(/some-token-of-mine|gateway-secret-1/);
    });
  });

  it('ends with 3 where some were created, and with 2 where none was', async () => {
    await using({}, async (reference) => {
      const env = settingsOf(reference);
      const some = await runCli(['populate', '--count', '9', '--max-requests', '4'], { env });
      expect([some.status, some.stdout]).toEqual([3, expect.stringContaining('3 of 9 issues created')]);
      const none = await runCli(['populate', '--count', '9'], { env: { ...env, TOKEN: 'nobody-has-this' } });
      expect(none.status).toBe(2);
      expect(none.stdout).toContain('0 of 9 issues created');
      expect(none.stdout).toContain('check TOKEN');
      expect(none.stdout).not.toContain('nobody-has-this');
    });
  });

  it.each([
    [
      [],
      { ...NOWHERE, TOKEN: 'some-token-of-mine', WRITES: 'all' },
      '--count is missing; expected a whole number from 1 to 1000',
    ],
    [['--count', '1001'], { ...NOWHERE, TOKEN: 'some-token-of-mine', WRITES: 'all' }, '--count is "1001"'],
    [
      ['--count', '5'],
      { ...NOWHERE, TOKEN: 'some-token-of-mine' },
      'WRITES (--writes): all, since issues are to be created',
    ],
    [['--count', '5'], { ...NOWHERE, WRITES: 'all' }, 'TOKEN: a token that may create issues'],
    [
      ['--count', '5'],
      { TOKEN: 'some-token-of-mine', WRITES: 'all' },
      'BASE_URL (--base-url): the address of the service, required with TOKEN',
    ],
    [['--count', '5', '--writes', 'all'], {}, 'BASE_URL (--base-url): the address of the service to fill'],
    [
      ['--count', '5'],
      { ...NOWHERE, TOKEN: 'some-token-of-mine', WRITES: 'all', WRITE_OWNER: 'acme', WRITE_REPO: 'scratch' },
      'WRITE_OWNER and WRITE_REPO name acme/scratch',
    ],
  ] as const)('sends nothing where a setting is wrong (%j %j)', async (args, env, complaint) => {
    const { status, stdout, stderr } = await runCli(['populate', ...args], { env: { ...env } });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(complaint);
    expect(stderr).toMatch(/nothing was sent/i);
  });
});

describe('issue-conformance --dry-run', () => {
  it('sends nothing, writes no report and ends with 0', async () => {
    const env = { ...NOWHERE, TOKEN: 'some-token-of-mine' };
    const { status, stdout, stderr, report } = await runCli(['--dry-run', '--profile', 'quick'], {
      env,
      fresh: true,
    });
    expect([status, stderr, report]).toEqual([0, '', null]);
    expect(stdout).toContain('At most 60 on a service that obeys the rules');
    expect(stdout).toContain('Nothing is written: no method but GET is sent.');
    expect(stdout).toContain('set PRIVATE_REPO and OUTSIDER_TOKEN: 1 rule');
    expect(stdout).not.toContain('some-token-of-mine');
  });

  it('speaks of the bundled service where nothing names another one', async () => {
    const { status, stdout } = await runCli(['run', '--dry-run'], {});
    expect(status).toBe(0);
    expect(stdout).toContain('the bundled reference service');
    expect(stdout).toContain('issues are created in acme/widgets');
  });

  it('ends with 2 where a setting or a flag is wrong, and leaves the report folder as it is', async () => {
    for (const args of [
      ['--dry-run', '--profile', 'slow'],
      ['--dry-run', '--bogus'],
    ]) {
      const { status, stdout, report } = await runCli(args, { env: NOWHERE });
      expect([status, stdout, report]).toEqual([2, '', null]);
    }
  });
});
