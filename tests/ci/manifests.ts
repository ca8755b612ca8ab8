import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

export const MANIFESTS = ['cronjob', 'indexed-job', 'collect-job'] as const;
export type Manifest = (typeof MANIFESTS)[number];

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

export const documentsOf = async (file: Manifest): Promise<readonly Record<string, unknown>[]> =>
  parseAllDocuments(await readFile(`ci/kubernetes/${file}.yaml`, 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return z.record(z.string(), z.unknown()).parse(document.toJS());
  });

export async function jobOf(file: Manifest): Promise<JobSpec> {
  const found = (await documentsOf(file)).find(({ kind }) => kind === 'Job' || kind === 'CronJob');
  const spec = z.record(z.string(), z.unknown()).parse(found?.['spec']);
  const { jobTemplate } = spec;
  return jobSpecSchema.parse(
    jobTemplate === undefined ? spec : z.object({ spec: z.unknown() }).parse(jobTemplate).spec,
  );
}

export async function configMapOf(file: Manifest): Promise<Readonly<Record<string, string>>> {
  const found = (await documentsOf(file)).find(({ kind }) => kind === 'ConfigMap');
  return z.record(z.string(), z.string()).default({}).parse(found?.['data']);
}
