import { join } from 'node:path';
import { formatFiles } from '../report/format-names.ts';
import type { Report } from '../report/model.ts';
import { REPOSITORY_NAMES } from './bundled-meant.ts';
import { howCalled, writtenIn } from './called.ts';
import { proxyVariables } from './route.ts';
import { flagOf, HIDDEN, type Settings } from './settings.ts';

/** What says where a replay goes, and what it may write there. */
const OF_REPLAY = ['BASE_URL', ...REPOSITORY_NAMES, 'WRITES'] as const;

/**
 * How the report of a run is replayed from the folder in which that was started: what the command line or the environment
 * said of the target is given by flags, since the next command may have another environment.
 */
export function replayOf(settings: Settings): NonNullable<Report['run']['replay']> {
  const { isBundledAsked, ofDotEnv, REPORT_DIR } = settings;
  const flags = OF_REPLAY.flatMap((name) => {
    const [flag, value] = [flagOf(name), settings[name]];
    return flag === null || value === undefined || ofDotEnv.includes(name) ? [] : [flag, value];
  });
  const words = isBundledAsked ? ['--bundled', ...flags] : flags;
  const dotenv = [...HIDDEN, ...proxyVariables].filter((name) => ofDotEnv.includes(name));
  return {
    ...howCalled(),
    report: writtenIn(process.cwd(), join(REPORT_DIR, formatFiles.json)),
    ...(words.length === 0 ? {} : { settings: words }),
    ...(dotenv.length === 0 ? {} : { dotenv }),
  };
}
