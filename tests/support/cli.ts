import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Report, reportSchema } from '../../src/report/model.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The folder of the build that `dist/cli.js` of a checkout starts. */
export async function buildOf(checkout: string): Promise<string> {
  const [name = ''] = /[0-9a-f]{16}/.exec(await readFile(join(checkout, 'dist', 'cli.js'), 'utf8')) ?? [];
  return join(checkout, 'dist', name);
}

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** The report that the run left, if it left one. */
  readonly report: Report | null;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A signal to send, and after what. */
  readonly kill?: { readonly signal: NodeJS.Signals; readonly when: Promise<unknown> };
  /** Files to lay into the folder in which the program is started. */
  readonly cwd?: string;
}

/** Runs the built command line in a folder of its own, with nothing of the caller's settings. */
export async function runCli(
  args: readonly string[],
  { env = {}, kill, cwd }: CliOptions = {},
): Promise<CliResult> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const began = performance.now();
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: cwd ?? folder,
      env: { PATH: process.env['PATH'] ?? '', REPORT_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    if (kill !== undefined) void kill.when.then(() => child.kill(kill.signal));
    const status = await new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
    const text = await readFile(join(env['REPORT_DIR'] ?? folder, 'conformance.json'), 'utf8').catch(
      () => null,
    );
    return {
      status,
      stdout,
      stderr,
      ms: performance.now() - began,
      report: text === null ? null : reportSchema.parse(JSON.parse(text)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
