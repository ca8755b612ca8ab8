import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formats } from '../formats/formats.ts';
import type { Program } from '../report/commands.ts';
import type { Report } from '../report/model.ts';
import type { Settings } from './parse.ts';
import { flagOf, REPOSITORY_NAMES } from './table.ts';

/** The folder of this package, seen from its sources or from its build. */
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

export const entryFile = (): string => join(PACKAGE, 'dist', 'cli.js');

/** Returns how people call this program. The package and its image contain no sources. */
export const howCalled = (): Program =>
  existsSync(join(PACKAGE, 'src', 'cli', 'main.ts')) ? 'script' : 'npx';

/** Returns a path as it is seen from where the program is called: an npm script runs in the folder of its package. */
const pathFor = (program: Program, path: string): string =>
  program === 'npx' || isAbsolute(path) ? path : relative(PACKAGE, resolve(path));

/** Settings that determine the target of a replay, and what it may write. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

/**
 * Returns how to replay a run from its working directory. Settings of the command line or the environment
 * become flags, since the next command may have another environment. To be called before the run, which may outlast its
 * working directory.
 */
export function replayOf({ isBundled, from, ...settings }: Settings): NonNullable<Report['run']['replay']> {
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || from.get(name) === 'in .env' ? [] : [flag, value];
  });
  const words = isBundled ? ['--bundled', ...flags] : flags;
  const program = howCalled();
  return {
    program,
    report: pathFor(program, join(settings.REPORT_DIR, formats.json.file)),
    ...(words.length === 0 ? {} : { settings: words }),
  };
}

/**
 * Returns the words of a replay that anybody may have written, as far as they only name repositories. An address would get
 * the tokens of whoever pastes the line, and WRITES decides what becomes of a service.
 */
export function namesInReplay(words: readonly string[]): readonly string[] {
  const flags = new Set<string | null>(REPOSITORY_NAMES.map(flagOf));
  return words.flatMap((word, at) => {
    const value = words[at + 1] ?? '-';
    if (word === '--bundled') return [word];
    return flags.has(word) && !value.startsWith('-') ? [word, value] : [];
  });
}
