import { entryOf, type RuleId } from '../catalogue/index.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { applyBaseline } from './baseline.ts';
import type { Collected } from './collector.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import type { RunPlan } from './plan.ts';
import { version } from './version.ts';

/** What is known of a run beside its plan and its rules. */
export interface RunRecord {
  readonly bundled: boolean;
  readonly selection: Report['run']['selection'];
  readonly baseline: readonly RuleId[];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
}

/** A rule that never reported: it is not decided, whatever the reason. */
function unreported(id: RuleId, reason: string): RuleReport {
  const { level, sections, statement } = entryOf(id);
  return {
    id,
    level,
    sections: [...sections],
    statement,
    verdict: 'inconclusive',
    reason,
    cases: 0,
    requests: 0,
  };
}

const INTERRUPTED = 'The run was interrupted before this was decided; run it again to the end.';

/** The settings of a run that are not said elsewhere in its report; of tokens only that they were given. */
function settingsShown({ address, premises, ...session }: RunPlan['session']): Record<string, string> {
  const { privateRepository, token, outsiderToken } = premises;
  const shown = {
    PRIVATE_OWNER: privateRepository?.owner,
    PRIVATE_REPO: privateRepository?.repo,
    TOKEN: token === undefined ? undefined : 'given',
    OUTSIDER_TOKEN: outsiderToken === undefined ? undefined : 'given',
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

/** Puts a report together from what the rules reported. Pure. */
export function reportOf(plan: RunPlan, collected: Collected, record: RunRecord): Report {
  const { session } = plan;
  const missing = plan.rules.filter((id) => !collected.rules.has(id));
  const faults = [
    ...collected.faults,
    ...(missing.length > 0 && collected.faults.length === 0 && !record.interrupted
      ? [`${missing.length} rules never reported (${missing.slice(0, 3).join(', ')})`]
      : []),
  ];
  const reason = record.interrupted ? INTERRUPTED : 'This program failed before the rule was decided.';
  const { rules, stale } = applyBaseline(
    plan.rules.map((id) => collected.rules.get(id) ?? unreported(id, reason)),
    record.baseline,
  );
  const interrupted = record.interrupted && rules.some(({ verdict }) => verdict === 'inconclusive');
  const outcome = outcomeOf(rules, { unusable: collected.unusable, broken: faults.length > 0, stale });
  const problem = faults[0] ?? collected.unusable ?? (interrupted ? 'The run was interrupted.' : null);
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    ...(problem === null ? {} : { problem }),
    target: { baseUrl: session.address.baseUrl, ...session.premises.repository, bundled: record.bundled },
    run: {
      id: collected.runId ?? session.runId,
      startedAt: record.startedAt.toISOString(),
      durationMs: Math.round(record.durationMs),
      ...collected.tally,
      seed: session.seed,
      profile: session.profile,
      writes: session.writes,
      selection: record.selection,
      ...(interrupted ? { interrupted: true } : {}),
      settings: settingsShown(session),
    },
    counts: countsOf(rules),
    ...(stale.length > 0 ? { staleBaseline: stale } : {}),
    rules,
  };
}
