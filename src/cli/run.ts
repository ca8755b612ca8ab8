import { BadBaseline } from '../host/baseline.ts';
import { deliver, prepareDelivery } from '../host/deliver.ts';
import { run } from '../host/run.ts';
import type { RawSettings } from '../host/settings.ts';
import { type Progress, startProgress } from '../report/terminal/progress.ts';
import { loadRenderers } from '../report/write.ts';
import { givenSettings, usableSettings } from './usable-settings.ts';
import { rejectAsUsageError, UsageError } from './usage-error.ts';

/**
 * Checks one target, writes the reports and prints the summary.
 * @returns the exit status
 * @throws {UsageError} where a setting is wrong; nothing was sent
 */
export async function runCommand(flags: RawSettings): Promise<number> {
  const settings = usableSettings(givenSettings(flags));
  await prepareDelivery(settings).catch(rejectAsUsageError);

  let progress: Progress | null = null;
  const report = await run(settings, (total) => {
    progress = startProgress(process.stderr, total);
    const shown = progress;
    return (decided, { requests }) => {
      // From now on this thread only waits.
      if (decided === 1) void loadRenderers();
      shown.update({ decided, requests });
    };
  })
    .catch((error: unknown) => {
      throw error instanceof BadBaseline ? new UsageError(error.message) : error;
    })
    .finally(() => progress?.stop());

  return deliver(report, settings);
}
