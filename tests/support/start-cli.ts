import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formats } from '../../src/render/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { serveHttp } from './serve.ts';
import { withFolder } from './temporary.ts';

/** The root of this checkout, and its built program. */
const checkout = fileURLToPath(new URL('../../', import.meta.url));
export const CLI = join(checkout, 'dist', 'cli.js');

/** The report files of a run. */
export const reportFiles: readonly string[] = Object.values(formats)
  .map(({ file }) => file)
  .toSorted();

type Output = 'pipe' | 'ignore' | number;

/** The parts of a start that may differ from test to test. */
interface Starting {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio?: readonly [Output, Output];
  /** The command with its first arguments; default: the program of this checkout. */
  readonly command?: readonly [string, ...string[]];
}

/** Starts the program in a folder, without the caller's settings. */
export function startIn(cwd: string, args: readonly string[], given: Starting = {}): ChildProcess {
  const { env = {}, stdio = ['pipe', 'pipe'] } = given;
  const [file, ...first] = given.command ?? [process.execPath, CLI];
  return spawn(file, [...first, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', ...stdio],
  });
}

/** Output and exit status of a command; `null` if a signal ended it or the program threw. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for the end of a program. `output` has both streams, in the order of writing. */
export async function endOfProcess(child: ChildProcess): Promise<Ended & { readonly output: string }> {
  const texts = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      texts.output += text;
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...texts };
}

export async function reportIn(dir: string): Promise<Report> {
  return reportSchema.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')));
}

/** Starts a service that accepts requests and never answers. `use` gets the settings of a run on it, and its first request. */
export async function onSilence<T>(
  use: (env: Readonly<Record<string, string>>, asked: Promise<unknown>) => Promise<T>,
): Promise<T> {
  let ask = (): void => undefined;
  const asked = new Promise<void>((done) => {
    ask = done;
  });
  const { baseUrl, stop } = await serveHttp(() => ask());
  try {
    return await use(
      { TOKEN: 'a-token-of-a-member', OWNER: 'acme', REPO: 'widgets', BASE_URL: baseUrl },
      asked,
    );
  } finally {
    await stop();
  }
}

/** Copies the program to a new folder. @returns its `cli.js` */
export async function copyProgram(dir: string): Promise<string> {
  await cp(join(checkout, 'dist'), join(dir, 'dist'), { recursive: true });
  await cp(join(checkout, 'package.json'), join(dir, 'package.json'));
  return join(dir, 'dist', 'cli.js');
}

/** Copies the program, and replaces or removes a file of its build. @returns its command */
export async function brokenCopy(dir: string, file: string, content: string | null) {
  const program = await copyProgram(dir);
  const path = join(dir, 'dist', file);
  if (content === null) await rm(path);
  else await writeFile(path, content);
  return [process.execPath, program] as const;
}

/** Runs the program in its own folder without the caller's settings. @returns also the report of the run, if there is one */
export function runCli(
  args: readonly string[],
  { cwd: given, ...how }: Starting & { readonly cwd?: string } = {},
): Promise<Ended & { readonly report: Report | null }> {
  return withFolder(async (folder) => {
    const cwd = given ?? folder;
    const env = { REPORT_DIR: folder, ...how.env };
    const ended = await endOfProcess(startIn(cwd, args, { ...how, env }));
    const reports = resolve(cwd, env.REPORT_DIR || 'reports');
    const isThere = existsSync(join(reports, 'conformance.json'));
    return { ...ended, report: isThere ? await reportIn(reports) : null };
  });
}
