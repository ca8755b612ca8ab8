import { Session } from '../engine/session.ts';
import type { Tried } from '../engine/trial.ts';
import { type AnyRule, isGatingRule, type Rule } from '../model/rule.ts';
import type { Report, RuleReport } from '../report/model.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import { ruleReport } from './rule-report.ts';

export type ReplayStatus = 'still failing' | 'no longer failing' | 'cannot be tried';

/** Result of replaying one failure. */
export interface Replayed {
  readonly id: string;
  readonly status: ReplayStatus;
  /** The observation now, or why it cannot be judged; a sentence without a full stop. */
  readonly detail: string;
}

/** Returns the failed rules of a report, including those that its baseline lists. */
export function failuresOf({ rules }: Report): readonly RuleReport[] {
  return rules.filter(({ verdict }) => verdict === 'fail');
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

const failing = ({ id, failure }: RuleReport, before = ''): Replayed => ({
  id,
  status: 'still failing',
  detail: `${before}expected ${failure?.expected}; actual ${failure?.actual} (${failure?.reproduced})`,
});

/** Combines the results of the recorded case and of the whole rule. */
function judged(recorded: RuleReport, whole: RuleReport): Replayed {
  const { id } = recorded;
  if (recorded.verdict === 'fail') return failing(recorded);
  if (whole.verdict === 'fail') return failing(whole, 'the recorded request passes, another case fails: ');
  if (whole.verdict === 'pass')
    return { id, status: 'no longer failing', detail: 'the recorded request and the whole rule now pass' };
  const reason = withoutStop(whole.reason ?? 'nothing could be decided');
  return recorded.verdict === 'pass'
    ? {
        id,
        status: 'no longer failing',
        detail: `the recorded request now passes; the whole rule is undecided: ${reason}`,
      }
    : { id, status: 'cannot be tried', detail: reason };
}

const UNWRITTEN =
  'it failed after that run had written to the target, and holds as long as nothing is written: set WRITES as that run had it';

/**
 * Sends the recorded requests of failures again and checks the answers. If they hold, all cases of the rule
 * are tried too: a failure may need more than its last requests. Reading rules come first. A failure that was
 * found after writes, and is not seen without them, is tried again after the same writes.
 * @param rules every rule with its check
 * @param onReplayed called with each result
 */
export async function replayFailures(
  failures: readonly RuleReport[],
  settings: RunSettings,
  rules: readonly AnyRule[],
  onReplayed: (replayed: Replayed) => void,
  surroundings: Surroundings = {},
): Promise<readonly Replayed[]> {
  const session = new Session(settings, surroundings);
  const gating = rules.filter(isGatingRule);
  const all: Replayed[] = [];
  const tell = (replayed: Replayed): void => {
    all.push(replayed);
    onReplayed(replayed);
  };
  const reportOf = (tried: Tried): RuleReport =>
    ruleReport(tried, { seed: settings.seed, secrets: session.run.secrets });
  const tryAgain = async (rule: Rule, { failure }: RuleReport, isAfterWrites = false): Promise<Replayed> => {
    const again = async (name: string | null): Promise<RuleReport> =>
      reportOf(await session.retry(rule, name, { all: gating, isAfterWrites }));
    const recorded = await again(failure?.replay?.case ?? null);
    const isOver = recorded.verdict === 'fail' || recorded.verdict === 'skip';
    return judged(recorded, isOver ? recorded : await again(null));
  };
  const later: { readonly rule: Rule; readonly failed: RuleReport }[] = [];
  try {
    for (const failed of reading(failures, rules)) {
      const rule = gating.find(({ id }) => id === failed.id);
      if (rule === undefined) {
        tell({ id: failed.id, status: 'cannot be tried', detail: 'this version knows no such rule' });
        continue;
      }
      const replayed = await tryAgain(rule, failed);
      if (replayed.status !== 'still failing' && failed.failure?.replay?.afterWrites === true)
        later.push({ rule, failed });
      else tell(replayed);
    }
    for (const { rule, failed } of later)
      tell(
        settings.writes === 'none'
          ? { id: rule.id, status: 'cannot be tried', detail: UNWRITTEN }
          : await tryAgain(rule, failed, true),
      );
  } finally {
    await session.close();
  }
  return all;
}

/** Returns the failures of reading rules first, otherwise in the order of the report. */
function reading(failures: readonly RuleReport[], rules: readonly AnyRule[]): readonly RuleReport[] {
  const readers = new Set<string>(rules.filter(({ phase }) => phase === 'lists').map(({ id }) => id));
  const reads = ({ id }: RuleReport): boolean => readers.has(id);
  return [...failures.filter(reads), ...failures.filter((failed) => !reads(failed))];
}

/** Returns 1 if anything still fails, else 3 if something could not be tried, else 0. */
export function replayExitStatus(replayed: readonly Replayed[]): 0 | 1 | 3 {
  if (replayed.some(({ status }) => status === 'still failing')) return 1;
  return replayed.some(({ status }) => status === 'cannot be tried') ? 3 : 0;
}
