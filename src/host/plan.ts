import { randomBytes, randomInt } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import { type Baseline, NO_BASELINE } from '../baseline/baseline.ts';
import { PROFILES } from '../engine/profile.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { RunSettings } from '../engine/run-settings.ts';
import type { Traits } from '../engine/traits.ts';
import type { Phase } from '../engine/words.ts';
import type {
  CreatedReport,
  ErrorsByChanceReport,
  LatencyReport,
  VersionReport,
  WaitsReport,
} from '../report/model.ts';
import type { Named } from '../service/service.ts';
import type { RunningService } from '../service/start.ts';
import { withSecrets } from './extra-headers.ts';
import type { FreshReport } from './rule-report.ts';
import { selectRules } from './selection.ts';
import { type Settings, textsShown } from './settings.ts';

/** The version of this package. */
export const version: string = manifest.version;

const ID_BYTES = 5;
const CANARY_BYTES = 16;

/** An id for one run, unique enough that its issues are never taken for those of another. */
export const newRunId = (): string => randomBytes(ID_BYTES).toString('hex');

/** What the thread that tries the rules is told: plain data. */
export interface RunPlan {
  readonly session: RunSettings;
  /** Rules to try, in the order of reports. */
  readonly rules: readonly RuleId[];
  /** Whether it is tried once, under its own id; where it may be tried again and again, each pass gets an id of its own. */
  readonly isTriedOnce: boolean;
  /** What the test runner shows as known, and as changed; the report is marked apart. */
  readonly baseline: Baseline;
  /** Name of the broadcast channel on which a stop is announced. */
  readonly channel: string;
}

/** Announced on the channel of a plan. */
export interface StopMessage {
  readonly stop: 'deadline' | 'interrupted';
}

/** Told on that channel to whoever listens: how far the thread is that tries the rules. */
export interface ProgressMessage {
  /** Of the rules that are tried; `null` before the first. */
  readonly phase: Phase | null;
  readonly requests: number;
}

/** What may end a run before its rules do. */
export interface Interrupting {
  /** Aborts when the run is to end with what was decided so far. */
  readonly signal: AbortSignal;
  /** Names who is told of errors that nobody awaited, which would end the process. */
  readonly tellFaults: (onFault: ((error: unknown) => void) | null) => void;
}

/** Why a run ended before its rules did: somebody ended it, or it went on past its deadline without listening. */
export type CutShort = 'interrupted' | 'late';

/** What a run has sent so far. */
export interface Tally {
  readonly requests: number;
  readonly retries: number;
  /** How long the answers took; absent where nothing was answered yet. */
  readonly latency?: LatencyReport;
  /** For how long requests were held up; absent where none was. */
  readonly waits?: WaitsReport;
  /** What was created, by repository; absent if nothing was. */
  readonly created?: CreatedReport[];
  /** Answers of 5xx that came by chance; absent without any that count. */
  readonly errorsByChance?: ErrorsByChanceReport[];
  /** The versions that answers named; absent without VERSION_HEADER. */
  readonly versions?: VersionReport[];
  /** What all answers have in common; absent where nothing was sent yet. */
  readonly traits?: Traits;
}

/** What a tried rule reports to the test runner, as plain data. */
export interface TriedRule {
  readonly report: FreshReport;
  /** Of this pass: one process may run a plan many times over, and each pass marks its issues as its own. */
  readonly runId: string;
  readonly tally: Tally;
  /** Why the target cannot be checked at all. */
  readonly unusable: string | null;
}

/**
 * What is known to fail, and what a team relies on. Most runs have no such file, and need not load what reads YAML.
 * @throws {BadBaseline} where the file cannot be used
 */
export const baselineOf = async ({ BASELINE }: Settings): Promise<Baseline> =>
  BASELINE === undefined ? NO_BASELINE : (await import('../baseline/read.ts')).readBaseline(BASELINE);

/** The bundled service where no base URL is given; `null` where one is. */
export async function startBundled({ BASE_URL }: Settings): Promise<RunningService | null> {
  if (BASE_URL !== undefined) return null;
  const { startService } = await import('../service/start.ts');
  return startService();
}

/** What a run needs to know of the bundled service. */
export type BundledTarget = Named & Pick<RunningService, 'baseUrl'>;

/**
 * Fills in what the settings leave open, from the profile and, where no base URL was given, from the bundled service.
 * @throws {Error} where neither a base URL nor a bundled service is there; the settings were not checked
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
        userAgent: `issue-conformance/${version}`,
        ...(settings.HEADERS === undefined
          ? {}
          : { extra: withSecrets(settings.HEADERS, textsShown(settings)) }),
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
    isTriedOnce: true,
    baseline: NO_BASELINE,
    channel: `issue-conformance-${runId}`,
  };
}
