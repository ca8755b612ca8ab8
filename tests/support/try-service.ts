import { type Injected, injecting } from '../../proof/injected.ts';
import { VirtualClock } from '../../src/client/clock.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import { PROFILES } from '../../src/model/profile.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Named, openService, type Service } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from './in-process.ts';
import { type TriedAll, tryRules } from './try-rules.ts';

/** Returns the settings for everything that a service has. */
export function settingsFor(named: Named, baseUrl: string): RunSettings {
  const repository = { owner: named.owner, repo: named.repo };
  return {
    runId: 'testrun001',
    canarySeed: 'seed of the canary in tests',
    address: {
      baseUrl,
      accept: 'application/vnd.service+json',
      apiVersion: '2022-11-28',
      apiVersionHeader: 'X-Service-Api-Version',
      userAgent: 'issue-conformance/test',
    },
    target: {
      repository,
      writeRepository: repository,
      privateRepository: { owner: named.privateOwner, repo: named.privateRepo },
      token: named.token,
      outsiderToken: named.outsiderToken,
    },
    writes: 'all',
    profile: 'standard',
    seed: 42,
    concurrency: 8,
    maxRequests: PROFILES.standard.maxRequests.writing,
    maxRate: undefined,
    timeoutMs: 5000,
    deadlineMs: 900_000,
    listedWithinMs: 3000,
  };
}

export interface Trying extends Partial<RunSettings> {
  readonly only?: readonly RuleId[];
  /** Changes the settings at last, all of them known. */
  readonly adjust?: (all: RunSettings) => RunSettings;
  /** Wraps the service, and may answer in its place. */
  readonly behind?: (service: Service) => Service;
}

/** Opens the bundled service within this process, on a virtual clock, with the settings for a run on it. */
export function openTarget(
  options: Injected,
  settings: Partial<RunSettings> = {},
  behind = (service: Service): Pick<Service, 'handle'> => service,
): {
  readonly settings: RunSettings;
  readonly surroundings: Required<Pick<RunDependencies, 'transport' | 'clock'>>;
} {
  const clock = new VirtualClock();
  const service = openService(injecting({ ...options, clock }));
  return {
    settings: { ...settingsFor(service, 'http://service.test'), ...settings },
    surroundings: { transport: inProcess(behind(service), clock), clock },
  };
}

/** Results of rules on the bundled service. */
export interface TriedService extends TriedAll {
  readonly verdictOf: (id: RuleId) => string | undefined;
}

/** Tries rules on the bundled service within this process, on a virtual clock. */
export async function tryService(
  options: Injected,
  { only, adjust = (all) => all, behind, ...given }: Trying = {},
): Promise<TriedService> {
  const maxRequests = PROFILES[given.profile ?? 'standard'].maxRequests.writing;
  const { settings, surroundings } = openTarget(options, { maxRequests, ...given }, behind);
  const chosen = only === undefined ? rules : rules.filter(({ id }) => only.includes(id));
  const tried = await tryRules(adjust(settings), chosen, surroundings);
  return {
    ...tried,
    verdictOf: (id) => tried.tried.find(({ rule }) => rule.id === id)?.verdict.verdict,
  };
}
