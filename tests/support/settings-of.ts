import { settingsOf as bundledSettings } from '../../src/runner/plan.ts';
import type { RunningService } from '../../src/service/start.ts';

/** Returns the settings for everything that a reference service has, creations included. */
export function settingsOf(reference: RunningService): Record<string, string> {
  // It is OWNER by default.
  const { PRIVATE_OWNER: _, ...settings } = bundledSettings(reference);
  // A run waits so long before it accuses.
  return { ...settings, LISTED_WITHIN_MS: '500' };
}
