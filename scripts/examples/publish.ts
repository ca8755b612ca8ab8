import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCli } from '../../tests/support/cli.ts';

/** Folder of all published examples. */
export const FOLDER = 'docs/examples';

export type ExampleSettings = Readonly<Record<string, string>>;

/** @returns the output of the command line @throws {Error} with the output if there is nothing to publish */
export async function ran(args: readonly string[], env: ExampleSettings): Promise<string> {
  const { stdout, stderr, status } = await runCli(args, { env });
  if (status === 2 || status === 4) throw new Error(stderr + stdout);
  return stdout;
}

/** Returns the text with a fixed port, a call by npx, and without folders of this machine. */
const reproducible = (port: number, text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`)
    .replace(/"program": "command",\s*"entry": "[^"]*"/, '"program": "npx"')
    .replaceAll(/\/\S*\/issue-conformance-\w+\//g, 'reports/');

/**
 * Runs the suite, keeps its report, and returns it.
 *
 * @param name the folder of the example, below `FOLDER`
 * @param port the port that replaces the real one in the report
 */
export async function runExample(
  { name, port, seed }: { readonly name: string; readonly port: number; readonly seed: number },
  settings: ExampleSettings,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    await ran(['--seed', String(seed)], { ...settings, REPORT_DIR: folder });
    const report = reproducible(port, await readFile(join(folder, 'conformance.json'), 'utf8'));
    await mkdir(join(FOLDER, name), { recursive: true });
    await writeFile(join(FOLDER, name, 'conformance.json'), report);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const sourceOf = (name: string): string => resolve(FOLDER, name, 'conformance.json');

/** Writes the matrix of some examples as `matrix.html` and `matrix.md` to a folder below `FOLDER`. */
export async function publishMatrix(names: readonly string[], folder: string): Promise<void> {
  for (const [format, file] of [
    ['html', 'matrix.html'],
    ['markdown', 'matrix.md'],
  ] as const)
    await ran(
      ['compare', ...names.map(sourceOf), '--format', format, '--output', resolve(FOLDER, folder, file)],
      {},
    );
}
