import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readReport } from '../../src/report/read.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { started } from './steps.ts';

// Not tested: a cluster. Containers are started as processes of this machine, with the command, arguments and
// environment of the manifests. Paths of mounts are mapped to folders.

const FILES = ['cronjob', 'indexed-job', 'collect-job'] as const;
type File = (typeof FILES)[number];

const names = z.object({ name: z.string() });
const containerSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()),
  workingDir: z.string().default('/work'),
  envFrom: z.array(z.object({ configMapRef: names.optional(), secretRef: names.optional() })).default([]),
  env: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z.object({ fieldRef: z.object({ fieldPath: z.string() }) }).optional(),
      }),
    )
    .default([]),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string().regex(/^\d+Mi$/) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const jobSpecSchema = z.object({
  backoffLimit: z.literal(0).optional(),
  backoffLimitPerIndex: z.literal(0).optional(),
  completions: z.int().default(1),
  activeDeadlineSeconds: z.int(),
  template: z.object({
    spec: z.object({
      restartPolicy: z.literal('Never'),
      automountServiceAccountToken: z.literal(false),
      securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.int().min(1) }),
      containers: z.tuple([containerSchema]),
      volumes: z.array(z.object({ name: z.string(), configMap: names.optional() })),
    }),
  }),
});
type JobSpec = z.output<typeof jobSpecSchema>;

const documentsOf = async (file: File): Promise<readonly Record<string, unknown>[]> =>
  parseAllDocuments(await readFile(`ci/kubernetes/${file}.yaml`, 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return z.record(z.string(), z.unknown()).parse(document.toJS());
  });

async function jobOf(file: File): Promise<JobSpec> {
  const found = (await documentsOf(file)).find(({ kind }) => kind === 'Job' || kind === 'CronJob');
  const spec = z.record(z.string(), z.unknown()).parse(found?.['spec']);
  const { jobTemplate } = spec;
  return jobSpecSchema.parse(
    jobTemplate === undefined ? spec : z.object({ spec: z.unknown() }).parse(jobTemplate).spec,
  );
}

async function configMapOf(file: File): Promise<Readonly<Record<string, string>>> {
  const found = (await documentsOf(file)).find(({ kind }) => kind === 'ConfigMap');
  return z.record(z.string(), z.string()).default({}).parse(found?.['data']);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-kubernetes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TYPES: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
  CronJob: 'batch/v1',
  Job: 'batch/v1',
};

type Documents = readonly Record<string, unknown>[];

/** Mistakes in a manifest: the correct text, the wrong text, and a part of the message. */
const MISTAKES = [
  ['concurrencyPolicy: Forbid', 'concurencyPolicy: Forbid', 'concurencyPolicy'],
  ['backoffLimit: 0', "backoffLimit: 'none'", 'not assignable'],
  ['schedule: ', 'scheduled: ', 'schedule'],
  ['      - name: reports', '      - names: reports', 'names'],
] as const;

/**
 * Checks manifests, as TypeScript literals, against the types of Kubernetes. The result returns the errors of
 * each.
 */
async function problemsOf(
  manifests: Readonly<Record<string, Documents>>,
): Promise<(manifest: string) => string> {
  const project = await mkdtemp(join(folder, 'types-'));
  await symlink(resolve('node_modules'), join(project, 'node_modules'));
  for (const [name, documents] of Object.entries(manifests)) {
    const lines = documents.flatMap((document, index) => {
      const kind = String(document['kind']);
      return [
        `import type { ${kind} as Kind${index} } from 'kubernetes-types/${TYPES[kind] ?? 'none'}';`,
        `export const one${index}: Kind${index} = ${JSON.stringify(document)};`,
      ];
    });
    await writeFile(join(project, `${name}.ts`), lines.join('\n'));
  }
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--moduleResolution',
    'bundler',
    '--module',
    'esnext',
  ];
  const files = Object.keys(manifests).map((name) => `${name}.ts`);
  const { output } = await started(
    [process.execPath, resolve('node_modules/typescript/bin/tsc'), ...options, '--types', '', ...files],
    { cwd: project, env: { PATH: process.env['PATH'] ?? '' } },
  );
  // An indented line belongs to the message before it. Any other line without a name concerns all manifests.
  const begun = new RegExp(`^(${Object.keys(manifests).join('|')})\\.ts\\(`);
  const said = new Map<string, string[]>();
  let about = '';
  for (const line of output.split('\n')) {
    about = begun.exec(line)?.[1] ?? (/^\s/.test(line) ? about : '');
    said.set(about, [...(said.get(about) ?? []), line]);
  }
  const ofAll = (said.get('') ?? []).filter((line) => line !== '');
  return (manifest) => [...ofAll, ...(said.get(manifest) ?? [])].join('\n');
}

