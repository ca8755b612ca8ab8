import type { RunningService } from '../../src/service/start.ts';

/** Returns the settings for everything that a reference service has, creations included. */
export const settingsOf = (reference: RunningService): Record<string, string> => ({
  BASE_URL: reference.baseUrl,
  OWNER: reference.owner,
  REPO: reference.repo,
  PRIVATE_REPO: reference.privateRepo,
  TOKEN: reference.token,
  OUTSIDER_TOKEN: reference.outsiderToken,
  WRITES: 'all',
  // A run waits so long before it accuses.
  LISTED_WITHIN_MS: '500',
});
