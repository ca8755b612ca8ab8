import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const npm = (args: readonly string[], cwd: string): Promise<{ stdout: string }> =>
  promisify(execFile)('npm', args, { cwd });

/** Returns the size of a folder in MB (1000 kB). */
async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}

export interface InstallSize {
  readonly packages: number;
  readonly megabytes: number;
  /** Size of this package without its documentation; the rest are dependencies. */
  readonly ownMegabytes: number;
}

/** Installs the packed package into an empty folder, as users do. Needs a registry or npm's cache. */
export async function installSize(): Promise<InstallSize> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    await npm(['pack', '--silent', '--pack-destination', folder], resolve('.'));
    const [tarball = ''] = await readdir(folder);
    await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball)], folder);
    const installed = join(folder, 'node_modules');
    const lock = JSON.parse(await readFile(join(installed, '.package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, unknown>>;
    };
    return {
      packages: Object.keys(lock.packages).length,
      megabytes: await megabytesOf(installed),
      ownMegabytes: await megabytesOf(join(installed, 'issue-conformance', 'dist')),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
