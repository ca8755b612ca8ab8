import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { fakeServices } from '../support/fake-services.ts';

const target = (baseUrl: string, more: Readonly<Record<string, string>> = {}) => ({
  env: {
    BASE_URL: baseUrl,
    OWNER: 'acme',
    REPO: 'widgets',
    TIMEOUT_MS: '500',
    LISTED_WITHIN_MS: '200',
    ...more,
  },
});

/** One server for each kind of outcome. tests/proof tries all of them, without a process for each. */
const NAMES = [
  'never answers',
  'answers HTML',
  'redirects',
  'answers 401',
  'answers 429',
  'answers 200 []',
  'answers 200 with thirty records',
  'sends a body without end',
  'is not HTTP',
];

function fail(name: string): never {
  throw new Error(`there is no server that ${name}`);
}

describe.concurrent('a server that implements nothing', () => {
  for (const name of NAMES) {
    it(`that ${name} passes no rule`, async () => {
      const { start, says, exit } = fakeServices[name] ?? fail(name);
      const service = await start();
      try {
        const all = {
          TOKEN: 'token-of-a-member',
          OUTSIDER_TOKEN: 'token-of-an-outsider',
          PRIVATE_REPO: 'secret',
          WRITES: 'all',
        };
        const { status, stdout, stderr, report, ms } = await runCli(
          ['--profile', 'quick'],
          target(service.baseUrl, all),
        );
        expect(stderr).toBe('');
        // The summary is wrapped, so white space is normalised.
        expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(says);
        expect(stdout).not.toMatch(/\n\s+at .*\(?(file|node):/);
        expect(status).toBe(exit);
        expect(report?.counts.pass).toBe(0);
        expect(report?.outcome).toBe(exit === 2 ? 'unusable' : 'nonconformant');
        expect(ms).toBeLessThan(25_000);
      } finally {
        await service.stop();
      }
    });
  }

  it('that refuses connections is called unreachable', async () => {
    const { status, stdout, report } = await runCli([], target('http://127.0.0.1:9'));
    expect(stdout).toMatch(/cannot be reached \(ECONNREFUSED\).*BASE_URL/s);
    expect(status).toBe(2);
    expect(report?.counts.pass).toBe(0);
  });

  it('that has no name is called unreachable', async () => {
    const { status, stdout } = await runCli([], target('http://nobody.invalid'));
    expect(stdout).toMatch(/cannot be reached/);
    expect(status).toBe(2);
  });
});
