import type { RuleId } from '../../src/catalogue/index.ts';
import { ruleIds } from '../../src/catalogue/index.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/index.ts';
import { type Tried, tryRules } from '../../src/run/in-process.ts';
import type { SessionSettings } from '../../src/run/session.ts';
import { suites } from '../../suites/index.ts';

export interface Trying extends Partial<SessionSettings> {
  readonly only?: readonly RuleId[];
}

/** What the settings name of a target. */
type Target = Pick<
  Reference,
  'baseUrl' | 'owner' | 'repo' | 'privateOwner' | 'privateRepo' | 'token' | 'outsiderToken'
>;

/** Settings that name all that a target has. */
export function sessionFor(reference: Target): SessionSettings {
  return {
    runId: 'testrun001',
    address: {
      baseUrl: reference.baseUrl,
      accept: 'application/vnd.service+json',
      apiVersion: '2022-11-28',
      apiVersionHeader: 'X-Service-Api-Version',
      userAgent: 'issue-conformance/test',
    },
    premises: {
      repository: { owner: reference.owner, repo: reference.repo },
      privateRepository: { owner: reference.privateOwner, repo: reference.privateRepo },
      token: reference.token,
      outsiderToken: reference.outsiderToken,
    },
    writes: 'all',
    profile: 'standard',
    seed: 42,
    concurrency: 8,
    maxRequests: 1000,
    maxRate: undefined,
    timeoutMs: 5000,
    deadlineMs: 60_000,
    listedWithinMs: 2000,
  };
}

/** Starts a reference service, tries rules against it, stops it. */
export async function tryReference(
  options: ReferenceOptions,
  { only = ruleIds, ...settings }: Trying = {},
): Promise<Tried & { verdictOf: (id: RuleId) => string | undefined }> {
  const reference = await startReference(options);
  try {
    const tried = await tryRules({ ...sessionFor(reference), ...settings }, suites, only);
    return { ...tried, verdictOf: (id) => tried.rules.find((rule) => rule.id === id)?.verdict };
  } finally {
    await reference.stop();
  }
}
