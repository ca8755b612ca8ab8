import { messageOf } from '../client/thrown.ts';
import { RunContext } from '../context/run-context.ts';
import type { RunDependencies } from '../context/run-settings.ts';
import { tryAll, type UnusableTarget, type Watchers } from '../engine/try-all.ts';
import type { AnyRule } from '../observe/observed-rule.ts';
import { evidenceOf } from '../report/evidence.ts';
import type { ExchangeReport, RuleReport } from '../report/model.ts';
import { type RunCounts, tallyOf } from './counts.ts';
import type { RunPlan } from './plan.ts';
import { ruleReport } from './rule-report.ts';

/** The result of a rule as soon as it is decided, as plain data. */
export interface RuleUpdate {
  readonly report: RuleReport;
  readonly tally: RunCounts;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
  /** The request that showed it. */
  readonly evidence?: ExchangeReport | undefined;
}

/** The results of the rules of a run that have reported so far. */
export interface Collected extends Omit<RuleUpdate, 'report'> {
  readonly rules: ReadonlyMap<string, RuleReport>;
  /** Faults of this program: checks that threw, files that did not load. */
  readonly faults: readonly string[];
  /** The reason for an early end: an interruption, or a thread that ignored the deadline. */
  readonly cutShort: 'interrupted' | 'late' | null;
}

export interface RunRulesOptions extends RunDependencies, Omit<Watchers, 'onTried'> {
  /** Ends the run early, with the results so far. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each rule as soon as it is decided. */
  readonly onRule?: (tried: RuleUpdate) => void;
}

/**
 * Runs a plan in this thread: the one runner, of the command line and of programs. Code that blocks the thread, such as
 * the target's own handler, delays the deadline and the signal.
 */
export async function runRules(
  plan: Pick<RunPlan, 'session' | 'rules'>,
  all: readonly AnyRule[],
  { signal, onRule, onPhase, onWarning, ...surroundings }: RunRulesOptions,
): Promise<Collected> {
  const run = new RunContext(plan.session, surroundings);
  const tally = tallyOf(run);
  const rules = new Map<string, RuleReport>();
  const faults: string[] = [];
  const { seed, route } = plan.session;
  const facts = { seed, secrets: run.secrets, takesAnyCertificate: route?.checksCertificates === false };
  const unusableReport = (found: UnusableTarget | null): Pick<Collected, 'unusable' | 'evidence'> => ({
    unusable: found?.reason ?? null,
    ...(found?.exchange == null ? {} : { evidence: evidenceOf(found.exchange, run.secrets) }),
  });
  const stop = (): void => run.stop();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const chosen = new Set<string>(plan.rules);
  let unusable: UnusableTarget | null = null;
  try {
    const tried = await tryAll(
      run,
      all.filter(({ id }) => chosen.has(id)),
      {
        onTried: (result, reason) => {
          const report = ruleReport(result, facts);
          rules.set(result.rule.id, report);
          onRule?.({ report, tally: tally(), ...unusableReport(reason) });
        },
        ...(onPhase === undefined ? {} : { onPhase }),
        ...(onWarning === undefined ? {} : { onWarning: (text) => onWarning(run.secrets.scrub(text)) }),
      },
    );
    unusable = tried.unusable;
  } catch (error) {
    faults.push(messageOf(error));
  } finally {
    signal?.removeEventListener('abort', stop);
    await run.close();
    if (run.recorder?.problem != null) onWarning?.(`The recording ends early: ${run.recorder.problem}.`);
  }
  return {
    rules,
    tally: tally(),
    ...unusableReport(unusable),
    faults,
    cutShort: signal?.aborted === true ? 'interrupted' : null,
  };
}
