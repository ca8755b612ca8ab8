import { type CatalogueRule, catalogue } from '../../suites/catalogue.ts';
import { applyBaseline } from '../baseline/apply-baseline.ts';
import type { Baseline } from '../baseline/read.ts';
import { interrupted } from '../client/stopped.ts';
import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import { NOT_PRIVATE } from '../context/unusable-target.ts';
import { secretsOfRun } from '../generate/tokens.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { judgedOf } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { countsOf, outcomeOf } from '../report/outcome.ts';
import type { Settings } from '../settings/parse.ts';
import { newRunId, type RunPlan, settingTexts, version } from './plan.ts';
import type { Collected } from './run-rules.ts';

export type Beginning = Readonly<ReturnType<typeof beginNow>>;

/** @param faults that are injected into the bundled service */
export const beginNow = (faults: readonly string[] = []) => ({
  runId: newRunId(),
  startedAt: new Date(),
  faults,
});

interface Ending {
  readonly outcome: Report['outcome'];
  readonly problem?: string | null;
  readonly isInterrupted?: boolean;
}

/** Returns a report in which no rule was tried. @param settings as far as they could be read */
export function reportWithoutRules(
  { runId, startedAt, faults }: Beginning,
  { outcome, problem = null, isInterrupted = false }: Ending,
  settings: Partial<Settings> = {},
): Report {
  const { BASE_URL = '', OWNER = '', REPO = '', LABEL, TARGET_VERSION, isBundled = false } = settings;
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    ...(problem === null ? {} : { problem: problem.replaceAll(/\s*\n\s*/g, ' ').trim() }),
    target: {
      baseUrl: BASE_URL,
      owner: OWNER,
      repo: REPO,
      bundled: isBundled,
      ...(faults.length === 0 ? {} : { faults }),
      ...(LABEL === undefined ? {} : { label: LABEL }),
    },
    run: {
      id: runId,
      startedAt: startedAt.toISOString(),
      durationMs: 0,
      ...(TARGET_VERSION === undefined ? {} : { targetVersion: TARGET_VERSION }),
      requests: 0,
      retries: 0,
      seed: settings.SEED ?? 0,
      profile: settings.PROFILE ?? 'standard',
      writes: settings.WRITES ?? 'none',
      selection: null,
      ...(isInterrupted ? { interrupted: true } : {}),
    },
    counts: countsOf([]),
    rules: [],
  };
}

export interface RunRecord {
  readonly beginning: Beginning;
  readonly durationMs: number;
  readonly baseline: Baseline;
  /** True if requests went to a handler within this process. */
  readonly isWithin?: boolean;
  readonly replay?: Report['run']['replay'];
}

const unreported = ({ id, level, sections, statement }: CatalogueRule, why: UndecidedReason): RuleReport => ({
  id,
  level,
  sections: [...sections],
  statement,
  verdict: 'inconclusive',
  ...why,
  cases: 0,
  requests: 0,
});

const UNREPORTED = {
  interrupted: undecidedReason('interrupted', interrupted().message),
  late: undecidedReason(
    'limit',
    'Reading the responses of the target took longer than the deadline allows; set a higher DEADLINE_S (--deadline).',
  ),
  failed: undecidedReason('unclear', 'This program failed before the rule was decided.'),
} as const;

/** Rules that show first what the credentials of a run lack. */
const ON_ACCESS: ReadonlySet<string> = new Set<RuleId>([
  'list.token',
  'list.private.member',
  'create.accepted',
]);

/** Returns the setting that leaves rules undecided, or fails them: no access, or a public PRIVATE_REPO; `null` if none shows. */
function wrongSettingIn(rules: readonly RuleReport[], { PRIVATE_REPO }: Settings): string | null {
  const lacking = rules.find(
    ({ id, cause, because }) => cause === 'access' && because === undefined && ON_ACCESS.has(id),
  );
  if (lacking?.reason !== undefined) return lacking.reason;
  const { failure } = rules.find(({ id }) => id === 'list.private.anonymous') ?? {};
  const { request, response } = (failure && judgedOf(failure)) ?? {};
  // Other code may answer a query, and the public list may hold private records, so only its plain list counts.
  const isItsList = failure?.counterexample['repo'] === PRIVATE_REPO && request?.url.includes('?') === false;
  return response?.status === 200 && isItsList ? NOT_PRIVATE : null;
}

/** Returns the facts of a run that only a finished report has. */
function runFacts(
  { session, settings }: RunPlan,
  { tally }: Collected,
  { durationMs, isWithin = false, replay }: RunRecord,
): Partial<Report['run']> {
  const { proxy = null, checksCertificates = true } = session.route ?? {};
  const { ONLY, SKIP } = settings;
  const isWhole = ONLY.length + SKIP.length === 0;
  return {
    durationMs: Math.round(durationMs),
    ...tally,
    ...(isWhole ? {} : { selection: { only: [...ONLY], skip: [...SKIP] } }),
    ...(proxy === null ? {} : { proxy: proxy.name }),
    ...(isWithin ? { handler: true } : {}),
    ...(settings.ALLOW_INCOMPLETE ? { allowIncomplete: true } : {}),
    ...(checksCertificates ? {} : { uncheckedCertificates: true }),
    settings: settingTexts(settings, ', ', () => 'given'),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** Returns a rule without the curl command of its failure, because a handler has no address. */
const withoutCurl = (rule: RuleReport): RuleReport =>
  rule.failure === undefined ? rule : { ...rule, failure: { ...rule.failure, curl: '' } };

/** Assembles the report from the results of the rules. Pure. */
export function reportOf(plan: RunPlan, collected: Collected, record: RunRecord): Report {
  const { session, settings } = plan;
  const { cutShort, unusable } = collected;
  const evidence = unusable?.evidence;
  const isMissing = plan.rules.some((id) => !collected.rules.has(id));
  const fault = collected.faults[0] ?? (isMissing && cutShort === null ? 'some rules never reported' : null);
  const secrets = secretsOfRun(session);
  const baseline = secrets.scrubAll(record.baseline);
  const chosen = catalogue.filter(({ id }) => plan.rules.includes(id));
  const rules = chosen.map((rule) => {
    const tried = collected.rules.get(rule.id) ?? unreported(rule, UNREPORTED[cutShort ?? 'failed']);
    const shown = record.isWithin === true ? withoutCurl(tried) : tried;
    return applyBaseline(shown, baseline, record.beginning.startedAt);
  });
  const isInterrupted = cutShort === 'interrupted' && rules.some(({ verdict }) => verdict === 'inconclusive');
  const outcome = outcomeOf(rules, { isBroken: fault !== null, isUnusable: unusable !== null });
  const problem =
    // An error message may quote a secret.
    (fault === null ? null : secrets.scrub(fault)) ??
    unusable?.reason ??
    (isInterrupted ? 'The run was interrupted.' : wrongSettingIn(rules, settings));
  const frame = reportWithoutRules(record.beginning, { outcome, problem, isInterrupted }, settings);
  return {
    ...frame,
    run: { ...frame.run, ...runFacts(plan, collected, record) },
    counts: countsOf(rules),
    ...(outcome !== 'unusable' || evidence == null ? {} : { evidence }),
    rules,
  };
}
