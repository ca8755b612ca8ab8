import type { RunningService } from '../../src/service/start.ts';

/** Settings that name all that a reference service has, by their variables; creations are allowed. */
export const settingsOf = (reference: RunningService): Record<string, string> => ({
  BASE_URL: reference.baseUrl,
  OWNER: reference.owner,
  REPO: reference.repo,
  PRIVATE_REPO: reference.privateRepo,
  TOKEN: reference.token,
  OUTSIDER_TOKEN: reference.outsiderToken,
  WRITES: 'all',
});
