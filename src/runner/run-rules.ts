import { nameOf, sameRepository } from '../client/request.ts';
import { messageOf } from '../client/thrown.ts';
import { isAccepted } from '../context/ledger.ts';
import { RunContext } from '../context/run-context.ts';
import type { RunDependencies } from '../context/run-settings.ts';
import type { Unusable } from '../context/unusable-target.ts';
import type { Watchers } from '../engine/run-steps.ts';
import { tryAll } from '../engine/try-all.ts';
import { sanitise } from '../model/text.ts';
import type { AnyRule } from '../observe/observed-rule.ts';
import { evidenceOf } from '../report/evidence.ts';
import { grouped } from '../report/groups.ts';
import type { ExchangeReport, Report, RuleReport } from '../report/model.ts';
import type { RunPlan } from './plan.ts';
import { ruleReport } from './rule-report.ts';

type RunCounts = Pick<Report['run'], 'requests' | 'retries'> & Partial<Report['run']>;

/** Returns the markers of what was created, by repository. */
function createdBy({ ledger, target }: RunContext): NonNullable<Report['run']['created']> {
  const known = [target.writeRepository, target.repository, target.privateRepository];
  return grouped(ledger.creations.filter(isAccepted), ({ ask }) => nameOf(ask.repository)).map((all) => {
    const { owner, repo } = all[0].ask.repository;
    const isReal = known.some((one) => one !== undefined && sameRepository(one, { owner, repo }));
    return { owner, repo, markers: all.map(({ marker }) => marker), madeUp: isReal ? undefined : true };
  });
}

/** Starts to count the requests of a run. @returns a function that returns the current counts */
function tallyOf(run: RunContext): () => RunCounts {
  const header = run.settings.versionHeader?.toLowerCase() ?? '';
  /** The version that the last answer with one named. */
  let version = '';
  run.listen(({ transmissions }) => {
    for (const { response } of transmissions)
      version = sanitise(run.secrets.scrub(response?.headers[header] ?? '').trim(), 80) || version;
  });
  return () => {
    const { requests, retries, throttle } = run.client;
    const created = createdBy(run);
    const errors = (['GET', 'POST'] as const).flatMap((method) => run.errors.intermittent(method) ?? []);
    const waitedMs = Math.round(throttle.heldUpMs);
    return {
      requests,
      retries,
      ...(version === '' ? {} : { targetVersion: version }),
      ...(created.length === 0 ? {} : { created }),
      ...(errors.length === 0 ? {} : { errorsByChance: errors }),
      ...(waitedMs === 0 ? {} : { waitedMs }),
      ...(throttle.adaptive.workingRate === null ? {} : { workingRate: throttle.adaptive.workingRate }),
    };
  };
}

/** The result of a rule as soon as it is decided, as plain data. */
export interface RuleUpdate {
  readonly report: RuleReport;
  readonly tally: RunCounts;
  /** The reason why the target cannot be checked, and the request that showed it; `null` if it can. */
  readonly unusable: { readonly reason: string; readonly evidence: ExchangeReport | null } | null;
}

/** The results of the rules of a run that have reported so far. */
export interface Collected extends Omit<RuleUpdate, 'report'> {
  readonly rules: ReadonlyMap<string, RuleReport>;
  /** Faults of this program: checks that threw, files that did not load. */
  readonly faults: readonly string[];
  /** The reason for an early end: an interruption, or a thread that ignored the deadline. */
  readonly cutShort: 'interrupted' | 'late' | null;
}

interface RunRulesOptions extends RunDependencies, Omit<Watchers, 'onTried'> {
  readonly onRule?: (tried: RuleUpdate) => void;
}

/**
 * Runs a plan in this thread: the one runner, of the command line and of programs. Code that blocks the thread, such as
 * the target's own handler, delays the deadline and the signal.
 */
export async function runRules(
  plan: Pick<RunPlan, 'session' | 'rules'>,
  all: readonly AnyRule[],
  { onRule, onWarning = () => undefined, ...options }: RunRulesOptions,
): Promise<Collected> {
  const run = new RunContext(plan.session, options);
  const tally = tallyOf(run);
  const rules = new Map<string, RuleReport>();
  const faults: string[] = [];
  const { seed, route } = plan.session;
  const facts = { seed, secrets: run.secrets, takesAnyCertificate: route?.checksCertificates === false };
  const shown = (found: Unusable | null): Collected['unusable'] =>
    found && {
      reason: run.secrets.scrub(found.message),
      evidence: found.exchange && evidenceOf(found.exchange, run.secrets),
    };
  const chosen = all.filter(({ id }) => plan.rules.includes(id));
  let unusable: Unusable | null = null;
  try {
    unusable = await tryAll(run, chosen, {
      ...options,
      onWarning: (text) => onWarning(run.secrets.scrub(text)),
      onTried: (result, reason) => {
        const report = ruleReport(result, facts);
        rules.set(result.rule.id, report);
        onRule?.({ report, tally: tally(), unusable: shown(reason) });
      },
    });
  } catch (error) {
    faults.push(messageOf(error));
  } finally {
    await run.client.close();
    if (run.recorder?.problem != null) onWarning(`The recording ends early: ${run.recorder.problem}.`);
  }
  return {
    rules,
    tally: tally(),
    unusable: shown(unusable),
    faults,
    cutShort: options.signal?.aborted === true ? 'interrupted' : null,
  };
}
