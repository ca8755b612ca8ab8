import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { type CiStep, stepSchema } from './steps.ts';

const jobSchema = z.object({
  'timeout-minutes': z.number().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  secrets: z.record(z.string(), z.string()).default({}),
  strategy: z
    .object({
      'fail-fast': z.boolean(),
      matrix: z.object({ target: z.string() }),
    })
    .optional(),
  steps: z.array(stepSchema).default([]),
});
const inputSchema = z.object({ default: z.union([z.string(), z.boolean()]).default('') });
const workflowSchema = z.object({
  on: z.object({
    workflow_call: z
      .object({
        inputs: z.record(z.string(), inputSchema),
        secrets: z.record(z.string(), z.object({ description: z.string() })),
      })
      .optional(),
  }),
  permissions: z.record(z.string(), z.string()),
  concurrency: z
    .object({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]) })
    .optional(),
  jobs: z.record(z.string(), jobSchema),
});
export const workflowOf = async (file: string): Promise<z.output<typeof workflowSchema>> =>
  workflowSchema.parse(parse(await readFile(file, 'utf8')));

export const stepsOf = ({ jobs }: z.output<typeof workflowSchema>): readonly CiStep[] =>
  Object.values(jobs).flatMap(({ steps }) => steps);
