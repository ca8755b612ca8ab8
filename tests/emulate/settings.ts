import type { RunningEmulate } from './start.ts';

/** The settings with which the emulator is checked; it speaks the same rules under names of its own. */
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