describe("Kubernetes' own description", () => {
  let problems: (manifest: string) => string;

  // All manifests are checked at once, because loading the types takes most of the time.
  beforeAll(async () => {
    const text = await readFile('ci/kubernetes/cronjob.yaml', 'utf8');
    const manifests: Record<string, Documents> = {};
    for (const file of FILES) manifests[file] = await documentsOf(file);
    for (const [index, [right, wrong]] of MISTAKES.entries())
      manifests[`mistake-${index}`] = parseAllDocuments(text.replace(right, wrong)).map((document) =>
        z.record(z.string(), z.unknown()).parse(document.toJS()),
      );
    problems = await problemsOf(manifests);
  });

  it.each(FILES)('fits %s.yaml', (file) => {
    expect(problems(file)).toBe('');
  });

  const found = MISTAKES.map(
    ([right, wrong, said], index) => [right, wrong, said, `mistake-${index}`] as const,
  );

  it.each(found)('would not fit cronjob.yaml with %j as %j', async (right, _wrong, said, manifest) => {
    expect(await readFile('ci/kubernetes/cronjob.yaml', 'utf8')).toContain(right);
    expect(problems(manifest)).toContain(said);
  });
});

describe('each manifest', () => {
  it.each(FILES)(
    '%s.yaml is tried once, as no root, with a read-only image and room enough',
    async (file) => {
      const { backoffLimit, backoffLimitPerIndex, template } = await jobOf(file);
      expect([backoffLimit, backoffLimitPerIndex]).toContain(0);
      const [{ resources, args }] = template.spec.containers;
      const limit = Number.parseInt(resources.limits.memory, 10);
      expect(limit).toBeGreaterThanOrEqual(args.includes('--collect') ? 512 : 640);
    },
  );

  it('lets a run end by itself before it is killed', async () => {
    const settings = await configMapOf('cronjob');
    const secondsOf = (name: string, all: Readonly<Record<string, string | undefined>>): number =>
      Number(all[name] ?? Number.NaN);
    expect((await jobOf('cronjob')).activeDeadlineSeconds).toBeGreaterThan(
      secondsOf('DEADLINE_S', settings) + secondsOf('WAIT_S', settings) + 60,
    );
    const { defaults } = z
      .object({ defaults: z.object({ deadlineS: z.number(), waitS: z.number() }) })
      .parse(parse(await readFile('ci/targets.yaml', 'utf8')));
    expect((await jobOf('indexed-job')).activeDeadlineSeconds).toBeGreaterThan(
      defaults.deadlineS + defaults.waitS + 60,
    );
  });

  it('of the night has one run at a time', async () => {
    const job = (await documentsOf('cronjob')).find(({ kind }) => kind === 'CronJob');
    expect(job?.['spec']).toMatchObject({ concurrencyPolicy: 'Forbid' });
  });

  it('has no token, but names a Secret', async () => {
    for (const file of FILES)
      expect(JSON.stringify(await documentsOf(file))).not.toMatch(/"(?:OUTSIDER_)?TOKEN"|"HEADERS"/);
  });
});

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
  file: File,
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
