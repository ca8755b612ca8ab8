import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/free-port.ts';
import type { Program } from './programs.ts';

const INSTALL_MS = 300_000;
const STOP_MS = 3_000;
const MOST_OUTPUT = 8_000;

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function start(command: string, args: readonly string[], options: SpawnOptions): Started {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const add = (chunk: unknown): void => {
    text = `${text}${String(chunk)}`.slice(-MOST_OUTPUT);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', add);
  child.on('error', add);
  // The program must end with this process, before its folder is removed.
  const end = (): unknown => child.kill('SIGKILL');
  process.prependOnceListener('exit', end);
  child.once('close', () => process.off('exit', end));
  return { child, output: () => text.trim() };
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

async function stop(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded(child)) return;
    child.kill(signal);
    await Promise.race([once(child, 'exit'), sleep(STOP_MS, undefined, { ref: false })]);
  }
}

/**
 * Installs without install scripts, so that only the program itself is executed. @throws {Error} with npm's
 * output
 */
async function install({ spec, before }: Program, folder: string): Promise<void> {
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--before', before];
  const { child, output } = start('npm', ['install', '--prefix', folder, ...flags, spec], {
    cwd: folder,
    timeout: INSTALL_MS,
  });
  const status = await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  if (status !== 0) throw new Error(`npm could not install ${spec}:\n${output()}`);
}

/**
 * Installs a program outside of the checkout and starts it on a free port. Both are undone when the work is
 * done.
 *
 * @throws {Error} with its output if it ended by itself, because another process may have answered on its
 * port
 */
export async function withProgram(
  program: Program,
  work: (baseUrl: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `issue-conformance-${program.name}-`));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    await install(program, folder);
    const place = join(folder, 'place');
    await mkdir(place);
    const port = await freePort();
    const args = await program.setUp(place, port);
    const bin = join(folder, 'node_modules', '.bin', program.bin);
    const { child, output } = start(process.execPath, [bin, ...args], {
      cwd: place,
      // Files that it writes to its home are removed with the folder.
      env: { PATH: process.env['PATH'] ?? '', HOME: place },
    });
    const failed = await work(`http://127.0.0.1:${port}`).then(
      () => null,
      (error: unknown) => error,
    );
    const ended = hasEnded(child) ? new Error(`${program.label} ended; it printed:\n${output()}`) : null;
    await stop(child);
    if (ended !== null || failed !== null) throw ended ?? failed;
  } finally {
    process.off('exit', clean);
    clean();
  }
}
