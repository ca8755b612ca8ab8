import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Returns the paths of all files in this checkout that git does not ignore. */
async function filesOfCheckout(): Promise<readonly string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\0').filter((path) => path !== '');
}

/** Folders that these tests do not need, with most of the files. */
const LEFT_OUT = /^(?:docs|tests)\//;

/** Copies this checkout, without installed libraries or a build. @returns the copy's folder */
export async function copyCheckout(to: string): Promise<string> {
  const paths = (await filesOfCheckout()).filter((path) => !LEFT_OUT.test(path));
  await Promise.all(paths.map((path) => cp(path, join(to, path))));
  return to;
}

/** Copies the build of this checkout, so that equal sources need no new build. */
export const copyBuild = (to: string): Promise<void> =>
  cp('dist', join(to, 'dist'), { recursive: true, preserveTimestamps: true });

/** Links the libraries of this checkout into a folder, so that added files stay in the folder. */
export async function linkLibraries(folder: string): Promise<void> {
  const from = resolve('node_modules');
  const to = join(folder, 'node_modules');
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json') continue;
    await symlink(join(from, name), join(to, name));
  }
}

const scriptsSchema = z.object({ scripts: z.object({ build: z.string() }) });

/**
 * Makes an `npm` that records each call. Its `npm ci` links the libraries of this checkout instead of asking
 * a registry. Other calls go to the real npm.
 *
 * @param isBuilt true if the folder also gets the build of this checkout; then the build script starts
 * without the real npm, which is faster
 * @returns the folder for the PATH, and the file of recorded calls
 */
export async function npmWithoutRegistry(
  folder: string,
  { isBuilt }: { readonly isBuilt: boolean },
): Promise<{ bin: string; calls: string }> {
  const bin = join(folder, isBuilt ? 'bin-built' : 'bin');
  const calls = join(folder, isBuilt ? 'npm-calls-built' : 'npm-calls');
  await mkdir(bin, { recursive: true });
  const link = `for each in "${resolve('node_modules')}"/* "${resolve('node_modules')}"/.bin "${resolve('node_modules')}"/.package-lock.json; do ln -s "$each" node_modules/; done`;
  const { scripts } = scriptsSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const script = `#!/bin/sh
echo "$*" >> "${calls}"
${isBuilt ? `[ "$*" != 'run --silent build' ] || exec ${scripts.build}` : ''}
[ "$1" = ci ] || { PATH=\${PATH#*:}; exec npm "$@"; }
rm -rf node_modules && mkdir node_modules && ${link}
${isBuilt ? `[ -d dist ] || cp -r "${resolve('dist')}" dist` : ''}
`;
  await writeFile(join(bin, 'npm'), script, { mode: 0o755 });
  await writeFile(calls, '');
  return { bin, calls };
}
