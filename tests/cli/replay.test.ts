import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import type { RunningService } from '../../src/service/start.ts';
import { conformant } from '../report/examples.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { GATING_RULES, rulesUnder } from '../support/rule-counts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tokens = ({ token, outsiderToken }: RunningService) => ({
  TOKEN: token,
  OUTSIDER_TOKEN: outsiderToken,
});

const targetOf = (reference: RunningService): Record<string, string> => ({
  ...tokens(reference),
  BASE_URL: reference.baseUrl,
  OWNER: reference.owner,
  REPO: reference.repo,
});

async function kept(report: Report | null, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(report));
  return path;
}

const FAULT = 'per-page-zero-empty';
const ONLY = ['--only', 'list.per-page', '--profile', 'quick'];

describe('issue-conformance replay', () => {
  it('sends the failures again to the target of the settings', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      const { report } = await runCli(ONLY, { env: targetOf(reference) });
      const path = await kept(report, 'failing.json');
      const { status, stdout, stderr } = await runCli(['replay', path], { env: targetOf(reference) });
      expect(stderr).toBe('');
      expect(stdout).toContain('still failing     list.per-page.zero');
      expect(stdout).toMatch(
        /expected exactly 30 results, since at least \d+ issues exist; actual 0 results/,
      );
      expect(stdout).toContain('1 still failing · 0 no longer failing · 0 cannot be tried');
      expect(status).toBe(1);
    });
  });

  it('refuses --bundled for a report of another service', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      const { report } = await runCli(ONLY, { env: targetOf(reference) });
      const { status, stderr } = await runCli(['replay', await kept(report, 'other.json'), '--bundled']);
      expect(stderr).toContain(
        'not of the bundled service, so --bundled cannot replay it. Nothing was sent.',
      );
      expect(status).toBe(2);
    });
  });

  it('calls the target as the settings do, or as the report does if it is on the same one', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      const env = targetOf(reference);
      const { report, stdout } = await runCli([...ONLY, '--label', 'Staging'], { env });
      const chosen = `${rulesUnder('list.per-page.')} of ${GATING_RULES} rules`;
      expect(stdout).toMatch(new RegExp(`^Not conformant, ${chosen}: Staging,`));
      expect(report?.target.label).toBe('Staging');
      const path = await kept(report, 'labelled.json');
      const again = async (...args: readonly string[]): Promise<string> =>
        (await runCli(['replay', path, ...args], { env })).stdout;
      expect(await again()).toMatch(/^Replay: Staging, http/);
      expect(await again('--label', 'Nightly')).toMatch(/^Replay: Nightly, http/);
      expect(await again('--repo', `${reference.repo}x`)).toMatch(/^Replay: http/);
    });
  });

  it('exits 0 where another target holds, and 3 where nothing answers', async () => {
    const path = join(folder, 'failing.json');
    const mended = await using({}, (reference) => runCli(['replay', path], { env: targetOf(reference) }));
    expect(mended.stdout).toContain('no longer failing list.per-page.zero');
    expect(mended.status).toBe(0);
    const dead = await runCli(['replay', path, 'list.per-page'], {
      env: { BASE_URL: 'http://127.0.0.1:9', OWNER: 'acme', REPO: 'widgets' },
    });
    expect(dead.stdout).toContain('cannot be tried   list.per-page.zero');
    expect(dead.stdout).toContain('cannot be reached');
    expect(dead.status).toBe(3);
  });

  it('sends nothing to where only the report says, and says what would', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      for (const env of [{}, tokens(reference)]) {
        const { status, stdout, stderr } = await runCli(['replay', join(folder, 'failing.json')], { env });
        expect(stderr).toMatch(/BASE_URL is missing.*\n {2}BASE_URL=http:\/\/\S+ OWNER=\S+ REPO=\S+ /);
        expect(stderr).toContain(`/dist/cli.js replay ${join(folder, 'failing.json')}`);
        expect(stdout).toBe('');
        expect(status).toBe(2);
      }
      expect(reference.requests()).toBe(0);
    });
  });

  it('takes no name, header or limit from the report', async () => {
    const asked: string[] = [];
    const headers = new Set<string>();
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      for (const name of Object.keys(request.headers)) headers.add(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const report = JSON.parse(await readFile(join(folder, 'failing.json'), 'utf8')) as Report;
    const hostile: Report = {
      ...report,
      target: { ...report.target, baseUrl: 'http://127.0.0.1:9', owner: 'evil', repo: 'evil' },
      run: {
        ...report.run,
        writes: 'all',
        settings: {
          ...report.run.settings,
          PRIVATE_OWNER: 'evil',
          PRIVATE_REPO: 'vault',
          API_VERSION_HEADER: 'X-HTTP-Method-Override',
          API_VERSION: 'DELETE',
        },
      },
    };
    const env = {
      BASE_URL: `http://127.0.0.1:${port}`,
      OWNER: 'acme',
      REPO: 'widgets',
      TOKEN: 'secret-of-mine',
    };
    await runCli(['replay', await kept(hostile, 'hostile.json')], { env });
    server.close();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    expect(headers.has('x-http-method-override')).toBe(false);
  });

  it('starts the bundled service again for a report of that', async () => {
    const { report } = await runCli(['--only', 'list.ok', '--profile', 'quick']);
    const [rule] = report?.rules.filter(({ id }) => id === 'list.ok') ?? [];
    const failed = JSON.parse(await readFile(join(folder, 'failing.json'), 'utf8')) as Report;
    expect(rule).toBeDefined();
    const path = await kept({ ...failed, target: { ...failed.target, bundled: true } }, 'bundled.json');
    const { status, stdout } = await runCli(['replay', path]);
    expect(stdout).toContain('no longer failing list.per-page.zero');
    expect(status).toBe(0);
  });

  it('has nothing to do where nothing failed', async () => {
    const { status, stdout } = await runCli(['replay', await kept(conformant, 'well.json')]);
    expect(stdout).toContain('No rule failed in this report');
    expect(status).toBe(0);
  });

  it('names what did fail where a rule did not, and sends nothing', async () => {
    const { status, stderr } = await runCli(['replay', join(folder, 'failing.json'), 'list.page']);
    expect(stderr).toContain(
      'No rule that failed in this report is called "list.page"; failed rules: list.per-page.zero',
    );
    expect(status).toBe(2);
  });

  it('says what is wrong with a file that is no report', async () => {
    const { status, stderr } = await runCli(['replay', join(folder, 'nowhere.json')]);
    expect(stderr).toContain('nowhere.json" cannot be read');
    expect(status).toBe(2);
  });

  it('writes nothing, whatever the report says of the run', async () => {
    await using({ faults: ['create-twice'] }, async (reference) => {
      const env = { ...targetOf(reference), WRITES: 'all' };
      const { report } = await runCli(['--only', 'create.once', '--profile', 'quick'], { env });
      expect(report?.outcome).toBe('nonconformant');
      const path = await kept(report, 'creating.json');
      const { status, stdout } = await runCli(['replay', path], { env: targetOf(reference) });
      expect(stdout).toContain('Not tried: set WRITES to all');
      expect(status).toBe(3);
      const again = await runCli(['replay', path, '--writes', 'all'], { env: targetOf(reference) });
      expect(again.status).toBe(1);
    });
  });
});
