import { type Doubt, doubtIn } from '../client/doubt.ts';
import { messageOf } from '../client/thrown.ts';
import { Session } from '../engine/session.ts';
import type { Tried } from '../engine/trial.ts';
import { withCulprits } from '../model/causes.ts';
import type { AnyRule } from '../model/rule.ts';
import type { Verdict } from '../model/verdict.ts';
import type { RuleReport } from '../report/model.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import type { Collected } from './collector.ts';
import { tallyOf } from './latencies.ts';
import type { CutShort, RunPlan } from './plan.ts';
import { type FreshReport, ruleReport } from './rule-report.ts';

/** Results of the rules of a run, with the number of requests. */
export interface TriedAll {
  readonly tried: readonly Tried[];
  readonly requests: number;
  readonly retries: number;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/** Adds the explaining rule to the reason of each undecided rule. */
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
      : { ...each, verdict: { ...each.verdict, cause, reason, blames: undefined } };
  });
}

const doubtOf = (verdict: Verdict): Partial<Doubt> => ('reason' in verdict ? doubtIn(verdict) : {});

/** Tries rules in a plain loop without a test runner. The project's own tests use this with many services. */
export async function tryRules(
  settings: RunSettings,
  rules: readonly AnyRule[],
  surroundings: Surroundings = {},
): Promise<TriedAll> {
  const session = new Session(settings, surroundings);
  try {
    const tried = withReasons(await session.tryAll(rules));
    const { requests, retries } = session.run.target.client;
    return { tried, requests, retries, unusable: session.run.unusable };
  } finally {
    await session.close();
  }
}

/** Options of a run within this process. */
export interface RunningWithin extends Surroundings {
  /** Ends the run early, with the results so far. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called for each rule as soon as it is decided.
   * @param unusable why the target cannot be checked; `null` if it can
   */
  readonly onRule?: (report: RuleReport, unusable: string | null) => void;
}

/**
 * Runs a plan in a plain loop in this process and thread. It serves programs that want no test runner. Code that
 * blocks the thread, such as the target's own handler, delays the deadline and the signal.
 */
export async function runWithin(
  plan: RunPlan,
  all: readonly AnyRule[],
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
    await session.tryAll(
      all.filter(({ id }) => chosen.has(id)),
      {
        onTried: (tried) => {
          const report = ruleReport(tried, facts);
          reports.set(tried.rule.id, report);
          const { blames: _others, ...shown } = report;
          onRule(shown, run.unusable);
        },
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
