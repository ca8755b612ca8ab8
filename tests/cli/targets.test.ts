import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { runTarget } from '../../src/targets/child.ts';
import { parseTargets } from '../../src/targets/file.ts';
import { targetResult } from '../../src/targets/results.ts';
import { runCli } from '../support/cli.ts';

let good: RunningService;
let broken: RunningService;
let folder: string;

beforeAll(async () => {
  good = await startService();
  broken = await startService(injecting({ faults: ['per-page-zero-empty'] }));
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-targets-'));
});

afterAll(async () => {
  await good.stop();
  await broken.stop();
  await rm(folder, { recursive: true });
});

const lineOf = (label: string, { baseUrl, owner, repo }: RunningService, more = ''): string =>
  `  - { label: ${label}, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo}, token: { env: TOKEN_OF_${label.toUpperCase()} }${more} }`;

/** Runs the command on a file of targets. */
async function check(lines: readonly string[], flags: readonly string[] = []) {
  const file = join(folder, 'targets.yaml');
  await writeFile(
    file,
    `defaults: { profile: quick, only: [list.per-page] }\ntargets:\n${lines.join('\n')}\n`,
  );
  const env = { TOKEN_OF_EU: good.token, TOKEN_OF_US: broken.token };
  return runCli(['targets', file, '--out', join(folder, 'site'), ...flags], { env });
}

const fileOf = (...path: readonly string[]): Promise<string> =>
  readFile(join(folder, 'site', ...path), 'utf8');

interface Status {
  readonly exitStatus: number;
  readonly targets: readonly {
    readonly label: string;
    readonly exitStatus: number;
    readonly worse: readonly unknown[];
  }[];
}

const statusJson = async (): Promise<Status> => JSON.parse(await fileOf('status.json')) as Status;

