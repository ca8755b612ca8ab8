import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween } from '../../src/history/comparison.ts';
import { readReport } from '../../src/report-folder/read.ts';
import { startService } from '../../src/service/start.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

const PROFILES = ['quick', 'standard'];

/** Runs the command against one service, the profiles by turns, and returns what is not as in the first run of a profile. */
export async function changesInRuns(count: number, say: (text: string) => void): Promise<readonly string[]> {
  const service = await startService();
  const dir = await mkdtemp(join(tmpdir(), 'runs-'));
  const wrong: string[] = [];
  try {
    for (let at = 0; at < count; at += 1) {
      const profile = PROFILES[at % PROFILES.length] ?? '';
      const history = join(dir, profile);
      const { status } = await runCli(['run', '--profile', profile, '--history', history], {
        env: settingsOf(service),
      });
      const names = (await readdir(history)).toSorted();
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
  } finally {
    await service.stop();
    await rm(dir, { recursive: true });
  }
  return wrong;
}
