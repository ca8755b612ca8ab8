import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { runCli } from '../support/cli.ts';

const TARGETS = 40;
/** Indexes of targets with a fault. */
const BROKEN = [4, 17, 39];
/** Targets whose report is lost. */
const MISSING = ['t08', 't21'];
/** A target that has another target's report. */
const SWAPPED = 't30';

const labelOf = (index: number): string => `t${String(index).padStart(2, '0')}`;

let services: RunningService[];
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-forty-'));
  services = await Promise.all(
    Array.from({ length: TARGETS }, (_, index) =>
      startService(injecting({ faults: BROKEN.includes(index) ? ['per-page-zero-empty'] : [] })),
    ),
  );
  const lines = services.map(
    ({ baseUrl, owner, repo }, index) =>
      `  - { label: ${labelOf(index)}, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo} }`,
  );
  file = join(folder, 'targets.yaml');
  await writeFile(
    file,
    `defaults: { profile: quick, only: [list.per-page], token: { env: THE_TOKEN } }\ntargets:\n${lines.join('\n')}\n`,
  );
});

afterAll(async () => {
  for (const service of services) await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const runOn = (args: readonly string[]) =>
  runCli(['targets', file, ...args], { env: { THE_TOKEN: services[0]?.token ?? '' } });

interface Status {
  readonly targets: readonly {
    readonly label: string;
    readonly exitStatus: number;
    readonly noResult?: string;
  }[];
}

describe('forty targets in forty processes', () => {
  it('are listed for who spreads them, checked each alone, and collected', async () => {
    const { stdout } = await runOn(['--list', '--json']);
    const labels = (JSON.parse(stdout) as { label: string }[]).map(({ label }) => label);
    expect(labels).toHaveLength(TARGETS);

    // Two workers, as on two machines.
    const spread = join(folder, 'spread');
    const statuses = new Map<string, number | null>();
    const queue = [...labels];
    const worker = async (): Promise<void> => {
      for (let label = queue.shift(); label !== undefined; label = queue.shift())
        statuses.set(label, (await runOn(['--only-target', label, '--out', spread])).status);
    };
    await Promise.all([worker(), worker()]);
    expect(
      [...statuses].filter(([, status]) => status !== 0).toSorted(([a], [b]) => a.localeCompare(b)),
    ).toEqual(BROKEN.map((index) => [labelOf(index), 1]));
    expect(await readdir(spread)).not.toContain('index.html');

    for (const label of MISSING) await rm(join(spread, label), { recursive: true });
    await cp(join(spread, 't31', 'conformance.json'), join(spread, SWAPPED, 'conformance.json'));
    const site = join(folder, 'site');
    // Collecting needs no secrets.
    const collected = await runCli(['targets', file, '--collect', spread, '--out', site], { env: {} });
    expect(collected.status).toBe(1);
    expect(collected.stdout).toMatch(/t08: no result: there is no report that can be read/);
    expect(collected.stdout).toMatch(
      /t30: no result: the report is of another target \(t31, .*\), and was refused/,
    );
    expect(collected.stdout).toMatch(/40 targets: .*; exit status 1/);
    const { targets } = JSON.parse(await readFile(join(site, 'status.json'), 'utf8')) as Status;
    expect(targets.filter(({ exitStatus }) => exitStatus === 1)).toHaveLength(BROKEN.length);
    expect(targets.filter(({ noResult }) => noResult !== undefined).map(({ label }) => label)).toEqual([
      ...MISSING,
      SWAPPED,
    ]);
    expect(await readdir(join(site, 'history'))).toHaveLength(TARGETS - MISSING.length - 1);

    // Collecting again keeps no report twice.
    const again = await runCli(['targets', file, '--collect', spread, '--out', site, '--fail-on', 'worse'], {
      env: {},
    });
    expect(await readdir(join(site, 'history'))).toHaveLength(TARGETS - MISSING.length - 1);
    expect(again.status).toBe(1);
  });
});
