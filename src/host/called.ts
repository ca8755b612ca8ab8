import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Called } from '../report/commands.ts';

/** The folder of this package, from a source of it or from its build. */
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const NAME = 'issue-conformance';

/** Returns the file that `node` starts for this program. */
export const entryFile = (): string => join(PACKAGE, 'dist', 'cli.js');

/** What of a process says how this program was started. */
export interface Started {
  /** The folder in which it was started. */
  readonly folder: string;
  /** The file that Node started. */
  readonly file: string;
  readonly path: string;
  /** The folder of this package, and if that is a checkout of it. */
  readonly root: string;
  readonly isCheckout: boolean;
}

/** True in a checkout of this repository; the package, and an image of it, have no sources. */
export const isCheckout = (): boolean => existsSync(join(PACKAGE, 'src', 'cli', 'main.ts'));

/** The folder that the process is in; that of the package, if it is gone. */
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

/** A path as it is written in a folder: relative if it is inside of it. */
export function writtenIn(folder: string, path: string): string {
  const inside = relative(folder, resolve(folder, path));
  const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  return isInside ? inside : path;
}

/** A folder and those above it. */
function above(folder: string): readonly string[] {
  const next = dirname(folder);
  return next === folder ? [folder] : [folder, ...above(next)];
}

/**
 * How this program is called from the folder in which it was started: by the first way of these that works there, whatever
 * its own was.
 *
 * | way | it works |
 * | --- | --- |
 * | `npm run conformance` | at the root of a checkout |
 * | `npx --no-install` | if a package above the folder has installed this very program |
 * | its own name | if that was found on the PATH |
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
