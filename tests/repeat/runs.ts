import { join } from 'node:path';
import { changesBetween } from '../../src/history/comparison.ts';
import { keptNames } from '../../src/history/kept-runs.ts';
import { readReport } from '../../src/report-folder/read.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';
import { withFolder } from '../support/with-folder.ts';

const PROFILES = ['quick', 'standard'];

/** Runs the command against one service, the profiles by turns, and returns what is not as in the first run of a profile. */
export const changesInRuns = (count: number, say: (text: string) => void): Promise<readonly string[]> =>
  using({}, (service) =>
    withFolder(async (folder) => {
      const wrong: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const profile = PROFILES[at % PROFILES.length] ?? '';
        const history = join(folder, profile);
        const args = ['run', '--profile', profile, '--history', history];
        const { status } = await runCli(args, { env: settingsOf(service) });
        const names = (await keptNames(history)).toReversed();
        const [first, ...others] = await Promise.all(names.map((name) => readReport(join(history, name))));
        const last = others.at(-1);
        const found = first === undefined || last === undefined ? null : changesBetween(first, last);
        const changed = (found?.all ?? [])
          .filter(({ kind }) => ['newlyFailing', 'newlyUndecided', 'observed'].includes(kind))
          .map(({ is }) => is?.id ?? '');
        say(`run ${at + 1}, ${profile}: ${status}, ${changed.length} changed`);
        if (status !== 0) wrong.push(`run ${at + 1} (${profile}) ended with ${status}`);
        wrong.push(...changed.map((id) => `run ${at + 1} (${profile}): ${id} changed`));
      }
      return wrong;
    }),
  );
