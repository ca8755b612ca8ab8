import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { metricsText } from '../../src/targets/metrics.ts';
import { targetStatus } from '../../src/targets/status.ts';
import { type RunningEmulate, startEmulate } from '../emulate/start.ts';
import { sampleReport } from '../report/reports.ts';
import { using } from '../service/using.ts';
import { started } from './steps.ts';

// A program imitates gh. It sends the same requests to an emulator of the API that was written by others.
const GH = `#!/usr/bin/env node
const [, , , verb, ...rest] = process.argv;
const flag = (name) => { const at = rest.indexOf(name); return at === -1 ? undefined : rest[at + 1]; };
const { API, TOKEN } = process.env;
const send = async (method, path, payload) => {
  const response = await fetch(API + path, { method, headers: { authorization: 'Bearer ' + TOKEN, 'content-type': 'application/json' }, body: payload && JSON.stringify(payload) });
  if (!response.ok) throw new Error(method + ' ' + path + ' ' + response.status + ' ' + await response.text());
  return response.json();
};
if (verb === 'list') {
  const all = await send('GET', '/issues?state=open&per_page=100');
  process.stdout.write(JSON.stringify(all.filter(({ labels }) => labels.some(({ name }) => name === flag('--label'))).map(({ number, title, body }) => ({ number, title, body }))));
} else if (verb === 'create') await send('POST', '/issues', { title: flag('--title'), body: flag('--body'), labels: [flag('--label')] });
else if (verb === 'edit') await send('PATCH', '/issues/' + rest[0], { body: flag('--body') });
else if (verb === 'close') {
  await send('POST', '/issues/' + rest[0] + '/comments', { body: flag('--comment') });
  await send('PATCH', '/issues/' + rest[0], { state: 'closed' });
}
`;

let folder: string;
let emulate: RunningEmulate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-outage-'));
  emulate = await startEmulate();
  await writeFile(join(folder, 'gh.mjs'), GH);
  await chmod(join(folder, 'gh.mjs'), 0o755);
  await fetch(`${emulate.baseUrl}/repos/${emulate.owner}/${emulate.repo}/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulate.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'issue-conformance', color: 'ededed' }),
  });
});
afterAll(async () => {
  await emulate.stop();
  await rm(folder, { recursive: true });
});

const target = (more: object) => ({
  label: 'eu',
  outcome: 'nonconformant',
  decided: true,
  failing: [],
  known: [],
  undecided: [],
  worse: [],
  better: [],
  ...more,
});

/** Runs the recipe with the status of one target. */
async function night(more: object): Promise<string> {
  const file = join(folder, 'status.json');
  await writeFile(file, JSON.stringify({ targets: [target(more)] }));
  const { status, output } = await started([process.execPath, resolve('ci/github/outage.mjs'), file], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      GH: join(folder, 'gh.mjs'),
      API: `${emulate.baseUrl}/repos/${emulate.owner}/${emulate.repo}`,
      TOKEN: emulate.token,
    },
  });
  expect(output + String(status)).toMatch(/0$/);
  return output;
}

const issueSchema = z.array(z.object({ title: z.string(), body: z.string().nullable(), state: z.string() }));

async function issues() {
  const response = await fetch(
    `${emulate.baseUrl}/repos/${emulate.owner}/${emulate.repo}/issues?state=all&per_page=100&sort=created&direction=desc`,
    { headers: { authorization: `Bearer ${emulate.token}` } },
  );
  return issueSchema.parse(await response.json()).filter(({ title }) => title.startsWith('Conformance: '));
}

const ZERO = 'list.per-page.zero';
const worse = (...ids: readonly string[]) => ids.map((id) => ({ id, last: null }));

describe('one issue per outage', () => {
  it('is opened when it gets worse, kept while it lasts, and closed when what it names passes', async () => {
    const version = '1.4.2 @everyone <img src=x> [x](http://evil)';
    const ci = { url: 'https://ci.example/1)](http://evil) @everyone' };
    expect(await night({ failing: [ZERO], worse: worse(ZERO), version, ci })).toContain(
      `eu: opened for ${ZERO}`,
    );
    const [opened] = await issues();
    expect(opened).toMatchObject({ title: 'Conformance: eu', state: 'open' });
    expect(opened?.body).toContain(`- \`${ZERO}\``);
    expect(opened?.body).not.toMatch(/@everyone|<img|\]\(http:\/\/evil/);

    expect(await night({ failing: [ZERO] })).toBe('');
    expect(await night({ failing: [ZERO], worse: worse(ZERO) })).toBe('');
    expect(await night({ failing: [ZERO, 'list.ok'], worse: worse('list.ok') })).toContain(
      'eu: added list.ok',
    );
    expect(await issues()).toHaveLength(1);
    expect((await issues())[0]?.body).toMatch(new RegExp(`- \`${ZERO}\`\\n- \`list.ok\``));

    for (const open of [
      { failing: [ZERO] },
      { undecided: ['list.ok'] },
      { known: [ZERO] },
      { decided: false },
      { outcome: 'unusable' },
      { outcome: 'incomplete' },
      { outcome: null, decided: false },
    ])
      expect(await night(open)).toBe('');
    expect((await issues())[0]?.state).toBe('open');

    expect(await night({ failing: ['create.once'] })).toContain('eu: closed');
    expect((await issues())[0]?.state).toBe('closed');
    expect(await night({ outcome: 'conformant' })).toBe('');
  });
});

