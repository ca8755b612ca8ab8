import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { z } from 'zod';
import { endOfProcess, startIn } from '../support/start-cli.ts';

const texts = z.record(z.string(), z.string()).default({});
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().default('') })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    steps: z.array(
      z.object({
        id: z.string().default('setup'),
        if: z.string().default('true'),
        uses: z.string().optional(),
        run: z.string().default(''),
        env: texts,
      }),
    ),
  }),
});

export const action = actionSchema.parse(parse(await readFile('action.yml', 'utf8')));

/** A command of a step to GitHub's runner, as `::error title=…::…`. */
export interface RunnerCommand {
  readonly name: string;
  readonly title: string;
  readonly value: string;
}

const CODES = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };

const decoded = (text: string): string =>
  Object.entries(CODES).reduce((each, [code, sign]) => each.replaceAll(code, sign), text);

/** Returns the commands of a step as the runner reads them: line by line, outside of stop-commands. */
export function commandsIn(output: string): readonly RunnerCommand[] {
  const commands: RunnerCommand[] = [];
  let stop = '';
  for (const line of output.split(/\r\n|[\r\n]/)) {
    const [, name = '', list = '', value = ''] = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
    if (stop !== '') {
      if (name === stop) stop = '';
    } else if (name === 'stop-commands') stop = value;
    else if (name !== '') {
      const title = list.split(',').find((each) => each.startsWith('title='));
      commands.push({ name, title: decoded(title?.slice('title='.length) ?? ''), value: decoded(value) });
    }
  }
  return commands;
}

/** Returns the outputs in the file of a step, in the form `name<<end` up to `end`. */
const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(.+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );

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

/** Fills in `${{ … }}` as GitHub does, as far as action.yml uses it: names, comparisons, `&&` and `always()`. */
function filledIn(text: string, contexts: object): string {
  const value = (path: string): unknown => {
    const found = path.split('.').reduce<unknown>((all, key) => Reflect.get(Object(all), key), contexts);
    if (found === undefined && path.startsWith('inputs.')) throw new Error(`There is no ${path}.`);
    return found ?? '';
  };
  // What a value says is not looked at again.
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const code = expression.replaceAll(/\b(?:inputs|steps)(?:\.[a-z-]+)+/g, "value('$&')");
    return String(runInNewContext(code, { value, always: () => true }));
  });
}

type TakenStep = Awaited<ReturnType<typeof takeStep>>;

/** Takes a step in a shell as the runner starts it. */
async function takeStep(
  placed: PlacedAction,
  { temp, script, env }: { temp: string; script: string; env: Readonly<Record<string, string>> },
) {
  const files = { script: join(temp, 'step.sh'), out: join(temp, 'step.out'), sum: join(temp, 'step.md') };
  for (const path of Object.values(files)) await writeFile(path, path === files.script ? script : '');
  const given = {
    PATH: `${placed.bin}:${process.env['PATH'] ?? ''}`,
    HOME: temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: placed.path,
    GITHUB_WORKSPACE: join(temp, 'workspace'),
    RUNNER_TEMP: temp,
    ...env,
    GITHUB_OUTPUT: files.out,
    GITHUB_STEP_SUMMARY: files.sum,
  };
  const command = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', files.script] as const;
  const { status, output } = await endOfProcess(startIn(given.GITHUB_WORKSPACE, [], { env: given, command }));
  return {
    status,
    outcome: status === 0 ? 'success' : 'failure',
    output,
    commands: commandsIn(output),
    outputs: outputsIn(await readFile(files.out, 'utf8')),
    summary: await readFile(files.sum, 'utf8'),
  };
}

/**
 * Takes the steps of the action in a new workspace. Each step sees the outputs of those before it.
 * @param scripts other scripts of steps, by id
 */
export async function useAction(
  placed: PlacedAction,
  inputs: Readonly<Record<string, string>>,
  {
    files = {},
    scripts = {},
  }: { files?: Readonly<Record<string, string>>; scripts?: Readonly<Record<string, string>> } = {},
) {
  const temp = await mkdtemp(join(placed.folder, 'runner-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(temp, 'workspace', path, '..'), { recursive: true });
    await writeFile(join(temp, 'workspace', path), text);
  }
  await mkdir(join(temp, 'workspace'), { recursive: true });
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const steps: Record<string, TakenStep> = {};
  const contexts = { inputs: { ...Object.fromEntries(defaults), ...inputs }, steps };
  let status: number | null = 0;
  for (const step of action.runs.steps) {
    const isDue = filledIn(step.if, contexts) === 'true' && (status === 0 || step.if.includes('always()'));
    if (!isDue) continue;
    if (step.uses !== undefined) throw new Error(`Not tried: ${step.uses}`);
    const script = filledIn(scripts[step.id] ?? step.run, contexts);
    const env = Object.entries(step.env).map(([name, text]) => [name, filledIn(text, contexts)]);
    const taken = await takeStep(placed, { temp, script, env: Object.fromEntries(env) });
    steps[step.id] = taken;
    status ||= taken.status;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    filledIn(value, contexts),
  ]);
  return {
    status,
    steps,
    commands: Object.values(steps).flatMap(({ commands }) => commands),
    outputs: Object.fromEntries(outputs) as Readonly<Record<string, string>>,
    /** Paths of all files in the workspace, the runner's folder and the action. */
    files: [...(await readdir(temp, { recursive: true })), ...(await readdir(placed.path))],
  };
}
