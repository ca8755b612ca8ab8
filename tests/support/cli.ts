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

interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; default: an empty folder. */
  readonly cwd?: string;
  /** The `cli.js` to start in a new process; default: that of this checkout. */
  readonly program?: string;
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Idle processes. Reusing one halves the time of a command. */
const idle: ChildProcess[] = [];

async function startWarm(): Promise<ChildProcess> {
  const child = fork(WARM, [join(checkout, 'dist', 'main.js')], { env: {}, stdio: 'inherit' });
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (ready !== 'ready') throw new Error('the program cannot be loaded; run npm run build first');
  return child;
}

async function runWarm(command: Command): Promise<Ended> {
  const child = idle.pop() ?? (await startWarm());
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
  idle.push(child);
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
  const { program = CLI } = given;
  return withFolder(async (folder) => {
    const env = { PATH: process.env['PATH'] ?? '', REPORT_DIR: folder, ...given.env };
    const { cwd = folder } = given;
    const isApart = program !== CLI || Object.keys(env).some((name) => name.startsWith('NODE_'));
    const ended = await (isApart
      ? endOfProcess(startIn(cwd, args, { env, command: [process.execPath, program] }))
      : runWarm({ args, env, cwd }));
    const reports = resolve(cwd, env.REPORT_DIR || 'reports');
    const isThere = existsSync(join(reports, 'conformance.json'));
    return { ...ended, report: isThere ? await reportIn(reports) : null };
  });
}
