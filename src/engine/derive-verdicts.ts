/**
 * The one place where findings become verdicts. It reads from top to bottom:
 * 1. {@link deriveVerdicts}: all rules of a run.
 * 2. {@link ownVerdict}: one rule by what it was shown itself.
 * 3. {@link byFindings}: the table.
 * 4. {@link blockedByOthers}: what other rules' failures explain, and the rule to fix first.
 */
import type { Playback } from '../client/playback.ts';
import { CALLER_LABELS } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { gravest, isHarmless, type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import { toWhom } from '../context/leak-detector.ts';
import type { RunContext } from '../context/run-context.ts';
import { violationText } from '../model/finding.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { type Findings, inconclusive, type Result, skipped, type Verdict } from '../model/verdict.ts';
import { KINDS } from '../model/violation-kinds.ts';
import type { ObservedRule } from '../observe/observed-rule.ts';
import type { Observed } from '../observe/observer.ts';
import {
  incomparableReason,
  missingOf,
  untriableReasons,
  whyNothingPasses,
  whyTooFew,
} from './preconditions.ts';
import type { Trial } from './trial.ts';

/** What a run found out: the trials of gating rules, and what became of the observations. */
interface FoundOut {
  readonly trials: readonly Trial[];
  readonly observed: readonly ObservedRule[];
  readonly made: ReadonlyMap<RuleId, Observed>;
  /** The reason why the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/** The verdict of a rule before others are looked at, and the rules whose failure would explain it, the likeliest first. */
interface OwnVerdict extends Pick<UndecidedReason, 'blockedBy' | 'advice'> {
  readonly verdict: Verdict;
  /** True if writes of other clients may explain it as well. */
  readonly isWrittenMeanwhile?: boolean;
}

const undecided = ({ cause, reason, ...others }: UndecidedReason): OwnVerdict => ({
  verdict: inconclusive(undecidedReason(cause, reason)),
  ...others,
});

/** Returns the verdict of each rule, with its cause, its reason, and the rule to fix first. Nobody else changes a verdict. */
export function deriveVerdicts(
  { trials, observed, made, unusable }: FoundOut,
  run: RunContext,
): ReadonlyMap<RuleId, Verdict> {
  const shared = {
    made,
    nothingShown: whyNothingPasses(run, unusable),
    isErringEverywhere: trials.filter(({ hiddenErrors }) => hiddenErrors > 0).length > trials.length / 3,
    neededIssues: Math.max(...trials.map(({ rule }) => rule.data?.open ?? 0)),
  };
  const own = new Map([
    ...trials.map((trial) => [trial.rule.id, ownVerdict(trial, run, shared)] as const),
    ...observed.map((rule) => [rule.id, observedVerdict(rule, run, shared)] as const),
  ]);
  return blockedByOthers(own, run.playback);
}

interface Shared extends Pick<FoundOut, 'made'> {
  readonly nothingShown: readonly UndecidedReason[];
  /** True if so many rules met hidden errors that they are the service's, not the rule's. */
  readonly isErringEverywhere: boolean;
  /** The number of open issues that decides all tried rules. */
  readonly neededIssues: number;
}

/** Number of errors among a rule's requests that leave it undecided, although retries succeeded. */
const HIDDEN_ERRORS = 2;

/** The rule on all requests of a method, which intermittent errors leave undecided. */
export const ERRORS: { readonly [Id in RuleId]?: 'GET' | 'POST' } = {
  'list.ok': 'GET',
  'create.accepted': 'POST',
};

/** Returns the verdict of a gating rule by what it was shown itself. */
function ownVerdict(
  trial: Trial,
  run: RunContext,
  { nothingShown, isErringEverywhere, neededIssues }: Shared,
): OwnVerdict {
  const { rule, hiddenErrors, requests } = trial;
  const isHiding = hiddenErrors >= HIDDEN_ERRORS && !isErringEverywhere;
  const hidden = `${hiddenErrors} of its ${requests} requests got 5xx, and another answer at a retry.`;
  const found = byFindings(trial, [
    ...nothingShown,
    ...untriableReasons(rule, run),
    ...(isHiding ? [undecidedReason('unstable', hidden)] : []),
  ]);
  const { verdict } = found;
  const incomparable = verdict.verdict === 'fail' ? incomparableReason(verdict.violation, run) : null;
  if (incomparable !== null) return undecided(incomparable);
  if (verdict.verdict === 'fail') return { verdict, blockedBy: rule.blockedBy };
  if (verdict.verdict === 'skip') return found;
  const method = ERRORS[rule.id];
  const errors = method === undefined ? null : run.errors.undecidedReason(method, run.primaryCaller);
  if (errors !== null) return undecided(errors);
  // A later refusal may come from a lockout.
  const isLockedOut =
    'cause' in verdict ? verdict.cause !== 'setting' : run.lockout.isPossibleAt(trial.refusedAt);
  if (isLockedOut && run.lockout.reason !== null)
    return undecided(undecidedReason('limit', run.lockout.reason));
  const isOfData = 'cause' in verdict && verdict.cause === 'data';
  const isWrittenMeanwhile = rule.judges === 'contents' && run.stability.shows('written by others');
  if (!isOfData || (rule.data?.open ?? 0) <= run.listed.count()) return { ...found, isWrittenMeanwhile };
  const { blockedBy, ...tooFew } = whyTooFew(neededIssues, run);
  return undecided({ ...tooFew, cause: 'data', blockedBy: [...blockedBy, ...(found.blockedBy ?? [])] });
}

/**
 * Returns the verdict of a gating rule. The first line of the table that applies decides.
 *
 * | seen | verdict |
 * | --- | --- |
 * | a setting is missing | skip |
 * | a confirmed violation | fail |
 * | the trial was cut short | inconclusive |
 * | a reason why the rule may not pass | inconclusive |
 * | a case that stayed undecided | inconclusive |
 * | a caller for whom no case could have failed | inconclusive |
 * | at least one case that could have failed, and held | pass |
 * | no case that could have failed | inconclusive |
 *
 * If several lines leave it undecided, the reason is that of the first line which says more than that something is missing.
 * @param unmet the reasons why the rule may not pass
 */
export function byFindings(
  { missing, failure, results, cutShort }: Findings,
  unmet: readonly UndecidedReason[],
): OwnVerdict {
  if (missing.length > 0) return { verdict: skipped(missing) };
  if (failure !== null) return { verdict: { verdict: 'fail', violation: failure } };
  const ended = cutShort === null ? [] : [cutShort];
  const reasons = [ended, unmet, undecidedReasonsOf(results)].flatMap((one) => gravest(one) ?? []);
  const reason = reasons.find(({ cause }) => !isHarmless(cause)) ?? reasons[0];
  if (reason !== undefined) return undecided(reason);
  return results.some(({ finding }) => finding.is === 'holds')
    ? { verdict: { verdict: 'pass' } }
    : undecided(undecidedReason('unclear', 'No case of this rule could be tried.'));
}

/** Returns the reasons of inconclusive cases. A case without data leaves a rule undecided if no case of its caller held. */
function undecidedReasonsOf(results: readonly Result[]): UndecidedReason[] {
  const held = results.filter(({ finding }) => finding.is === 'holds').map(({ by }) => by?.caller);
  return results.flatMap(({ finding, by }) => {
    if (finding.is === 'holds') return [];
    if (finding.cause !== 'data') return [finding];
    if (held.length > 0 && (by === null || held.includes(by.caller))) return [];
    const kind = held.length > 0 ? by?.caller : undefined;
    const whose = kind === undefined ? '' : ` ${toWhom({ kind, label: CALLER_LABELS[kind] }, 'with')}`;
    return [{ ...finding, reason: `The run did not see what this rule needs${whose}: ${finding.reason}.` }];
  });
}

/** Returns the verdict of an observation. It is not made if the run ended before it. */
function observedVerdict(rule: ObservedRule, run: RunContext, { made, nothingShown }: Shared): OwnVerdict {
  const result = made.get(rule.id);
  const missing = missingOf(rule, run.settings);
  if (missing.length > 0) return { verdict: skipped(missing) };
  if (result !== undefined && 'value' in result) {
    const { value, note } = result;
    return { verdict: { verdict: 'observed', observation: { value, note } } };
  }
  const stopped: unknown = run.client.throttle.signal.reason;
  if (result === undefined && stopped instanceof Stopped)
    return undecided(undecidedReason(stopped.cause, stopped.message));
  const unmade = result ?? undecidedReason('limit', 'The run ended before this was observed.');
  return undecided([...untriableReasons(rule, run), ...nothingShown][0] ?? unmade);
}

/**
 * Returns the verdicts after what other rules explain: a failure that a failed rule explains is undecided, unless one
 * attempt shows it; and each undecided rule names the failed rule that blocks it, directly or through other blocked rules.
 * If none failed, the reason is what was seen.
 * @param playback the recording that is judged, if it is not a target
 */
export function blockedByOthers(
  own: ReadonlyMap<RuleId, OwnVerdict>,
  { gapReason = null, lackReason = null }: Partial<Pick<Playback, 'gapReason' | 'lackReason'>> = {},
): ReadonlyMap<RuleId, Verdict> {
  const hasFailed = (id: string): boolean => {
    const verdict = own.get(id as RuleId)?.verdict.verdict;
    // A recording may lack the failure of an undecided rule.
    return verdict === 'fail' || (gapReason !== null && verdict === 'inconclusive');
  };
  const explained = new Map(
    [...own].map(([id, one]) => {
      const { verdict, blockedBy = [] } = one;
      if (verdict.verdict !== 'fail') return [id, one];
      if (KINDS[verdict.violation.kind].attempts === 1 || !blockedBy.some(hasFailed))
        return [id, { verdict }];
      const reason = violationText(verdict.violation);
      return [id, undecided({ cause: 'other-rule', reason, blockedBy })];
    }),
  );
  const ended = (one: OwnVerdict): Verdict => {
    const verdict = withBlocker(one, explained);
    // Any lost answer may make a pass void, such as a stale list or a lockout.
    if (verdict.verdict === 'pass' && gapReason !== null)
      return inconclusive(undecidedReason('limit', gapReason));
    const isNamed = verdict.verdict !== 'inconclusive' || /recording/i.test(verdict.reason);
    return isNamed || lackReason === null
      ? verdict
      : { ...verdict, reason: `${verdict.reason} ${lackReason}` };
  };
  return new Map([...explained].map(([id, one]) => [id, ended(one)]));
}

function withBlocker(
  { verdict, blockedBy = [], advice, isWrittenMeanwhile = false }: OwnVerdict,
  all: ReadonlyMap<string, OwnVerdict>,
): Verdict {
  if (verdict.verdict !== 'inconclusive') return verdict;
  const fixFirst = failedBlocker(blockedBy, all);
  const { cause, reason } = verdict;
  // The data is there, but another rule's failure hides it.
  if (fixFirst !== null) return { ...verdict, cause: cause === 'data' ? 'other-rule' : cause, fixFirst };
  const ofNone = isWrittenMeanwhile ? 'unstable' : 'unclear';
  const shown = cause === 'other-rule' ? ofNone : cause;
  const help = [advice ?? [], shown === 'unstable' ? 'Run again when the service is stable.' : []].flat();
  return { ...verdict, cause: shown, reason: [reason, ...help].join(' ') };
}

/** Returns the failed rule that blocks a rule, directly or through other blocked rules; `null` if there is none. */
function failedBlocker(blockedBy: readonly string[], all: ReadonlyMap<string, OwnVerdict>): string | null {
  const asked = new Set(blockedBy);
  // The set grows by the rules that may block a blocking rule.
  for (const id of asked) {
    const other = all.get(id);
    if (other?.verdict.verdict === 'fail') return id;
    for (const next of other?.blockedBy ?? []) asked.add(next);
  }
  return null;
}
