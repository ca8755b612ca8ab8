import { dayOf, markRule } from '../baseline/mark.ts';
import type { Baseline } from '../baseline/read.ts';
import { because, type Doubt } from '../client/doubt.ts';
import { nameOfProxy, STRAIGHT } from '../client/route.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { sameRepository } from '../client/test-bed.ts';
import { hideNearMisses } from '../generate/tokens.ts';
import { withCulprits } from '../model/causes.ts';
import type { AnyRule } from '../model/rule.ts';
import { gatingIds, type RuleId } from '../model/rule-ids.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { listedRules } from '../results/standing.ts';
import type { Collected } from './collector.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import { type CutShort, type RunPlan, version } from './plan.ts';
import { type FreshReport, wordsOf } from './rule-report.ts';
import type { Waited } from './wait.ts';

export interface RunRecord {
  readonly bundled: boolean;
  readonly label?: string | undefined;
  readonly targetVersion?: string | undefined;
  readonly ci?: Report['run']['ci'];
  /** Set if requests went to a handler within this process. */
  readonly handler?: true;
  readonly selection: Report['run']['selection'];
  readonly baseline: Baseline;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly cutShort: CutShort | null;
  /** Result of waiting for the target before the run, if requested. */
  readonly waited?: Waited | null;
}

/** Returns an inconclusive result for a rule that never reported. */
function unreported(id: RuleId, rules: readonly AnyRule[], doubt: Doubt): RuleReport {
  const rule = rules.find((one) => one.id === id);
  const words = rule === undefined ? NO_WORDS : wordsOf(rule);
  return { ...words, id, verdict: 'inconclusive', ...doubt, cases: 0, requests: 0 };
}

const NO_WORDS = { level: 'required', sections: [], statement: '' } satisfies Partial<RuleReport>;

const UNREPORTED = {
  interrupted: because(
    'interrupted',
    'The run was interrupted before this was decided; run it again to the end.',
  ),
  late: because(
    'limit',
    'Reading the responses of the target took longer than the deadline allows; set a higher DEADLINE_S (--deadline).',
  ),
  failed: because('unclear', 'This program failed before the rule was decided.'),
} as const;

/**
 * Returns the settings that the report does not show elsewhere. Tokens appear only as "given", headers only
 * by name.
 */
