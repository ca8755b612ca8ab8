import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Contexts, filledIn, isTaken, type JobStatus } from './expressions.ts';
import { commandsIn, fileCommand, type RunnerCommand } from './runner-commands.ts';

const texts = z.record(z.string(), z.coerce.string()).default({});

/** A step of a workflow or composite action, as far as these tests need it. */
export const stepSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.coerce.string().optional(),
  uses: z.string().optional(),
  with: texts,
  run: z.string().optional(),
  env: texts,
  'working-directory': z.string().optional(),
});
export type CiStep = z.output<typeof stepSchema>;

/** The environment of steps, with the files of the runner. */
export interface StepPlace {
  readonly workspace: string;
  /** `$RUNNER_TEMP`, which also holds the files of this runner. */
  readonly temp: string;
  /** Additional environment variables, PATH among them. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the result of a `uses` step; `null` counts as success without outputs. */
  readonly uses?: (step: CiStep, filled: (text: string) => string) => Promise<TakenStep | null>;
}

/** The result of one step. */
export interface TakenStep {
  readonly step: CiStep;
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** Exit status of a script; `null` if none was started. */
  readonly status: number | null;
  readonly output: string;
  readonly commands: readonly RunnerCommand[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

const skipped = (step: CiStep): TakenStep => ({
  step,
  outcome: 'skipped',
  status: null,
  output: '',
  commands: [],
  outputs: {},
  summary: '',
});

/** Starts a script and waits for its end. @returns the output of both streams, in the order of writing */
export async function started(
  command: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ status: number | null; output: string }> {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise<number | null>((end, fail) => {
    child.on('error', fail).on('close', (code) => end(code));
  });
  return { status, output };
}

/** Executes the script of a step as the runner does, with files for the script, outputs and summary. */
async function takeScript(step: CiStep, place: StepPlace, contexts: Contexts): Promise<TakenStep> {
  const files = await mkdtemp(join(place.temp, 'step-'));
  const [script, outputs, summary] = ['script.sh', 'output', 'summary'].map((name) => join(files, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([
    writeFile(script, filledIn(step.run ?? '', contexts)),
    writeFile(outputs, ''),
    writeFile(summary, ''),
  ]);
  const given = Object.entries(step.env).map(([name, text]) => [name, filledIn(text, contexts)]);
  const { status, output } = await started(
    ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', script],
    {
      cwd: resolve(place.workspace, step['working-directory'] ?? '.'),
      env: {
        HOME: place.temp,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: place.workspace,
        RUNNER_TEMP: place.temp,
        ...place.env,
        ...Object.fromEntries(given),
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
      },
    },
  );
  return {
    step,
    outcome: status === 0 ? 'success' : 'failure',
    status,
    output,
    commands: commandsIn(output),
    outputs: fileCommand(await readFile(outputs, 'utf8')),
    summary: await readFile(summary, 'utf8'),
  };
}

/** The results of some steps, in order. */
export interface TakenSteps {
  readonly steps: readonly TakenStep[];
  /** Exit status of the first failed script; 0 if there is none. */
  readonly status: number;
  /** The contexts after the last step, for outputs. */
  readonly contexts: Contexts;
}

/** Executes steps one after the other, as a runner does. Each step sees the outputs of those before it. */
export async function takeSteps(
  steps: readonly CiStep[],
  place: StepPlace,
  contexts: Contexts,
): Promise<TakenSteps> {
  const taken: TakenStep[] = [];
  const ofSteps: Record<string, unknown> = {};
  let status: JobStatus = 'success';
  const seen = (): Contexts => ({ ...contexts, steps: ofSteps });
  for (const step of steps) {
    let came = skipped(step);
    if (isTaken(step.if, seen(), status))
      came =
        step.run === undefined
          ? ((await place.uses?.(step, (text) => filledIn(text, seen()))) ?? {
              ...skipped(step),
              outcome: 'success',
            })
          : await takeScript(step, place, seen());
    taken.push(came);
    if (came.outcome === 'failure') status = 'failure';
    if (step.id !== undefined) ofSteps[step.id] = { outcome: came.outcome, outputs: came.outputs };
  }
  const failed = taken.find(({ outcome }) => outcome === 'failure');
  return { steps: taken, status: failed?.status ?? (failed === undefined ? 0 : 1), contexts: seen() };
}
