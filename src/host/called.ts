import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Called } from '../report/commands.ts';

/** The folder of this package, seen from its sources or from its build. */
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const NAME = 'issue-conformance';

/** Returns the file that `node` starts for this program. */
export const entryFile = (): string => join(PACKAGE, 'dist', 'cli.js');

/** Facts of the process that tell how this program was started. */
export interface Started {
  /** The working directory at the start. */
  readonly folder: string;
  /** The file that Node started. */
  readonly file: string;
  readonly path: string;
  /** The folder of this package. */
  readonly root: string;
  readonly isCheckout: boolean;
}

/** True in a checkout of this repository. The package and its image contain no sources. */
const isCheckout = (): boolean => existsSync(join(PACKAGE, 'src', 'cli', 'main.ts'));

/** Returns the working directory, or the package's folder if that no longer exists. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return PACKAGE;
  }
}

function ofThisProcess(): Started {
  return {
    folder: currentFolder(),
    file: process.argv[1] ?? '',
    path: process.env['PATH'] ?? '',
    root: PACKAGE,
    isCheckout: isCheckout(),
  };
}

/** Returns a path relative to a folder if it lies inside; else unchanged. */
export function writtenIn(folder: string, path: string): string {
  const inside = relative(folder, resolve(folder, path));
  const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  return isInside ? inside : path;
}

/** Returns a folder and all its parents. */
function above(folder: string): readonly string[] {
  const next = dirname(folder);
  return next === folder ? [folder] : [folder, ...above(next)];
}

/**
 * Returns how to call this program from its working directory: the first of these ways that works there.
 *
 * | way | it works |
 * | --- | --- |
 * | `npm run conformance` | at the root of a checkout |
 * | `npx --no-install` | if a package at or above the folder has installed this very program |
 * | its own name | if it was found on the PATH |
 * | `node` and its file | always |
 */
export function howCalled({ folder, file, path, root, isCheckout: isSource } = ofThisProcess()): Called {
  if (isSource && resolve(folder) === resolve(root)) return { program: 'script' };
  const installed = above(resolve(folder)).map((one) => join(one, 'node_modules', NAME));
  if (installed.some((one) => existsSync(one) && realpathSync(one) === resolve(root)))
    return { program: 'npx' };
  const isOnPath = basename(file) === NAME && path.split(delimiter).includes(dirname(file));
  if (isOnPath && !file.includes(`${sep}node_modules${sep}`)) return { program: 'command' };
  return { program: 'command', entry: writtenIn(folder, join(root, 'dist', 'cli.js')) };
}