function settingsShown({ address, bed, ...session }: RunPlan['session']): Record<string, string> {
  const { repository, written, privateRepository, token, outsiderToken } = bed;
  const apart = sameRepository(repository, written) ? undefined : written;
  const shown = {
    PRIVATE_OWNER: privateRepository?.owner,
    PRIVATE_REPO: privateRepository?.repo,
    WRITE_OWNER: apart?.owner,
    WRITE_REPO: apart?.repo,
    TOKEN: token === undefined ? undefined : 'given',
    OUTSIDER_TOKEN: outsiderToken === undefined ? undefined : 'given',
    HEADERS: address.extra?.map(({ name }) => name).join(', '),
    CONCURRENCY: session.concurrency,
    MAX_REQUESTS: session.maxRequests,
    MAX_RATE: session.maxRate,
    TIMEOUT_MS: session.timeoutMs,
    DEADLINE_S: session.deadlineMs / 1000,
    LISTED_WITHIN_MS: session.listedWithinMs,
    ACCEPT: address.accept,
    API_VERSION: address.apiVersion,
    API_VERSION_HEADER: address.apiVersionHeader,
  };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Hides secrets in what the baseline says of a rule. */
const withoutSecrets = ({ listed, pin, ...rule }: RuleReport, secrets: Secrets): RuleReport => ({
  ...rule,
  ...(listed === undefined ? {} : { listed: secrets.scrubAll(listed) }),
  ...(pin === undefined ? {} : { pin: secrets.scrubAll(pin) }),
});

/**
 * Returns what the run found wrong with a setting that explains undecided or failed rules, or `null`: a repository to
 * which nothing may be written, credentials that nobody reads, a repository that TOKEN does not reach, or one that is public.
 */
function wrongSettingIn(rules: readonly RuleReport[]): string | null {
  const ruleOf = (id: RuleId): RuleReport | undefined => rules.find((rule) => rule.id === id);
  const [first, ...others] = rules.filter(
    ({ id, verdict }) => id.startsWith('create.') && verdict !== 'skip',
  );
  // What holds for every creation is no matter of one rule.
  if (first?.cause === 'access' && others.every(({ reason }) => reason === first.reason))
    return first.reason ?? null;
  const isUndecided = (id: RuleId): boolean => ruleOf(id)?.cause === 'access';
  const isLetIn = (id: RuleId): boolean => ruleOf(id)?.failure?.exchanges.at(-1)?.response?.status === 200;
  // Whoever is refused for the lack of a credential shows that it is read.
  const areStrangersRefused = [ruleOf('create.anonymous'), ruleOf('list.private.anonymous')].some((rule) =>
    rule?.verdict === 'fail'
      ? (rule.failure?.exchanges.at(-1)?.response?.status ?? 0) >= 400
      : rule?.verdict === 'pass',
  );
  if (isUndecided('list.token') && isLetIn('list.invalid-token') && !areStrangersRefused)
    return 'TOKEN, a made-up token and none are answered alike, so credentials seem to be ignored: does something before the service remove the Authorization header?';
  if (isUndecided('list.private.member')) return ruleOf('list.private.member')?.reason ?? null;
  return isLetIn('list.private.anonymous')
    ? 'PRIVATE_REPO is listed without a credential: if it is really public, set PRIVATE_REPO to a private repository; else whoever asks is shown private issues.'
    : null;
}

/** Returns the addition to a problem that persisted after the wait for the target. */
const afterWaiting = ({ ms }: Waited): string =>
  `That is so after waiting ${Math.round(ms / 1000)} s (WAIT_S).`;

/** Returns what was sent, when, and with which settings. */
function runPart(
  { session }: RunPlan,
  { tally: { versions = [], ...tally } }: Collected,
  record: RunRecord,
  interrupted: boolean,
): Report['run'] {
  const { proxy, checksCertificates } = session.route ?? STRAIGHT;
  const targetVersion =
    versions.toSorted((a, b) => a.until.localeCompare(b.until)).at(-1)?.version ?? record.targetVersion;
  const startMs = Math.round(record.waited?.ms ?? 0);
  return {
    id: session.runId,
    startedAt: record.startedAt.toISOString(),
    durationMs: Math.round(record.durationMs),
    ...(targetVersion === undefined ? {} : { targetVersion }),
    ...(versions.length < 2 ? {} : { targetVersions: versions }),
    ...(record.ci === undefined ? {} : { ci: record.ci }),
    ...tally,
    ...(startMs === 0 ? {} : { waits: { startMs, ...tally.waits } }),
    seed: session.seed,
    profile: session.profile,
    writes: session.writes,
    selection: record.selection,
    ...(record.selection === null ? {} : { gatingRules: gatingIds.length }),
    ...(interrupted ? { interrupted: true } : {}),
    ...(proxy === null ? {} : { proxy: nameOfProxy(proxy) }),
    ...(record.handler === undefined ? {} : { handler: record.handler }),
    ...(checksCertificates ? {} : { uncheckedCertificates: true }),
    settings: settingsShown(session),
  };
}

/**
 * Assembles the report from the results of the rules. Pure.
 * @param known the rules' texts, for rules that never reported
 */
export function reportOf(
  plan: RunPlan,
  collected: Collected,
  record: RunRecord,
  known: readonly AnyRule[] = [],
): Report {
  const { session } = plan;
  const missing = plan.rules.filter((id) => !collected.rules.has(id));
  const faults = [
    ...collected.faults,
    ...(missing.length > 0 && collected.faults.length === 0 && record.cutShort === null
      ? [`${missing.length} rules never reported (${missing.slice(0, 3).join(', ')})`]
      : []),
  ];
  const doubt = UNREPORTED[record.cutShort ?? 'failed'];
  const { proxy } = session.route ?? STRAIGHT;
  const secrets = secretsOf(session.bed, proxy, session.address.extra);
  hideNearMisses(secrets, session.bed);
  const day = dayOf(record.startedAt);
  const tried = plan.rules.map((id) => collected.rules.get(id) ?? unreported(id, known, doubt));
  const rules = withCulprits<FreshReport>(tried).map((rule) =>
    withoutSecrets(markRule(rule, record.baseline, day), secrets),
  );
  const stale = listedRules(rules, 'stale').map(({ id }) => id);
  const interrupted =
    record.cutShort === 'interrupted' && rules.some(({ verdict }) => verdict === 'inconclusive');
  const outcome = outcomeOf(rules, { unusable: collected.unusable, broken: faults.length > 0 });
  // An error message may quote a secret.
  const fault = faults[0] === undefined ? null : secrets.scrub(faults[0]);
  const { waited = null } = record;
  const inVain = waited !== null && !waited.isReady ? ` ${afterWaiting(waited)}` : '';
  const unusable = collected.unusable === null ? null : collected.unusable + inVain;
  const problem =
    fault ?? unusable ?? (interrupted ? 'The run was interrupted.' : null) ?? wrongSettingIn(rules);
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    ...(problem === null ? {} : { problem }),
    target: {
      baseUrl: session.address.baseUrl,
      ...session.bed.repository,
      bundled: record.bundled,
      ...(record.label === undefined ? {} : { label: record.label }),
    },
    run: runPart(plan, collected, record, interrupted),
    counts: countsOf(rules),
    ...(stale.length > 0 ? { staleBaseline: stale } : {}),
    rules,
  };
}
