import { existsSync } from 'node:fs';
import { BadBaseline } from '../baseline/baseline.ts';
import { messageOf } from '../client/thrown.ts';
import { print } from '../document/print.ts';
import { type Progress, startProgress } from '../document/progress.ts';
import { FolderTaken } from '../folder/lock.ts';
import { Delivery, markUnusable } from '../host/deliver.ts';
import { run } from '../host/run.ts';
import { withSeed } from '../host/unfinished.ts';
import { type RawSettings, type Settings } from '../settings/parse.ts';
import { hideTokens } from './hide-tokens.ts';
import type { Interruption } from './interruption.ts';
import { say } from './output.ts';
import { givenSettings, usableSettings } from './usable-settings.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

/** Returns the report folder, as far as it is known if settings are invalid. */
const folderOf = ({ REPORT_DIR = '' }: RawSettings): string =>
  REPORT_DIR.trim() || process.env['REPORT_DIR']?.trim() || 'reports';

/**
 * Marks the report folder for a run that did not start. An earlier report then does not pass for its own.
 * @param flags those of the command line that were understood
 */
export async function markNotBegun(flags: RawSettings, problem: string): Promise<void> {
  const dir = folderOf(flags);
  await markUnusable(dir, hideTokens(problem)).catch((error: unknown) => {
    // A folder that another run holds, or that does not exist, cannot be mistaken for this run's.
    if (!(error instanceof FolderTaken) && existsSync(dir))
      print(
        process.stderr,
        `issue-conformance: ${hideTokens(messageOf(error))} Its files are not of this run.\n`,
      );
  });
}

/** @throws {UsageError} if a setting is invalid; the report folder is then marked too */
async function settingsFor(flags: RawSettings): Promise<Settings> {
  let given = flags;
  try {
    const gathered = givenSettings(flags);
    given = gathered.raw;
    return withSeed(usableSettings(gathered));
  } catch (error) {
    if (error instanceof UsageError) await markNotBegun(given, error.message);
    throw error;
  }
}

/**
 * Checks one target, writes the reports and prints the summary.
 * @param interruption ends the run early, with its results so far
 * @returns the exit status
 * @throws {UsageError} if a setting is invalid; nothing was sent
 */
export async function runCommand(flags: RawSettings, interruption: Interruption): Promise<number> {
  const settings = await settingsFor(flags);
  const delivery = await Delivery.begin(settings).catch(rejectAsUsageError);

  let progress: Progress | null = null;
  let unfinished: Promise<void> = Promise.resolve();
  const sayInterrupted = (): void => say('interrupted; writing the report of what was found so far');
  if (interruption.signal.aborted) sayInterrupted();
  else interruption.signal.addEventListener('abort', sayInterrupted);
  try {
    const report = await run(settings, { beginning: delivery.beginning, interruption }, (total) => {
      progress = startProgress(process.stderr, total);
      const shown = progress;
      return {
        onState: (state) => {
          // From now on this thread is idle.
          if (state.decided === 1) unfinished = delivery.sayUnfinished().catch(() => undefined);
          if (state.warning !== undefined) shown.say(`issue-conformance: ${state.warning}`);
          shown.update(state);
        },
        tell: (sentence) => shown.say(`issue-conformance: ${sentence}`),
      };
    }).finally(() => progress?.stop());
    await unfinished;
    return await delivery.deliver(report);
  } catch (error) {
    await unfinished;
    const problem = hideTokens(messageOf(error));
    const isBadCall = error instanceof BadBaseline;
    await delivery.fail({ outcome: isBadCall ? 'unusable' : 'broken', problem });
    throw isBadCall ? new UsageError(problem) : error;
  } finally {
    delivery.end();
  }
}