describe('the nightly run of all targets for cron', () => {
  it('is silent unless something got worse, hands on the metrics, and gives a sign of life', async () => {
    const beats: string[] = [];
    const server: Server = createServer((request, response) => {
      beats.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const home = join(folder, 'cron');
    const textfiles = join(home, 'textfiles');
    await mkdir(textfiles, { recursive: true });
    const run = () =>
      started(['sh', resolve('ci/cron/targets-nightly')], {
        cwd: home,
        env: {
          PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`,
          TEXTFILE_DIR: textfiles,
          HEARTBEAT_URL: `http://127.0.0.1:${port}/beat`,
        },
      });
    try {
      await using({ faults: ['per-page-zero-empty'] }, async ({ baseUrl, owner, repo }) => {
        await writeFile(
          join(home, 'targets.yaml'),
          `targets: [{ label: eu, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo}, profile: quick, only: [list.per-page] }]`,
        );
        const first = await run();
        expect(first.output).toContain('1 rule fails: list.per-page.zero');
        expect(first.status).toBe(1);
        expect(await run()).toMatchObject({ status: 0, output: '' });
      });
      expect(beats).toEqual(['/beat', '/beat']);
      expect(await readFile(join(textfiles, 'issue_conformance.prom'), 'utf8')).toContain(
        '# TYPE issue_conformance_outcome gauge',
      );
      await writeFile(join(home, 'targets.yaml'), 'targets: []');
      expect((await run()).status).toBe(2);
      expect(beats).toHaveLength(2);
    } finally {
      server.close();
    }
  });
});

describe('the alerts', () => {
  it('are on metrics that are written', async () => {
    const rules = z
      .object({
        groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
      })
      .parse(parse(await readFile('ci/prometheus-alerts.yml', 'utf8')))
      .groups.flatMap((group) => group.rules);
    expect(rules.map(({ alert }) => alert)).toEqual(['IssueConformanceFailing', 'IssueConformanceStale']);
    const report = sampleReport('conformant');
    const status = targetStatus('eu', { report, noResult: null }, [], {
      allowIncomplete: false,
      failOn: 'any',
    });
    const written = metricsText([status], new Date());
    for (const { expr } of rules)
      for (const [name] of expr.matchAll(/issue_conformance_\w+/g))
        expect(written).toContain(`# TYPE ${name} gauge`);
    const page = await readFile('docs/targets.md', 'utf8');
    for (const [, name] of written.matchAll(/# TYPE (\w+)/g)) expect(page).toContain(`\`${name}{`);
  });
});
