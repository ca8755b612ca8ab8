import { type Doubt, doubtIn } from '../client/doubt.ts';
import { messageOf } from '../client/thrown.ts';
import { Session, type Watchers } from '../engine/session.ts';
import type { Tried } from '../engine/trial.ts';
import { withCulprits } from '../model/causes.ts';
import type { AnyRule } from '../model/rule.ts';
import type { Verdict } from '../model/verdict.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import type { Collected } from './collector.ts';
import { tallyOf } from './counts.ts';
import type { CutShort, RunPlan, StopMessage, TriedRule } from './plan.ts';
import { type FreshReport, ruleReport } from './rule-report.ts';

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

/** Tries rules and returns their verdicts, without reports. The project's own tests use this with many services. */
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

export interface RunningWithin extends Surroundings, Omit<Watchers, 'onTried'> {
  /** Ends the run early, with the results so far. With the reason `deadline` the run is late, and else interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each rule as soon as it is decided. */
  readonly onRule?: (tried: TriedRule) => void;
  /** Called after each answer, with the number of requests so far. */
  readonly onRequests?: (requests: number) => void;
}

const causeOf = ({ reason }: AbortSignal): StopMessage['stop'] =>
  reason === 'deadline' ? reason : 'interrupted';

/**
 * Runs a plan in this thread: the one runner, of the command line and of programs. Code that blocks the thread, such as
 * the target's own handler, delays the deadline and the signal.
 */
export async function runWithin(
  plan: RunPlan,
  all: readonly AnyRule[],
  { signal, onRule, onPhase, onWarning, onRequests, ...surroundings }: RunningWithin,
): Promise<Collected & { readonly cutShort: CutShort | null }> {
  const session = new Session(plan.session, surroundings);
  const { run } = session;
  const tally = tallyOf(run);
  const rules = new Map<string, FreshReport>();
  const faults: string[] = [];
  const { seed, route } = plan.session;
  const facts = { seed, secrets: run.secrets, takesAnyCertificate: route?.checksCertificates === false };
  if (onRequests !== undefined) run.listen(() => onRequests(run.target.client.requests));
  const stop = (): void => {
    if (signal !== undefined) run.stop(causeOf(signal));
  };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const chosen = new Set<string>(plan.rules);
  try {
    await session.tryAll(
      all.filter(({ id }) => chosen.has(id)),
      {
        onTried: (tried) => {
          const report = ruleReport(tried, facts);
          rules.set(tried.rule.id, report);
          onRule?.({ report, tally: tally(), unusable: run.unusable });
        },
        ...(onPhase === undefined ? {} : { onPhase }),
        ...(onWarning === undefined ? {} : { onWarning: (text) => onWarning(run.secrets.scrub(text)) }),
      },
    );
  } catch (error) {
    faults.push(messageOf(error));
  } finally {
    signal?.removeEventListener('abort', stop);
    await session.close();
  }
  const isCut = signal?.aborted === true && causeOf(signal) === 'interrupted';
  return {
    rules,
    tally: tally(),
    unusable: run.unusable,
    faults,
    cutShort: isCut ? 'interrupted' : null,
  };
}
