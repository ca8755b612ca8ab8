import { randomBytes, randomInt } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import { NO_BASELINE } from '../baseline/apply-baseline.ts';
import type { Baseline } from '../baseline/read.ts';
import type { RepositoryName } from '../client/request.ts';
import type { RunSettings } from '../context/run-settings.ts';
import { PROFILES } from '../model/profile.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { sanitise } from '../model/text.ts';
import type { fixture } from '../service/fixture.ts';
import { pasteable } from '../settings/invocation.ts';
import { isHidden, SENT } from '../settings/names.ts';
import type { Settings } from '../settings/parse.ts';
import { selectRules } from '../settings/selection.ts';
import { withSecrets } from '../settings/tokens.ts';

export const version: string = manifest.version;

/** Begins the default of USER_AGENT. */
const TOOL = 'issue-conformance/';

/** Returns a run id, random enough that issues of different runs are never confused. */
export const newRunId = (): string => randomBytes(5).toString('hex');

export interface RunPlan {
  /** With what follows from the profile, and from the bundled service if that is checked. */
  readonly settings: ReturnType<typeof completed>;
  readonly session: RunSettings;
  /** Rules to try, in the order of reports. */
  readonly rules: readonly RuleId[];
}

/** Loads the baseline, if one is set. The YAML reader is imported only then. @throws {Error} if the file is invalid */
export const baselineOf = async ({ BASELINE }: Settings): Promise<Baseline> =>
  BASELINE === undefined ? NO_BASELINE : (await import('../baseline/read.ts')).readBaseline(BASELINE);

type BundledTarget = Readonly<typeof fixture> & { readonly baseUrl: string };

export const settingsOf = (bundled: BundledTarget) => ({
  BASE_URL: bundled.baseUrl,
  OWNER: bundled.owner,
  REPO: bundled.repo,
  PRIVATE_OWNER: bundled.privateOwner,
  PRIVATE_REPO: bundled.privateRepo,
  TOKEN: bundled.token,
  OUTSIDER_TOKEN: bundled.outsiderToken,
  WRITES: 'all' as const,
});

/** @throws {Error} if there is neither a base URL nor a bundled service, because the settings were not checked */
function completed(settings: Settings) {
  const { BASE_URL, OWNER, REPO, PRIVATE_REPO, WRITES = 'none' } = settings;
  const { maxRequests, deadlineS } = PROFILES[settings.PROFILE];
  if (BASE_URL === undefined || OWNER === undefined || REPO === undefined)
    throw new Error('a target needs BASE_URL, OWNER and REPO');
  return {
    ...settings,
    BASE_URL,
    OWNER,
    REPO,
    WRITES,
    PRIVATE_OWNER: settings.PRIVATE_OWNER ?? (PRIVATE_REPO === undefined ? undefined : OWNER),
    SEED: settings.SEED ?? randomInt(2 ** 31 - 1),
    MAX_REQUESTS: settings.MAX_REQUESTS ?? (WRITES === 'none' ? maxRequests.reading : maxRequests.writing),
    DEADLINE_S: settings.DEADLINE_S ?? deadlineS,
    LISTED_WITHIN_MS: settings.LISTED_WITHIN_MS ?? 10_000,
  };
}

const repositoryOf = (owner: string | undefined, repo: string | undefined): RepositoryName | undefined =>
  owner === undefined || repo === undefined ? undefined : { owner, repo };

/** Completes the settings from the profile and, without a base URL, from the bundled service. */
export function planRun(given: Settings, bundled: BundledTarget | null, runId = newRunId()): RunPlan {
  const settings = completed(bundled === null ? given : { ...settingsOf(bundled), ...given });
  const repository = { owner: settings.OWNER, repo: settings.REPO };
  const { HEADERS, VERSION_HEADER } = settings;
  return {
    settings,
    session: {
      runId,
      canarySeed: randomBytes(16).toString('hex'),
      address: {
        baseUrl: settings.BASE_URL,
        accept: settings.ACCEPT,
        apiVersion: settings.API_VERSION,
        apiVersionHeader: settings.API_VERSION_HEADER,
        userAgent: settings.USER_AGENT ?? `${TOOL}${version}`,
        ...(HEADERS === undefined ? {} : { extra: withSecrets(HEADERS, given) }),
      },
      route: settings.route,
      target: {
        repository,
        writeRepository: repositoryOf(settings.WRITE_OWNER, settings.WRITE_REPO) ?? repository,
        privateRepository: repositoryOf(settings.PRIVATE_OWNER, settings.PRIVATE_REPO),
        token: settings.TOKEN,
        outsiderToken: settings.OUTSIDER_TOKEN,
      },
      writes: settings.WRITES,
      profile: settings.PROFILE,
      seed: settings.SEED,
      concurrency: settings.CONCURRENCY,
      maxRequests: settings.MAX_REQUESTS,
      maxRate: settings.MAX_RATE,
      timeoutMs: settings.TIMEOUT_MS,
      deadlineMs: settings.DEADLINE_S * 1000,
      listedWithinMs: settings.LISTED_WITHIN_MS,
      populateCommand: pasteable('populate --writes all'),
      ...(VERSION_HEADER === undefined ? {} : { versionHeader: VERSION_HEADER }),
    },
    rules: selectRules(settings.ONLY, settings.SKIP).rules,
  };
}

/** Returns the settings that change what a run sends, as texts, without defaults that name the version. @param shown stands for a secret, by its name */
export const settingTexts = (
  settings: RunPlan['settings'],
  between: string,
  shown: (name: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    SENT.flatMap((name) => {
      const all = [settings[name] ?? []].flat().flatMap((one) => {
        if (typeof one === 'object') return `${one.name}: ${shown(one.name)}`;
        if (name === 'USER_AGENT' && String(one).startsWith(TOOL)) return [];
        return isHidden(name) ? shown(name) : one;
      });
      return all.length === 0 ? [] : [[name, all.join(between)]];
    }),
  );

/** Returns the target of a plan, and its writes: `https://eu.example.com, repository acme/widgets, writes none`. */
export function targetInWords({ settings: { BASE_URL, OWNER, REPO, WRITES, isBundled } }: RunPlan): string {
  const target = isBundled ? 'the bundled reference service' : sanitise(BASE_URL);
  return `${target}, repository ${sanitise(`${OWNER}/${REPO}`)}, writes ${WRITES}`;
}
