import { randomInt } from 'node:crypto';
import type { Reference } from '../reference/index.ts';
import { PROFILES } from '../trial/profile.ts';
import type { RunPlan } from './plan.ts';
import { newRunId } from './run-id.ts';
import { selectRules } from './selection.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/**
 * Fills in what the settings leave open, from the profile and, where no base URL was given, from the bundled service.
 * @throws {Error} where neither a base URL nor a bundled service is there; the settings were not checked
 */
export function planRun(settings: Settings, bundled: Reference | null): RunPlan {
  const profile = PROFILES[settings.PROFILE];
  const writes = settings.WRITES ?? (bundled === null ? 'none' : 'all');
  const baseUrl = settings.BASE_URL ?? bundled?.baseUrl;
  const owner = settings.OWNER ?? bundled?.owner;
  const repo = settings.REPO ?? bundled?.repo;
  if (baseUrl === undefined || owner === undefined || repo === undefined)
    throw new Error('a target needs BASE_URL, OWNER and REPO');
  const privateRepo = settings.PRIVATE_REPO ?? bundled?.privateRepo;
  const privateOwner = settings.PRIVATE_OWNER ?? bundled?.privateOwner ?? owner;
  const runId = newRunId();
  return {
    session: {
      runId,
      address: {
        baseUrl,
        accept: settings.ACCEPT,
        apiVersion: settings.API_VERSION,
        apiVersionHeader: settings.API_VERSION_HEADER,
        userAgent: `issue-conformance/${version}`,
      },
      premises: {
        repository: { owner, repo },
        privateRepository: privateRepo === undefined ? undefined : { owner: privateOwner, repo: privateRepo },
        token: settings.TOKEN ?? bundled?.token,
        outsiderToken: settings.OUTSIDER_TOKEN ?? bundled?.outsiderToken,
      },
      writes,
      profile: settings.PROFILE,
      seed: settings.SEED ?? randomInt(2 ** 31 - 1),
      concurrency: settings.CONCURRENCY,
      maxRequests:
        settings.MAX_REQUESTS ??
        (writes === 'none' ? profile.maxRequests.reading : profile.maxRequests.writing),
      maxRate: settings.MAX_RATE,
      timeoutMs: settings.TIMEOUT_MS,
      deadlineMs: (settings.DEADLINE_S ?? profile.deadlineS) * 1000,
      listedWithinMs: settings.LISTED_WITHIN_MS,
    },
    rules: selectRules(settings.ONLY, settings.SKIP).rules,
    channel: `issue-conformance-${runId}`,
  };
}
