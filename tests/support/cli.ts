import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../src/report/model.ts';
import { CLI, checkout, type Ended, endOfProcess, reportIn, startIn } from './start-cli.ts';
import { withFolder } from './temporary.ts';

const WARM = fileURLToPath(new URL('warm-cli.mjs', import.meta.url));

export interface CliResult extends Ended {
  /** The report of the run, if there is one. */
  readonly report: Report | null;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; default: an empty folder. */
  readonly cwd?: string;
  /** Heap limit of the process in MB; default: that of Node. */
  readonly heapMb?: number;
  /** The `cli.js` to start in a new process; default: that of this checkout. */
  readonly program?: string;
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Idle processes by their options. Reusing one halves the time of a command. */
const idle = new Map<string, ChildProcess[]>();

async function startWarm(options: readonly string[]): Promise<ChildProcess> {
  const main = join(checkout, 'dist', 'main.js');
  const child = fork(WARM, [main], { env: {}, execArgv: [...options], stdio: 'inherit' });
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (ready !== 'ready') throw new Error('the program cannot be loaded; run npm run build first');
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
  // An idle process must not keep the test process alive.
  child.unref();
  child.channel?.unref();
  return ended as Ended;
}

/**
 * Runs the built command line in its own folder without the caller's settings. It reuses a process if
 * possible. Variables that Node reads at its start, or `program`, require a new one.
 */
export function runCli(args: readonly string[], given: CliOptions = {}): Promise<CliResult> {
  const { env = {}, cwd, heapMb, program = CLI } = given;
  const options = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  return withFolder(async (folder) => {
    const command: Command = {
      args,
      env: { PATH: process.env['PATH'] ?? '', REPORT_DIR: folder, ...env },
      cwd: cwd ?? folder,
    };
    const isApart = program !== CLI || Object.keys(env).some((name) => name.startsWith('NODE_'));
    const ended = await (isApart
      ? endOfProcess(
          startIn(command.cwd, args, { env: command.env, command: [process.execPath, ...options, program] }),
        )
      : runWarm(command, options));
    const reports = resolve(command.cwd, command.env['REPORT_DIR'] || 'reports');
    const isThere = existsSync(join(reports, 'conformance.json'));
    return { ...ended, report: isThere ? await reportIn(reports) : null };
  });
}
