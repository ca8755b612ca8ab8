import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../src/service/behaviour.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { serveHttp } from '../support/serve.ts';
import { settingsOf as allSettingsOf } from '../support/settings-of.ts';

const settingsOf = (reference: RunningService): Record<string, string> => ({
  BASE_URL: `${reference.baseUrl}/`,
  OWNER: reference.owner,
  REPO: reference.repo,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('issue-conformance', () => {
  it('checks the bundled service without any setting, and exits 0', async () => {
    const { status, stdout, stderr, report } = await runCli([]);
    expect(stderr).toBe('');
    expect(stdout).toContain('Conformant');
    expect(status).toBe(0);
    expect(report).toMatchObject({
      outcome: 'conformant',
      target: { bundled: true },
      run: { profile: 'standard', writes: 'all', selection: null },
      counts: { pass: GATING_RULES, fail: 0, inconclusive: 0, skip: 0 },
    });
  });

  it('exits 1 for a broken rule, and says how to reproduce it with curl', async () => {
    const { status, stdout, report } = await using({ faults: ['per-page-zero-empty'] }, (reference) =>
      runCli(['--seed', '3', '--profile', 'quick'], { env: allSettingsOf(reference) }),
    );
    expect(status).toBe(1);
    expect(report?.outcome).toBe('nonconformant');
    const failure = report?.rules.find(({ id }) => id === 'list.per-page.zero')?.failure;
    expect(failure).toMatchObject({ reproduced: '3 of 3', seed: 3, counterexample: { per_page: '0' } });
    expect(failure?.curl).toContain('per_page=0');
    expect(failure?.curl).toContain('Bearer ${TOKEN:?}');
    expect(stdout).toContain('list.per-page.zero');
  });

  it('exits 3 where rules could not be tried, and 0 with --allow-incomplete', async () => {
    await using({}, async (reference) => {
      const strict = await runCli(['--profile', 'quick'], { env: settingsOf(reference) });
      expect(strict.status).toBe(3);
      expect(strict.report?.outcome).toBe('incomplete');
      expect(strict.report?.rules.find(({ id }) => id === 'list.token')).toMatchObject({
        verdict: 'skip',
        reason: 'Not tried: set TOKEN.',
      });
      const lenient = await runCli(['--profile', 'quick', '--allow-incomplete'], {
        env: settingsOf(reference),
      });
      expect(lenient.status).toBe(0);
      expect(lenient.report?.outcome).toBe('incomplete');
    });
  });

  it('takes known failures from a baseline, and calls an entry stale whose rule holds', async () => {
    const known = join(folder, 'known.txt');
    await writeFile(known, '# mended next week\nlist.per-page.zero  # since May\n');
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const { status, report } = await runCli(['--baseline', known], { env: allSettingsOf(reference) });
      expect(status).toBe(0);
      expect(report?.outcome).toBe('nonconformant');
      expect(report?.rules.find(({ id }) => id === 'list.per-page.zero')).toMatchObject({
        verdict: 'fail',
        known: true,
      });
    });
    const stale = await runCli(['--baseline', known]);
    expect(stale.status).toBe(1);
    expect(stale.report).toMatchObject({ outcome: 'nonconformant', staleBaseline: ['list.per-page.zero'] });
  });

  it('takes rules out of the run with --only and --skip, and says so', async () => {
    const { status, stdout, report } = await runCli([
      '--only',
      'list.page',
      'list.ok',
      '--skip',
      'list.page.partition',
    ]);
    expect(status).toBe(0);
    expect(report?.rules.map(({ id }) => id)).toEqual([
      'list.ok',
      'list.page.second',
      'list.page.slices',
      'list.page.effective-size',
    ]);
    expect(report?.run.selection).toEqual({ only: ['list.page', 'list.ok'], skip: ['list.page.partition'] });
    expect(stdout).toContain('--only');
  });

  it('is never green when it decided nothing', async () => {
    const { status, report } = await runCli(['--only', 'observed.page', '--allow-incomplete']);
    expect(report?.counts.observed).toBeGreaterThan(0);
    expect(status).toBe(3);
  });

  it('leaves a report of what was decided when it is interrupted', async () => {
    const service = new EventEmitter();
    const change: Change = ({ around }) => ({
      around: (inner, request) => {
        if (request.ordinal === 300) service.emit('busy');
        return around(inner, request);
      },
    });
    await using({ latencyMs: 50, changes: [change] }, async (reference) => {
      const { status, report, stderr } = await runCli([], {
        env: { ...allSettingsOf(reference), ALLOW_INCOMPLETE: 'true' },
        kill: { signal: 'SIGINT', when: once(service, 'busy') },
      });
      expect(stderr).toBe('issue-conformance: interrupted; writing the report of what was found so far\n');
      expect(report?.run.interrupted).toBe(true);
      expect(report?.counts.pass).toBeGreaterThan(0);
      expect(report?.counts.inconclusive).toBeGreaterThan(0);
      expect(status).toBe(3);
    });
  });

  it('leaves a report of what was decided at its deadline', async () => {
    await using({ latencyMs: 150 }, async (reference) => {
      const { status, report } = await runCli(['--deadline', '2'], { env: allSettingsOf(reference) });
      expect(report?.counts.pass).toBeGreaterThan(0);
      expect(report?.rules.find(({ verdict }) => verdict === 'inconclusive')?.reason).toMatch(/DEADLINE_S/);
      expect(report?.run.durationMs).toBeLessThan(8000);
      expect(status).toBe(3);
    });
  });

  it('never sends more than MAX_REQUESTS', async () => {
    await using({}, async (reference) => {
      const { report, status } = await runCli(['--max-requests', '40'], { env: allSettingsOf(reference) });
      expect(report?.run.requests).toBe(reference.requests());
      expect(reference.requests()).toBeLessThanOrEqual(40);
      expect(status).toBe(3);
    });
  });

  it('lists every bad setting at once, and exits 2 with nothing sent', async () => {
    const { status, stderr, report } = await runCli(
      ['--concurrency', 'many', '--profile', 'slow', '--only', 'nothing.such'],
      {
        env: { BASE_URL: 'ftp://example.invalid', TOKEN: 'two words' },
      },
    );
    expect(status).toBe(2);
    for (const name of ['BASE_URL', 'OWNER', 'REPO', 'TOKEN', 'CONCURRENCY', 'PROFILE', 'ONLY'])
      expect(stderr).toContain(name);
    expect(stderr).toContain('"many"');
    expect(stderr).not.toContain('two words');
    expect(report?.outcome).toBe('unusable');
  });

  it('finds out before the run that reports cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { status, stderr } = await runCli([], { env: { REPORT_DIR: file } });
    expect(status).toBe(2);
    expect(stderr).toMatch(/REPORT_DIR/);
  });

  it('reads .env, which the environment beats, which a flag beats', async () => {
    await writeFile(join(folder, '.env'), 'PROFILE=thorough\nSEED=11\nWRITES=none\n');
    const { report } = await runCli(['--writes', 'rejected', '--only', 'list.ok'], {
      cwd: folder,
      env: { SEED: '12', PROFILE: 'quick' },
    });
    expect(report?.run).toMatchObject({ writes: 'rejected', seed: 12, profile: 'quick' });
    await rm(join(folder, '.env'));
  });

  it('exits 2 for an unknown flag, an unknown command and an unknown rule, with the way out', async () => {
    for (const args of [['--nonsense'], ['nonsense'], ['explain', 'list.pages']]) {
      const { status, stderr } = await runCli(args);
      expect(status).toBe(2);
      expect(stderr).toMatch(/--help|lists all/);
    }
  });

  it('speaks to services under other names', async () => {
    const seen: Record<string, string | string[] | undefined>[] = [];
    const service = await serveHttp((request, response) => {
      seen.push(request.headers);
      response.writeHead(404).end();
    });
    try {
      await runCli([], {
        env: {
          BASE_URL: `${service.baseUrl}/api/v3/`,
          OWNER: 'a',
          REPO: 'b',
          ACCEPT: 'application/vnd.other+json',
          API_VERSION: '7',
          API_VERSION_HEADER: 'X-Other',
        },
      });
      expect(seen[0]).toMatchObject({ accept: 'application/vnd.other+json', 'x-other': '7' });
    } finally {
      await service.stop();
    }
  });
});
