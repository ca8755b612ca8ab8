import { randomBytes, randomInt } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import { NO_BASELINE } from '../baseline/baseline.ts';
import type { Baseline } from '../baseline/read.ts';
import { PROFILES } from '../model/profile.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Phase } from '../model/words.ts';
import type { Report, VersionReport } from '../report/model.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { Named } from '../service/service.ts';
import type { RunningService } from '../service/start.ts';
import type { Settings } from '../settings/parse.ts';
import { selectRules } from '../settings/selection.ts';
import { withSecrets } from '../settings/tokens.ts';
import type { FreshReport } from './rule-report.ts';

export const version: string = manifest.version;

const ID_BYTES = 5;
const CANARY_BYTES = 16;

/** Returns a run id, random enough that issues of different runs are never confused. */
export const newRunId = (): string => randomBytes(ID_BYTES).toString('hex');

export interface RunPlan {
  readonly session: RunSettings;
  /** Rules to try, in the order of reports. */
  readonly rules: readonly RuleId[];
  /** Name of the broadcast channel for stop and progress messages. */
  readonly channel: string;
}

export interface StopMessage {
  readonly stop: 'deadline' | 'interrupted';
}

export interface ProgressMessage {
  /** Current phase of the rules; `null` before the first. */
  readonly phase: Phase | null;
  readonly requests: number;
  /** A sentence for people; only in the message that brings it. */
  readonly warning?: string;
}

/** Sources of an early end of a run. */
export interface Interrupting {
  /** Aborts when the run shall end with the results so far. */
  readonly signal: AbortSignal;
  /** Sets the receiver of unhandled errors, which would otherwise end the process; `null` removes it. */
  readonly tellFaults: (onFault: ((error: unknown) => void) | null) => void;
}

/** Reasons for an early end: an interruption, or a thread that ignored the deadline. */
export type CutShort = 'interrupted' | 'late';

export type RunCounts = Pick<
  Report['run'],
  'requests' | 'retries' | 'latency' | 'waits' | 'created' | 'errorsByChance'
> & {
  /** Versions that answers named. */
  readonly versions?: VersionReport[];
};

/** The result of a rule for the test runner, as plain data. */
export interface TriedRule {
  readonly report: FreshReport;
  readonly tally: RunCounts;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/**
 * Loads the baseline, if one is set. The YAML reader is imported only then.
 * @throws {BadBaseline} if the file is invalid
 */
export const baselineOf = async ({ BASELINE }: Settings): Promise<Baseline> =>
  BASELINE === undefined ? NO_BASELINE : (await import('../baseline/read.ts')).readBaseline(BASELINE);

/** Starts the bundled service if no base URL is given; else returns `null`. */
export async function startBundled({ BASE_URL }: Settings): Promise<RunningService | null> {
  if (BASE_URL !== undefined) return null;
  const { startService } = await import('../service/start.ts');
  return startService();
}

/** Facts of the bundled service that a plan needs. */
export type BundledTarget = Named & Pick<RunningService, 'baseUrl'>;

/**
 * Completes the settings from the profile and, without a base URL, from the bundled service.
 * @throws {Error} if there is neither a base URL nor a bundled service, because the settings were not checked
 */
export function planRun(settings: Settings, bundled: BundledTarget | null, runId = newRunId()): RunPlan {
  const profile = PROFILES[settings.PROFILE];
  const writes = settings.WRITES ?? (bundled === null ? 'none' : 'all');
  const baseUrl = settings.BASE_URL ?? bundled?.baseUrl;
  const owner = settings.OWNER ?? bundled?.owner;
  const repo = settings.REPO ?? bundled?.repo;
  if (baseUrl === undefined || owner === undefined || repo === undefined)
    throw new Error('a target needs BASE_URL, OWNER and REPO');
  const privateRepo = settings.PRIVATE_REPO ?? bundled?.privateRepo;
  const privateOwner = settings.PRIVATE_OWNER ?? bundled?.privateOwner ?? owner;
  const { WRITE_OWNER, WRITE_REPO } = settings;
  const repository = { owner, repo };
  return {
    session: {
      runId,
      canarySeed: randomBytes(CANARY_BYTES).toString('hex'),
      address: {
        baseUrl,
        accept: settings.ACCEPT,
        apiVersion: settings.API_VERSION,
        apiVersionHeader: settings.API_VERSION_HEADER,
        userAgent: settings.USER_AGENT ?? `issue-conformance/${version}`,
        ...(settings.HEADERS === undefined ? {} : { extra: withSecrets(settings.HEADERS, settings) }),
      },
      route: settings.route,
      bed: {
        repository,
        written:
          WRITE_OWNER === undefined || WRITE_REPO === undefined
            ? repository
            : { owner: WRITE_OWNER, repo: WRITE_REPO },
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
      ...(settings.VERSION_HEADER === undefined ? {} : { versionHeader: settings.VERSION_HEADER }),
    },
    rules: selectRules(settings.ONLY, settings.SKIP).rules,
    channel: `issue-conformance-${runId}`,
  };
}
