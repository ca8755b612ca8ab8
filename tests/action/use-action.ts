import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { endOfProcess, startIn } from '../support/start-cli.ts';

export const textOr = (usual: string) => z.string().default(usual);
export const texts = z.record(z.string(), z.string()).default({});
const step = z.object({ id: textOr('setup'), if: textOr('true'), run: textOr(''), env: texts });
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: textOr('') })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(step) }),
});

export const action = actionSchema.parse(parse(await readFile('action.yml', 'utf8')));

/** Returns commands of a step to GitHub's runner (`::error title=…::…`) as it reads them: a line each, outside of stop-commands. */
export function commandsIn(output: string) {
  const commands: Record<'name' | 'title' | 'value', string>[] = [];
  let stop = '';
  for (const line of output.split(/\r\n|[\r\n]/)) {
    const [, name = '', list = '', value = ''] = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
    if (stop !== '') {
      if (name === stop) stop = '';
    } else if (name === 'stop-commands') stop = value;
    else if (name !== '') {
      const [, title = ''] = /(?:^|,)title=([^,]*)/.exec(list) ?? [];
      commands.push({ name, title: decodeURIComponent(title), value: decodeURIComponent(value) });
    }
  }
  return commands;
}

/** Returns the outputs in the file of a step, in the form `name<<end` up to `end`. */
const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(.+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );

/** Fills in `${{ … }}` of inputs and outputs, as GitHub does: what a value says is not looked at again. */
function filledIn(text: string, contexts: object): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => {
    const found = path.split('.').reduce<unknown>((all, key) => Reflect.get(Object(all), key), contexts);
    if (found === undefined && path.startsWith('inputs.')) throw new Error(`There is no ${path}.`);
    return typeof found === 'string' ? found : '';
  });
}

/** Runs a script in the shell and the environment of a runner. @returns its end, commands, outputs and summary */
export async function takeStep(temp: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const [out, summary] = [join(temp, 'step.out'), join(temp, 'step.md')];
  await mkdir(join(temp, 'workspace'), { recursive: true });
  for (const path of [out, summary]) await writeFile(path, '');
  const given = {
    PATH: process.env['PATH'] ?? '',
    HOME: temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: resolve('.'),
    GITHUB_WORKSPACE: join(temp, 'workspace'),
    RUNNER_TEMP: temp,
    ...env,
    GITHUB_OUTPUT: out,
    GITHUB_STEP_SUMMARY: summary,
  };
  const command = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script] as const;
  const ended = await endOfProcess(startIn(given.GITHUB_WORKSPACE, [], { env: given, command }));
  return {
    ...ended,
    commands: commandsIn(ended.output),
    outputs: outputsIn(await readFile(out, 'utf8')),
    summary: await readFile(summary, 'utf8'),
  };
}

/**
 * Takes the steps of the action after its installation, in a new workspace. Each step sees the outputs of those before it.
 * @param scripts other scripts of steps, by id
 */
export async function useAction(
  temp: string,
  inputs: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>> = {},
) {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const steps: Record<string, Awaited<ReturnType<typeof takeStep>>> = {};
  const contexts = { inputs: { ...Object.fromEntries(defaults), ...inputs }, steps };
  let status: number | null = 0;
  for (const { id, run, env, if: condition } of action.runs.steps) {
    if (['setup', 'install'].includes(id) || (status !== 0 && !condition.includes('always()'))) continue;
    const values = Object.entries(env).map(([name, value]) => [name, filledIn(value, contexts)]);
    const taken = await takeStep(temp, filledIn(scripts[id] ?? run, contexts), Object.fromEntries(values));
    steps[id] = taken;
    status ||= taken.status;
  }
  const outputs = Object.entries(action.outputs).map(([name, one]) => [name, filledIn(one.value, contexts)]);
  return {
    status,
    steps,
    commands: Object.values(steps).flatMap(({ commands }) => commands),
    outputs: Object.fromEntries(outputs) as Readonly<Record<string, string>>,
  };
}
