import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Report, reportSchema } from '../../src/report/model.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(CHECKOUT, 'dist', 'cli.js');
const WARM = fileURLToPath(new URL('warm-cli.mjs', import.meta.url));

/** The folder of the build that `dist/cli.js` of a checkout starts. */
export async function buildOf(checkout: string): Promise<string> {
  const [name = ''] = /[0-9a-f]{16}/.exec(await readFile(join(checkout, 'dist', 'cli.js'), 'utf8')) ?? [];
  return join(checkout, 'dist', name);
}

/** What a command printed, and its exit status: `null` if a signal ended it, or if the program threw. */
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliResult extends Ended {
  readonly ms: number;
  /** The report that the run left, if it left one. */
  readonly report: Report | null;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A signal to send, and after what. */
  readonly kill?: { readonly signal: NodeJS.Signals; readonly when: Promise<unknown> };
  /** The folder in which the program is started; an empty one by default. */
  readonly cwd?: string;
  /** True for a process of its own: for what an earlier command could hide, such as tokens that it was told of. */
  readonly fresh?: boolean;
  /** How much memory the objects of the process may take, in MB; as much as Node allows by default. */
  readonly heapMb?: number;
  /** The `cli.js` to start, in a process of its own; that of this checkout by default. */
  readonly program?: string;
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

async function runFresh(
  { args, env, cwd }: Command,
  options: readonly string[],
  { kill, program = CLI }: CliOptions,
): Promise<Ended> {
  const child = spawn(process.execPath, [...options, program, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  if (kill !== undefined) void kill.when.then(() => child.kill(kill.signal));
  const status = await new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { status, stdout, stderr };
}

/** Processes that have run commands and wait for the next, by their options: each spares a run half of its time. */
const idle = new Map<string, ChildProcess[]>();

async function startWarm(options: readonly string[]): Promise<ChildProcess> {
  const main = join(await buildOf(CHECKOUT), 'main.js');
  const child = fork(WARM, [main], { env: {}, execArgv: [...options], stdio: 'inherit' });
  await once(child, 'message');
  return child;
}

async function runWarm(command: Command, options: readonly string[]): Promise<Ended> {
  const alike = idle.get(options.join(' ')) ?? [];
  idle.set(options.join(' '), alike);
  const child = alike.pop() ?? (await startWarm(options));
  child.ref();
  child.channel?.ref();
  child.send(command);
  const listening = new AbortController();
  const { signal } = listening;
  const [ended] = (await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }),
  ])) as [unknown];
  listening.abort();
  if (ended === null || typeof ended !== 'object')
    throw new Error(`the process ended while it ran ${command.args.join(' ')}`);
  alike.push(child);
  // Whoever waits for nothing else may end.
  child.unref();
  child.channel?.unref();
  return ended as Ended;
}

/**
 * Runs the built command line in a folder of its own, with nothing of the caller's settings: in a process that ran others before,
 * unless it is to get a signal, needs variables that Node reads when it starts, or is asked for a `fresh` one.
 */
export async function runCli(args: readonly string[], given: CliOptions = {}): Promise<CliResult> {
  const { env = {}, kill, cwd, fresh = false, heapMb, program } = given;
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const command: Command = {
      args,
      env: { PATH: process.env['PATH'] ?? '', REPORT_DIR: folder, ...env },
      cwd: cwd ?? folder,
    };
    const isApart =
      fresh ||
      kill !== undefined ||
      program !== undefined ||
      Object.keys(env).some((name) => name.startsWith('NODE_'));
    const options = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
    const began = performance.now();
    const ended = await (isApart ? runFresh(command, options, given) : runWarm(command, options));
    const ms = performance.now() - began;
    const text = await readFile(join(env['REPORT_DIR'] ?? folder, 'conformance.json'), 'utf8').catch(
      () => null,
    );
    return { ...ended, ms, report: text === null ? null : reportSchema.parse(JSON.parse(text)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
