import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { configMapOf, documentsOf, jobOf, MANIFESTS } from './manifests.ts';
import { started } from './steps.ts';

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
    for (const file of MANIFESTS) manifests[file] = await documentsOf(file);
    for (const [index, [right, wrong]] of MISTAKES.entries())
      manifests[`mistake-${index}`] = parseAllDocuments(text.replace(right, wrong)).map((document) =>
        z.record(z.string(), z.unknown()).parse(document.toJS()),
      );
    problems = await problemsOf(manifests);
  });

  it.each(MANIFESTS)('fits %s.yaml', (file) => {
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
  it.each(MANIFESTS)(
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
    for (const file of MANIFESTS)
      expect(JSON.stringify(await documentsOf(file))).not.toMatch(/"(?:OUTSIDER_)?TOKEN"|"HEADERS"/);
  });
});
