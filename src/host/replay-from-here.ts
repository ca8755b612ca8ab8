import { join } from 'node:path';
import { formatFiles } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import type { Settings } from '../settings/parse.ts';
import { flagOf, REPOSITORY_NAMES } from '../settings/table.ts';
import { howCalled, writtenIn } from './called.ts';

/** Settings that determine the target of a replay, and what it may write. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

/**
 * Returns how to replay a run from its working directory. Settings of the command line or the environment
 * become flags, since the next command may have another environment.
 */
export function replayOf(settings: Settings): NonNullable<Report['run']['replay']> {
  const { isBundled, from, REPORT_DIR } = settings;
  const isOfDotEnv = (name: string): boolean => from.get(name) === 'in .env';
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || isOfDotEnv(name) ? [] : [flag, value];
  });
  const words = isBundled ? ['--bundled', ...flags] : flags;
  return {
    ...howCalled(),
    report: writtenIn(process.cwd(), join(REPORT_DIR, formatFiles.json)),
    ...(words.length === 0 ? {} : { settings: words }),
  };
}
