import { existsSync } from 'node:fs';
import { cp, mkdir, stat, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { endOfProcess, startIn } from '../support/start-cli.ts';

/** Another package in which the tarball of this one is installed. */
export interface Installed {
  readonly folder: string;
  /** The size of the tarball in bytes. */
  readonly size: number;
  /** Files in the tarball. */
  readonly files: readonly string[];
  /** Runs a program in the package, without the caller's settings. */
  readonly run: (
    command: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => ReturnType<typeof endOfProcess>;
}

/** Returns a function that runs programs in a folder. */
const runIn =
  (cwd: string): Installed['run'] =>
  (command, args, env = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    // The Node of this process comes first.
    const path = `${dirname(process.execPath)}${delimiter}${PATH}`;
    const given = { PATH: path, HOME, NO_COLOR: '1', ...env };
    return endOfProcess(startIn(cwd, args, { env: given, command: [command] }));
  };

/** Variables with which npm reaches its registry, also behind a proxy. */
const OF_THE_NETWORK = /^(npm_config_registry|node_extra_ca_certs|(https?|no)_proxy)$/i;

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const network = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && OF_THE_NETWORK.test(name) ? [[name, value]] : [],
  );
  const { status, output } = await runIn(cwd)('npm', args, Object.fromEntries(network));
  if (status === 0) return output;
  throw new Error(
    `npm ${args.join(' ')} ended with ${status}; it takes a registry, or its cache:\n${output}`,
  );
}

const packedSchema = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];

/** Packs the build and installs it alone, in a folder that gets the files of `consumer/`. */
export async function installTarball(folder: string): Promise<Installed> {
  const to = ['--pack-destination', folder];
  const packed = await npm('.', ['pack', '--json', '--silent', '--ignore-scripts', ...to]);
  // npm's warnings come before the JSON.
  const [{ filename, files }] = packedSchema.parse(JSON.parse(packed.slice(packed.indexOf('[\n'))));
  await cp('tests/package/consumer', folder, { recursive: true });
  await npm(folder, ['install', '--no-save', ...QUIETLY, `./${filename}`]);
  return {
    folder,
    size: (await stat(join(folder, filename))).size,
    files: files.map((file) => file.path),
    run: runIn(folder),
  };
}

/** Libraries that this checkout does not have. They are installed once for each checkout. */
const FURTHER = ['jest@30.5.2'];

/** Returns the folder in which {@link FURTHER} are. */
export async function furtherLibraries(): Promise<string> {
  const folder = resolve('node_modules', '.cache', `consumer, ${FURTHER.join(', ')}`);
  await mkdir(folder, { recursive: true });
  // npm writes this file last.
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json')))
    await npm('.', ['install', '--prefer-offline', ...QUIETLY, '--prefix', folder, ...FURTHER]);
  return folder;
}

/** Adds libraries that are installed in another folder. */
export async function addLibraries({ folder }: Installed, from: string, names: string[]): Promise<void> {
  for (const name of names) {
    const path = join(folder, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(resolve(from, 'node_modules', name), path);
  }
}
