import { type Doubt, doubtIn } from '../client/doubt.ts';
import { messageOf } from '../client/thrown.ts';
import { withCulprits } from '../engine/causes.ts';
import type { Rule } from '../engine/rule.ts';
import type { Tried } from '../engine/rule-attempt.ts';
import type { RunSettings, Surroundings } from '../engine/run-settings.ts';
import { groupsOf, Session } from '../engine/session.ts';
import type { Verdict } from '../engine/verdict.ts';
import type { RuleReport } from '../report/model.ts';
import type { Collected } from './collector.ts';
import { tallyOf } from './latencies.ts';
import type { CutShort, RunPlan } from './plan.ts';
import { type FreshReport, ruleReport } from './rule-report.ts';

/** What became of the rules of a run, and what was sent for them. */
export interface TriedAll {
  readonly tried: readonly Tried[];
  readonly requests: number;
  readonly retries: number;
  /** Why the target cannot be checked at all; `null` where it can. */
  readonly unusable: string | null;
}

/** Tries rules phase by phase, those of a phase at once. @param tryOne tries one of them */
async function inPhases(
  session: Session,
  rules: readonly Rule[],
  tryOne: (rule: Rule) => Promise<void>,
): Promise<void> {
  for (const group of groupsOf(rules)) {
    session.begin(group);
    await Promise.all(group.rules.map(tryOne));
    await session.end();
  }
}

/** Says of undecided rules because of which other rule they are undecided. */
function withReasons(tried: readonly Tried[]): Tried[] {
  const open = tried.map(({ rule: { id }, verdict }) => ({
    id,
    verdict: verdict.verdict,
    ...doubtOf(verdict),
  }));
  const known = withCulprits(open);
  return tried.map((each, place) => {
    const { cause, reason } = known[place] ?? {};
    return cause === undefined || reason === undefined || !('reason' in each.verdict)
      ? each
      : { ...each, verdict: { verdict: each.verdict.verdict, cause, reason } };
  });
}

const doubtOf = (verdict: Verdict): Partial<Doubt> => ('reason' in verdict ? doubtIn(verdict) : {});

/** Tries rules in a plain loop, without a test runner: what the tests of this project do with many services. */
export async function tryRules(
  settings: RunSettings,
  rules: readonly Rule[],
  surroundings: Surroundings = {},
): Promise<TriedAll> {
  const session = new Session(settings, surroundings);
  try {
    const tried = new Map<string, Tried>();
    await inPhases(session, rules, async (rule) => {
      tried.set(rule.id, await session.try(rule));
    });
    const { client } = session.run.target;
    return {
      tried: withReasons(rules.flatMap(({ id }) => tried.get(id) ?? [])),
      requests: client.requests,
      retries: client.retries,
      unusable: session.run.unusable,
    };
  } finally {
    await session.close();
  }
}

/** What a run within this process is told beside its plan. */
export interface RunningWithin extends Surroundings {
  /** Ends the run early, with what was decided until then. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each rule as soon as it is decided. @param unusable why the target cannot be checked at all */
  readonly onRule?: (report: RuleReport, unusable: string | null) => void;
}

/**
 * Runs a plan in a plain loop within this process and thread: for programs that want the report and no test runner. What
 * computes without a pause, the target itself where it is a handler, holds up the deadline and the signal as well.
 */
export async function runWithin(
  plan: RunPlan,
  all: readonly Rule[],
  { signal, onRule = () => undefined, ...surroundings }: RunningWithin,
): Promise<Collected & { readonly cutShort: CutShort | null }> {
  const session = new Session(plan.session, surroundings);
  const { run } = session;
  const tally = tallyOf(run);
  const reports = new Map<string, FreshReport>();
  const faults: string[] = [];
  const facts = {
    seed: plan.session.seed,
    secrets: run.secrets,
    takesAnyCertificate: plan.session.route?.checksCertificates === false,
  };
  const chosen = new Set<string>(plan.rules);
  const interrupt = (): void => run.stop('interrupted');
  signal?.addEventListener('abort', interrupt);
  if (signal?.aborted === true) interrupt();
  try {
    await inPhases(
      session,
      all.filter(({ id }) => chosen.has(id)),
      async (rule) => {
        try {
          const report = ruleReport(await session.try(rule), facts);
          reports.set(rule.id, report);
          const { blames: _others, ...shown } = report;
          onRule(shown, run.unusable);
        } catch (error) {
          faults.push(`${rule.id}: ${messageOf(error)}`);
        }
      },
    );
  } catch (error) {
    faults.push(messageOf(error));
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await session.close();
  }
  return {
    rules: reports,
    tally: tally(),
    runId: plan.session.runId,
    unusable: run.unusable,
    faults,
    cutShort: signal?.aborted === true ? 'interrupted' : null,
  };
}