describe('targets', () => {
  it('checks each in a process of its own, and ends with the gravest status', async () => {
    const { status, stdout, stderr } = await check([lineOf('eu', good), lineOf('us', broken)]);
    expect(stdout).toMatch(
      /^eu: Conformant.*exit status 0\nus: Not conformant, 8 of \d+ rules, 1 rule fails: list\.per-page\.zero; exit status 1\nPage of all targets: .*index\.html\n2 targets: 1 with failures, 1 good; exit status 1\n$/,
    );
    expect(stderr).toContain('eu: started');
    expect(status).toBe(1);
    expect((await statusJson()).targets.map((target) => [target.label, target.exitStatus])).toEqual([
      ['eu', 0],
      ['us', 1],
    ]);
    expect(await fileOf('index.html')).toContain('href="us/report.html#rule-list.per-page.zero"');
    expect(await fileOf('metrics.prom')).toContain('issue_conformance_exit_status{target="us"} 1');
    expect(await readdir(join(folder, 'site', 'history'))).toHaveLength(2);
    expect(await readdir(join(folder, 'site', 'eu'))).toEqual(
      expect.arrayContaining([
        'conformance.json',
        'report.html',
        'report.md',
        'junit.xml',
        'ctrf.json',
        'badge.json',
      ]),
    );
    for (const name of ['index.html', 'status.json', 'metrics.prom'])
      for (const { token } of [good, broken]) expect(await fileOf(name)).not.toContain(token);
  });

  it('is silent the next night, if only what got worse is to fail', async () => {
    const { status, stdout } = await check(
      [lineOf('eu', good), lineOf('us', broken)],
      ['--fail-on', 'worse'],
    );
    expect(stdout).toMatch(/us: Not conformant, 8 of \d+ rules, 1 rule fails; exit status 0/);
    expect(status).toBe(0);
    expect((await statusJson()).targets[1]?.worse).toEqual([]);
  });

  it('checks one of them, and lists them', async () => {
    const { status, stdout } = await check(
      [lineOf('eu', good), lineOf('asia', broken)],
      ['--only-target', 'eu'],
    );
    expect(stdout).toMatch(/^eu: Conformant/);
    expect(status).toBe(0);
    const listed = await check([lineOf('eu', good), lineOf('asia', broken)], ['--list', '--json']);
    expect(JSON.parse(listed.stdout)).toEqual([
      { label: 'eu', baseUrl: good.baseUrl, env: ['TOKEN_OF_EU'] },
      { label: 'asia', baseUrl: broken.baseUrl, env: ['TOKEN_OF_ASIA'] },
    ]);
    expect((await check([lineOf('eu', good)], ['--list'])).stdout).toBe('eu\n');
  });

  it.each([
    [['--only-target', 'asia'], /--only-target is "asia"; expected one of eu/],
    [['--jobs', '0'], /--jobs is "0"; expected a whole number from 1 to 64/],
    [['--json'], /--json is given without --list/],
    [['--collect', 'x', '--only-target', 'eu'], /--collect and --only-target/],
    [['--out', '/dev/null'], /--out is "\/dev\/null", to which nothing can be written/],
  ])('is refused with %j, before anything is sent', async (flags, said) => {
    const { status, stdout, stderr } = await check([lineOf('eu', good)], flags);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(said);
    expect(stderr).toMatch(/Nothing was sent/);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('replaces no file of somebody else', async () => {
    const site = join(folder, 'other');
    const file = join(folder, 'one.yaml');
    await writeFile(file, `targets:\n${lineOf('eu', good)}\n`);
    await mkdir(site, { recursive: true });
    await writeFile(join(site, 'index.html'), '<h1>mine</h1>');
    const { status, stderr } = await runCli(['targets', file, '--out', site], {
      env: { TOKEN_OF_EU: good.token },
    });
    expect(stderr).toMatch(/index\.html is not a file of this program/);
    expect(status).toBe(2);
    expect(await readFile(join(site, 'index.html'), 'utf8')).toBe('<h1>mine</h1>');
  });
});

describe('a folder of a site', () => {
  it('is not waited for if a pipe has the name of one of its files', async () => {
    const site = join(folder, 'piped');
    await mkdir(site);
    execFileSync('/usr/bin/mkfifo', [join(site, 'status.json')]);
    await writeFile(join(folder, 'piped.yaml'), `targets:\n${lineOf('eu', good)}\n`);
    const { status, stderr } = await runCli(['targets', join(folder, 'piped.yaml'), '--out', site], {
      env: { TOKEN_OF_EU: good.token },
    });
    expect(stderr).toMatch(/status\.json is not a file of this program/);
    expect(status).toBe(2);
  });
});

describe('the process of a target', () => {
  it('gets the variables of this target alone, and is ended if it hangs', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const address = hanging.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      const [target] = await parseTargets(
        `targets: [{ label: hangs, baseUrl: "http://127.0.0.1:${port}", owner: a, repo: b, timeoutMs: 600000, token: { env: MINE } }]`,
        't.yaml',
        { environment: { MINE: 'token-of-this-target' }, isRun: true },
      );
      if (target === undefined) throw new Error('no target');
      const out = join(folder, 'hanging');
      const ended = await runTarget(target, out, {
        environment: {
          PATH: process.env['PATH'],
          BASE_URL: 'http://127.0.0.1:9',
          OUTSIDER_TOKEN: 'token-of-another',
          PROFILE: 'no',
        },
        signal: new AbortController().signal,
        patienceMs: 4000,
      });
      expect(ended.stopped).toMatch(/did not end within 4 s/);
      const { noResult, report } = await targetResult(ended, join(out, 'hangs'), target, null);
      expect(noResult ?? report?.outcome).toMatch(/incomplete|did not end within 4 s/);
      expect(report?.run.settings?.['OUTSIDER_TOKEN']).toBeUndefined();
    } finally {
      hanging.closeAllConnections();
      hanging.close();
    }
  });
});
