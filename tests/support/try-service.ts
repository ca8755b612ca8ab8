import { type Injected, injecting } from '../../proof/injected.ts';
import { virtualClock } from '../../src/client/clock.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import type { Watchers } from '../../src/engine/run-steps.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import type { fixture } from '../../src/service/fixture.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess, type Service } from './in-process.ts';

/** Returns the settings for everything that a service has. */
export function settingsFor(named: Readonly<typeof fixture>, baseUrl: string): RunSettings {
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

/** Returns a function that changes the target of settings. */
export const withTarget =
  (part: Partial<RunSettings['target']>) =>
  (all: RunSettings): RunSettings => ({ ...all, target: { ...all.target, ...part } });

type Handle = Service['handle'];

/** A bundled service with changes, and settings for a run on it. */
export interface Opening extends Omit<Injected, 'circumstance' | 'clock' | 'port'>, Partial<RunSettings> {
  /** Answers in place of the service, which it may ask. */
  readonly handle?: (request: Parameters<Handle>[0], service: Service) => ReturnType<Handle>;
}

export interface Trying extends Opening {
  readonly only?: readonly RuleId[];
  /** Changes the settings at last, all of them known. */
  readonly adjust?: (all: RunSettings) => RunSettings;
}

/**
 * Opens the bundled service within this process, on a virtual clock, with the settings for a run on it.
 * @returns also method, path and status of each answered request: `GET /repos/acme/widgets/issues 200`
 */
export function openTarget(opening: Opening = {}) {
  const { changes = [], faults = [], variants = [], issues, handle, ...given } = opening;
  const clock = virtualClock();
  const data = issues === undefined ? {} : { issues };
  const service = openService(injecting({ changes, faults, variants, ...data, clock }));
  const sent: string[] = [];
  const noting: Handle = async (request) => {
    const answer = await (handle?.(request, service) ?? service.handle(request));
    sent.push(`${request.method} ${request.url.pathname} ${answer.status}`);
    return answer;
  };
  return {
    settings: { ...settingsFor(service, 'http://service.test'), ...given } satisfies RunSettings,
    surroundings: { transport: inProcess({ handle: noting }, clock), clock },
    sent,
  };
}

/** Tries rules on the bundled service within this process, on a virtual clock. */
export async function tryService({ only, adjust = (all) => all, ...given }: Trying) {
  const maxRequests = PROFILES[given.profile ?? 'standard'].maxRequests.writing;
  const { settings, surroundings, sent } = openTarget({ maxRequests, ...given });
  const chosen = only === undefined ? rules : rules.filter(({ id }) => only.includes(id));
  return { ...(await tryRules(adjust(settings), chosen, surroundings)), sent };
}

export type TriedAll = Awaited<ReturnType<typeof tryRules>>;

/** Tries rules, and returns their results in the order of the catalogue. */
export async function resultsOf(run: RunContext, all: readonly AnyRule[], onWait?: Watchers['onWait']) {
  const results: TrialResult[] = [];
  const onTried: Watchers['onTried'] = (tried) => results.push(tried);
  const unusable = await tryAll(run, all, { onTried, ...(onWait && { onWait }) });
  const place = ({ rule }: TrialResult): number => ruleIds.indexOf(rule.id);
  return { results: results.toSorted((a, b) => place(a) - place(b)), unusable };
}

/**
 * Tries rules without reports.
 * @returns their verdicts, those that failed, what it said of its waits, how long it waited by what that was for, its milliseconds,
 * and why the target cannot be checked, or `null`
 */
export async function tryRules(
  settings: RunSettings,
  all: readonly AnyRule[],
  surroundings: RunDependencies = {},
) {
  const run = new RunContext(settings, surroundings);
  const waited: Record<string, number> = {};
  const waits: string[] = [];
  let [what, from] = ['', 0];
  const onWait = (sentence: string | null): void => {
    if (what !== '') waited[what] = (waited[what] ?? 0) + run.clock.now() - from;
    [what, from] = [(sentence ?? '').replace(/^waiting \d+ s for |:.*/g, ''), run.clock.now()];
    if (sentence !== null) waits.push(sentence);
  };
  try {
    const { results: tried, unusable } = await resultsOf(run, all, onWait);
    const { requests, throttle } = run.client;
    waited['limits, retries and outages'] = throttle.heldUpMs;
    const verdictOf = (id: RuleId) => tried.find(({ rule }) => rule.id === id)?.verdict.verdict;
    const failed = tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : []));
    const ms = run.clock.now();
    return { tried, verdictOf, failed, requests, waits, waited, ms, unusable: unusable?.message ?? null };
  } finally {
    await run.client.close();
  }
}
