import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formats } from '../render/formats.ts';
import { programs } from '../report/commands.ts';
import { flagOf, REPOSITORY_NAMES } from './names.ts';
import type { Settings } from './parse.ts';

const withParents = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...withParents(dirname(folder))];

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = withParents(HERE).find((folder) => existsSync(join(folder, 'package.json'))) ?? HERE;

export const entryFile = (): string => join(PACKAGE, 'dist', 'cli.js');

/** Returns how this program can be called in the working directory. */
function invokedAs(): keyof typeof programs {
  // A package and an image contain no sources.
  if (existsSync(join(PACKAGE, 'src', 'cli', 'main.ts'))) return 'script';
  const isBeside = (folder: string): boolean =>
    existsSync(join(folder, 'node_modules', '.bin', 'issue-conformance'));
  return withParents(process.cwd()).some(isBeside) ? 'npx' : 'name';
}

/** Returns a command of this program that can be pasted in the working directory. */
export const pasteable = (words: string): string => `${programs[invokedAs()]} ${words}`;

/** Settings that determine the target and the writes of a replay. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

/**
 * Returns how to replay a run from its working directory, before the run, which may outlast it. Settings of the command line
 * or the environment become flags, since the next command may have another environment.
 */
export function replayOf({ from, ...settings }: Settings) {
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || from.get(name) === 'in .env' ? [] : [flag, value];
  });
  const program = invokedAs();
  const path = join(settings.REPORT_DIR, formats.json.file);
  return {
    program,
    // An npm script runs in the folder of its package.
    report: program !== 'script' || isAbsolute(path) ? path : relative(PACKAGE, resolve(path)),
    ...(flags.length === 0 ? {} : { settings: flags }),
  };
}
