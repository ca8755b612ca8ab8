import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formats } from '../formats/formats.ts';
import type { Called } from '../report/commands.ts';
import type { Report } from '../report/model.ts';
import { flagOf, REPOSITORY_NAMES } from '../settings/table.ts';

/** The folder of this package, seen from its sources or from its build. */
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

export const entryFile = (): string => join(PACKAGE, 'dist', 'cli.js');

/** The working directory at the start, since it may disappear; the package's folder if it already has. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return PACKAGE;
  }
}
const FOLDER = currentFolder();

/** Returns a path relative to the working directory if it lies inside; else unchanged. */
function writtenHere(path: string): string {
  const inside = relative(FOLDER, resolve(FOLDER, path));
  return inside === '' || inside.split(sep)[0] === '..' || isAbsolute(inside) ? path : inside;
}

/**
 * Returns how to call this program from its working directory: by its npm script in a checkout, by npx if it is installed
 * there, and else by its file. The package and its image contain no sources.
 */
export function howCalled(): Called {
  const isCheckout = existsSync(join(PACKAGE, 'src', 'cli', 'main.ts'));
  if (isCheckout && resolve(FOLDER) === resolve(PACKAGE)) return { program: 'script' };
  const entry = writtenHere(entryFile());
  return entry.startsWith(`node_modules${sep}`) ? { program: 'npx' } : { program: 'command', entry };
}

/** Settings that determine the target of a replay, and what it may write. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

type OfReplay = { readonly [Name in (typeof OF_REPLAY)[number]]: string | undefined } & {
  readonly REPORT_DIR: string;
  readonly isBundled: boolean;
  readonly from: ReadonlyMap<string, string>;
};

/**
 * Returns how to replay a run from its working directory. Settings of the command line or the environment
 * become flags, since the next command may have another environment.
 */
export function replayOf({ isBundled, from, ...settings }: OfReplay): NonNullable<Report['run']['replay']> {
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || from.get(name) === 'in .env' ? [] : [flag, value];
  });
  const words = isBundled ? ['--bundled', ...flags] : flags;
  return {
    ...howCalled(),
    report: writtenHere(join(settings.REPORT_DIR, formats.json.file)),
    ...(words.length === 0 ? {} : { settings: words }),
  };
}
