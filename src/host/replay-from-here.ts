import { join } from 'node:path';
import { formatFiles } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import { REPOSITORY_NAMES } from './bundled-meant.ts';
import { howCalled, writtenIn } from './called.ts';
import { flagOf, type Settings } from './settings.ts';

/** Settings that determine the target of a replay, and what it may write. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

/**
 * Returns how to replay a run from its working directory. Settings of the command line or the environment
 * become flags, since the next command may have another environment.
 */
export function replayOf(settings: Settings): NonNullable<Report['run']['replay']> {
  const { isBundledAsked, ofDotEnv, REPORT_DIR } = settings;
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || ofDotEnv.includes(name) ? [] : [flag, value];
  });
  const words = isBundledAsked ? ['--bundled', ...flags] : flags;
  return {
    ...howCalled(),
    report: writtenIn(process.cwd(), join(REPORT_DIR, formatFiles.json)),
    ...(words.length === 0 ? {} : { settings: words }),
  };
}
