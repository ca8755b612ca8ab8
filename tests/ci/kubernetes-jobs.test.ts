import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readReport } from '../../src/report/read.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { configMapOf, jobOf, type Manifest } from './manifests.ts';
import { started } from './steps.ts';

// Not tested: a cluster. Containers are started as processes of this machine, with the command, arguments and
// environment of the manifests. Paths of mounts are mapped to folders.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-kubernetes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
interface Cluster {
  /** The folder of the volume for reports. */
  readonly reports: string;
  /** Secrets by name and key. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The file of targets in the ConfigMap. */
  readonly targets?: string;
}

/** Starts the container of a job as its pod would. @param index the index of the pod */
async function start(
  file: Manifest,
  { reports, secrets, targets }: Cluster,
  { index = 0, settings = {} }: { index?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<{ status: number | null; output: string }> {
  const { template } = await jobOf(file);
  const [container] = template.spec.containers;
  const configMap = { ...(await configMapOf(file)), ...settings };
  const variables = new Map<string, string>();
  for (const { configMapRef, secretRef } of container.envFrom) {
    const given = configMapRef === undefined ? secrets[secretRef?.name ?? ''] : configMap;
    for (const [name, value] of Object.entries(given ?? {})) variables.set(name, value);
  }
  const expanded = (text: string): string =>
    text.replaceAll(/\$\((\w+)\)/g, (whole, name: string) => variables.get(name) ?? whole);
  for (const { name, value = '', valueFrom } of container.env) {
    const path = valueFrom?.fieldRef.fieldPath;
    if (path !== undefined && path !== "metadata.annotations['batch.kubernetes.io/job-completion-index']")
      throw new Error(`${path} is nothing that the controller of jobs gives a pod.`);
    variables.set(name, path === undefined ? expanded(value) : String(index));
  }
  const inReports = (text: string): string => text.replace(/^\/reports/, reports);
  const cwd = await mkdtemp(join(folder, 'work-'));
  if (targets !== undefined) await writeFile(join(cwd, 'targets.yaml'), targets);
  for (const { name } of container.volumeMounts)
    expect(template.spec.volumes.map((volume) => volume.name)).toContain(name);
  const inPod = (text: string): string => inReports(expanded(text).replace(/^\/work\//, `${cwd}/`));
  expect(container.command).toBeUndefined();
  const env = [...variables].map(([name, value]) => [name, inReports(value)]);
  return started([process.execPath, resolve('dist/cli.js'), ...container.args.map(inPod)], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(env) },
  });
}

const volume = (): Promise<string> => mkdtemp(join(folder, 'volume-'));

const settingsFor = ({ baseUrl, owner, repo }: RunningService): Record<string, string> => ({
  BASE_URL: baseUrl,
  OWNER: owner,
  REPO: repo,
  ONLY: 'list.per-page',
  PROFILE: 'quick',
});

describe('the CronJob', () => {
  it('checks the service with the tokens of the Secret, and keeps each run in the volume', async () => {
    const reports = await volume();
    await using({}, async (reference) => {
      const cluster = {
        reports,
        secrets: {
          'issue-conformance': { TOKEN: reference.token, OUTSIDER_TOKEN: reference.outsiderToken },
        },
      };
      const settings = { ...settingsFor(reference), PRIVATE_REPO: reference.privateRepo };
      for (const night of [1, 2]) {
        expect(await start('cronjob', cluster, { settings })).toMatchObject({ status: 0 });
        expect(await readdir(join(reports, 'history'))).toHaveLength(night);
      }
    });
    const { outcome, target } = await readReport(join(reports, 'latest'));
    expect(outcome).toBe('conformant');
    expect(target.bundled).toBe(false);
  });

  it('fails where the service has a fault', async () => {
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const secrets = { 'issue-conformance': { TOKEN: reference.token } };
      const { status, output } = await start(
        'cronjob',
        { reports: await volume(), secrets },
        { settings: settingsFor(reference) },
      );
      expect(status).toBe(1);
      expect(output).toContain('list.per-page.zero');
    });
  });
});

describe('the indexed Job', () => {
  const lineOf = (label: string, { baseUrl, owner, repo }: RunningService): string =>
    `  - { label: ${label}, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo}, token: { env: ${label.toUpperCase()}_TOKEN } }`;

  it('checks a target of the file in each pod, and one site is made of them', async () => {
    const reports = await volume();
    await using({}, (good) =>
      using({ faults: ['per-page-zero-empty'] }, async (broken) => {
        const targets = `defaults: { profile: quick, only: [list.per-page] }\ntargets:\n${lineOf('eu', good)}\n${lineOf('us', broken)}\n`;
        const secrets = {
          'issue-conformance-targets': { EU_TOKEN: good.token, US_TOKEN: broken.token },
        };
        const statuses: (number | null)[] = [];
        for (const index of [0, 1])
          statuses.push((await start('indexed-job', { reports, secrets, targets }, { index })).status);
        expect(statuses).toEqual([0, 1]);
        expect((await start('indexed-job', { reports, secrets, targets }, { index: 2 })).status).toBe(2);
        const collected = await start('collect-job', { reports, secrets: {}, targets });
        expect(collected.status).toBe(1);
      }),
    );
    expect(await readFile(join(reports, 'site', 'index.html'), 'utf8')).toContain('list.per-page.zero');
  });

  it('has as many pods as the example has targets', async () => {
    const { targets } = z
      .object({ targets: z.array(z.unknown()) })
      .parse(parse(await readFile('ci/targets.yaml', 'utf8')));
    expect((await jobOf('indexed-job')).completions).toBe(targets.length);
  });
});
