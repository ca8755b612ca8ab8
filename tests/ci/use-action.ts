import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { copyBuild, copyCheckout, npmWithoutRegistry } from './checkout.ts';
import { filledIn } from './expressions.ts';
import { type CiStep, stepSchema, type TakenStep, takeSteps } from './steps.ts';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().default('') })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(stepSchema) }),
});

export const action = actionSchema.parse(parse(await readFile('action.yml', 'utf8')));

/** A built copy of the action, as a runner has it, and an npm that uses no registry. */
export interface PlacedAction {
  readonly folder: string;
  readonly path: string;
  readonly npm: { readonly bin: string; readonly calls: string };
}

/** Copies the action into a folder, which the caller removes. */
export async function placeAction(folder: string): Promise<PlacedAction> {
  const path = await copyCheckout(join(folder, 'action'));
  await copyBuild(path);
  return { folder, path, npm: await npmWithoutRegistry(folder, { isBuilt: true }) };
}

export interface Taken {
  readonly status: number;
  readonly steps: readonly TakenStep[];
  readonly outputs: Readonly<Record<string, string>>;
  /** Paths of all files in the workspace and the runner's folder. */
  readonly files: readonly string[];
  readonly workspace: string;
}

export interface Use {
  /** Additional variables of the runner's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (workspace: string) => Promise<void>;
  readonly steps?: readonly CiStep[];
}

/** Uses the action with inputs in a new workspace and the environment of a runner. */
export async function useAction(
  { folder, path, npm }: PlacedAction,
  inputs: Readonly<Record<string, string>>,
  { env = {}, prepare = () => Promise.resolve(), steps = action.runs.steps }: Use = {},
): Promise<Taken> {
  const temp = await mkdtemp(join(folder, 'runner-'));
  const workspace = join(temp, 'workspace');
  await mkdir(workspace);
  await prepare(workspace);
  const unless = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, value]),
  );
  const taken = await takeSteps(
    steps,
    {
      workspace,
      temp,
      env: { PATH: `${npm.bin}:${process.env['PATH'] ?? ''}`, GITHUB_ACTION_PATH: path, ...env },
    },
    { inputs: { ...unless, ...inputs } },
  );
  return {
    status: taken.status,
    steps: taken.steps,
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, filledIn(value, taken.contexts)]),
    ),
    files: [...(await readdir(temp, { recursive: true })), ...(await readdir(path))],
    workspace,
  };
}
