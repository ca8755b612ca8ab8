import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { z } from 'zod';
import { endOfProcess, startIn } from '../support/start-cli.ts';
import { commandsIn, outputsIn, type RunnerCommand } from './runner-commands.ts';

const texts = z.record(z.string(), z.string()).default({});
const stepSchema = z.object({
  id: z.string().default(''),
  if: z.string().default(''),
  uses: z.string().optional(),
  run: z.string().default(''),
  env: texts,
});
type Step = z.output<typeof stepSchema>;

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().default('') })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(stepSchema) }),
});

export const action = actionSchema.parse(parse(await readFile('action.yml', 'utf8')));

/** The action as a runner has it, and an npm that asks no registry. */
export type PlacedAction = Readonly<Record<'folder' | 'path' | 'bin' | 'calls', string>>;

/** Links this checkout and its build into a folder, which the caller removes. `npm ci` links its libraries. */
export async function placeAction(folder: string): Promise<PlacedAction> {
  const [path, bin, calls] = [join(folder, 'action'), join(folder, 'bin'), join(folder, 'npm-calls')];
  await Promise.all([mkdir(path), mkdir(bin), writeFile(calls, '')]);
  for (const name of await readdir('.'))
    if (!['node_modules', '.git', '.env'].includes(name)) await symlink(resolve(name), join(path, name));
  const libraries = resolve('node_modules');
  const npm = `#!/bin/sh
echo "$*" >> "${calls}"
[ "$1" = ci ] || { PATH=\${PATH#*:}; exec npm "$@"; }
mkdir node_modules && ln -s "${libraries}"/* "${libraries}/.package-lock.json" node_modules/
`;
  await writeFile(join(bin, 'npm'), npm, { mode: 0o755 });
  return { folder, path, bin, calls };
}

interface TakenStep {
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly output: string;
  readonly commands: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** The steps of an action by id, and the exit status of the first one that failed; 0 if none did. */
export interface Taken {
  readonly status: number | null;
  readonly steps: Readonly<Record<string, TakenStep>>;
  readonly commands: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  /** Paths of all files in the workspace, the runner's folder and the action. */
  readonly files: readonly string[];
}

/** Evaluates what action.yml uses of GitHub's expressions: names, comparisons, `&&` and `always()`. */
function evaluated(expression: string, contexts: object): string {
  const value = (path: string): unknown => {
    let found: unknown = contexts;
    for (const key of path.split('.'))
      found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    if (found === undefined && path.startsWith('inputs.')) throw new Error(`There is no ${path}.`);
    return found ?? '';
  };
  const code = expression.replaceAll(/\b(?:inputs|steps)(?:\.[a-z-]+)+/g, "value('$&')");
  return String(runInNewContext(code, { value, always: () => true }));
}

/** Fills in `${{ … }}` as GitHub does: what a value says is not looked at again. */
const filledIn = (text: string, contexts: object): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluated(expression, contexts));

/** A shell as the runner starts it. */
const BASH = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail'] as const;

interface Use {
  readonly prepare?: (workspace: string) => Promise<void>;
  readonly steps?: readonly Step[];
}

/** Takes the steps of the action in a new workspace. Each step sees the outputs of those before it. */
export async function useAction(
  placed: PlacedAction,
  inputs: Readonly<Record<string, string>>,
  { prepare = () => Promise.resolve(), steps = action.runs.steps }: Use = {},
): Promise<Taken> {
  const temp = await mkdtemp(join(placed.folder, 'runner-'));
  const workspace = join(temp, 'workspace');
  await mkdir(workspace);
  await prepare(workspace);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const taken: Record<string, TakenStep> = {};
  const contexts = { inputs: { ...Object.fromEntries(defaults), ...inputs }, steps: taken };
  let failed: number | null | undefined;
  for (const [index, step] of steps.entries()) {
    const id = step.id || `${index}`;
    taken[id] = { outcome: 'skipped', output: '', commands: [], outputs: {}, summary: '' };
    if (filledIn(step.if || 'true', contexts) !== 'true') continue;
    if (failed !== undefined && !step.if.includes('always()')) continue;
    if (step.uses !== undefined) throw new Error(`Not tried: ${step.uses}`);
    const files = {
      script: join(temp, `${id}.sh`),
      out: join(temp, `${id}.out`),
      sum: join(temp, `${id}.md`),
    };
    await Promise.all([
      writeFile(files.script, filledIn(step.run, contexts)),
      writeFile(files.out, ''),
      writeFile(files.sum, ''),
    ]);
    const given = Object.entries(step.env).map(([name, text]) => [name, filledIn(text, contexts)]);
    const env = {
      PATH: `${placed.bin}:${process.env['PATH'] ?? ''}`,
      HOME: temp,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: placed.path,
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: temp,
      ...Object.fromEntries(given),
      GITHUB_OUTPUT: files.out,
      GITHUB_STEP_SUMMARY: files.sum,
    };
    const { status, output } = await endOfProcess(startIn(workspace, [files.script], { env, command: BASH }));
    taken[id] = {
      outcome: status === 0 ? 'success' : 'failure',
      output,
      commands: commandsIn(output),
      outputs: outputsIn(await readFile(files.out, 'utf8')),
      summary: await readFile(files.sum, 'utf8'),
    };
    if (status !== 0) failed ??= status;
  }
  return {
    status: failed === undefined ? 0 : failed,
    steps: taken,
    commands: Object.values(taken).flatMap(({ commands }) => commands),
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, filledIn(value, contexts)]),
    ),
    files: [...(await readdir(temp, { recursive: true })), ...(await readdir(placed.path))],
  };
}
