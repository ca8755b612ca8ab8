import type { RunningEmulate } from './start.ts';

/** Settings for the emulator, which follows the same rules under other names. */
export const emulateSettings = (service: RunningEmulate): Record<string, string> => ({
  BASE_URL: service.baseUrl,
  OWNER: service.owner,
  REPO: service.repo,
  PRIVATE_REPO: service.privateRepo,
  TOKEN: service.token,
  OUTSIDER_TOKEN: service.outsiderToken,
  WRITES: 'all',
  ACCEPT: 'application/vnd.github+json',
  API_VERSION_HEADER: 'X-GitHub-Api-Version',
});
