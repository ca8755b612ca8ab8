import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';

interface EndedCommand {
  readonly status: number | null;
  readonly output: string;
}

/** Another package in which the tarball of this one is installed. */
export interface Installed {
  readonly folder: string;
  readonly tarball: string;
  /** Its size in bytes. */
  readonly size: number;
  /** Files in the tarball. */
  readonly files: readonly string[];
  /** Runs a program in the package, without the caller's settings. */
  readonly run: (
    command: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<EndedCommand>;
  readonly remove: () => Promise<void>;
}

/** Returns a function that runs programs in a folder. */
export const runIn =
  (cwd: string): Installed['run'] =>
  (command, args, env = {}) => {
    const { PATH = '', HOME = '', npm_config_registry: registry } = process.env;
    // The Node of this process comes first.
    const path = `${dirname(process.execPath)}${delimiter}${PATH}`;
    const own = registry === undefined ? {} : { npm_config_registry: registry };
    const child = spawn(command, args, { cwd, env: { PATH: path, HOME, NO_COLOR: '1', ...own, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((done) => child.on('close', (status) => done({ status, output })));
  };

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const { status, output } = await runIn(cwd)('npm', args);
  if (status === 0) return output;
  throw new Error(
    `npm ${args.join(' ')} ended with ${status}; it takes a registry, or its cache:\n${output}`,
  );
}

const manifestSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()) });
const packedSchema = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

/** Packs the build and installs it in a new package with the files of `consumer/`. */
export async function installTarball(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-consumer-'));
  const packed = await npm('.', [
    'pack',
    '--json',
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ]);
  // npm's warnings come before the JSON.
  const [{ filename, files }] = packedSchema.parse(JSON.parse(packed.slice(packed.indexOf('[\n'))));
  await cp('tests/package/consumer', folder, { recursive: true });
  const path = join(folder, 'package.json');
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const dependencies = { ...manifest.dependencies, 'issue-conformance': `file:${filename}` };
  await writeFile(path, JSON.stringify({ ...manifest, dependencies }));
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  await npm(folder, ['install', '--prefer-offline', ...quietly]);
  return {
    folder,
    tarball: join(folder, filename),
    size: (await stat(join(folder, filename))).size,
    files: files.map((file) => file.path),
    run: runIn(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
