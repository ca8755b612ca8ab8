import { because, type Doubt, doubtIn, gravest, isHarmless } from '../client/doubt.ts';
import type { AskedBy, CaseResult } from './check.ts';
import type { Level } from './rule-ids.ts';
import { type ConfirmedViolation, inWords } from './violation.ts';
import type { Need } from './words.ts';

/** An observation: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** Everything that trying one rule brought to light, from which the verdict follows. */
export interface Findings {
  /** Settings that are missing: nothing was tried. */
  readonly missing: readonly Need[];
  readonly results: readonly CaseResult[];
  /** The reasons why preconditions do not hold. */
  readonly unmet: readonly Doubt[];
  readonly observation: Observation | null;
  /** The reason why the trial ended early; `null` if it came to its end. */
  readonly cutShort: Doubt | null;
  /** The reason why missing data may exist anyway, or `null`. */
  readonly misgiving: Doubt | null;
}

export const NOTHING_FOUND: Findings = {
  missing: [],
  results: [],
  unmet: [],
  observation: null,
  cutShort: null,
  misgiving: null,
};

/** The verdicts of the catalogue, each with what belongs to it. */
export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: ConfirmedViolation }
  | (Doubt & { readonly verdict: 'inconclusive' | 'skip' })
  | { readonly verdict: 'observed'; readonly observation: Observation };

const inconclusive = (doubt: Doubt): Verdict => ({ verdict: 'inconclusive', ...doubtIn(doubt) });

/** Missing data may exist anyway if some requests had no answer, or two. */
function withMisgiving(doubt: Doubt, misgiving: Doubt | null): Doubt {
  return misgiving === null || doubt.cause !== 'data'
    ? doubt
    : because(misgiving.cause, `${doubt.reason} ${misgiving.reason}`);
}

type Vacuous = CaseResult & { readonly kind: 'vacuous' };

/**
 * Returns the vacuous cases that leave a rule undecided: all of them if no case held. Otherwise those of a caller for
 * whom none held, unless the target lacks data for everybody, or refuses the query. If the same query held for another
 * caller, this one is shown less.
 */
function openOf(results: readonly CaseResult[]): Vacuous[] {
  const held = results.filter(({ kind }) => kind === 'held');
  const vacuous = results.filter((result): result is Vacuous => result.kind === 'vacuous');
  if (held.length === 0) return vacuous;
  const callers = new Set(held.map(({ by }) => by?.caller));
  const queries = new Set(held.flatMap(({ by }) => by?.query ?? []));
  return vacuous.filter(
    ({ by, cause, isRefusal }) =>
      by !== undefined &&
      !callers.has(by.caller) &&
      ((cause !== 'data' && isRefusal !== true) || queries.has(by.query)),
  );
}

const CALLERS: Readonly<Record<AskedBy['caller'], string>> = {
  member: 'with TOKEN',
  outsider: 'with OUTSIDER_TOKEN',
  anonymous: 'without a credential',
  invalid: 'with an invalid credential',
};

/** Names the caller for whom alone nothing is shown. */
const toWhom = (by: AskedBy | undefined): string => (by === undefined ? '' : ` ${CALLERS[by.caller]}`);

/** Returns why nothing follows from the results of some cases. */
function doubtsOf(results: readonly CaseResult[]): Doubt[] {
  const undecided = results.flatMap((result) => (result.kind === 'undecided' ? result : []));
  const isShown = results.some(({ kind }) => kind === 'held');
  return [
    ...undecided,
    ...openOf(results).map(({ cause, needs, by, blames }) =>
      doubtIn({
        cause,
        reason: `The run did not see what this rule needs${isShown ? toWhom(by) : ''}: ${needs}.`,
        blames,
      }),
    ),
  ];
}

/** Returns an order to set what is missing: `set TOKEN and PRIVATE_REPO, and WRITES to all`. */
export function orderToSet(missing: readonly Need[]): string {
  const names = missing.filter((need) => !need.startsWith('WRITES='));
  const isWriting = missing.includes('WRITES=all');
  const writes = isWriting ? 'WRITES to all' : 'WRITES to rejected or all';
  const parts = [
    ...(names.length > 0 ? [inWords(names)] : []),
    ...(names.length < missing.length ? [writes] : []),
  ];
  return `set ${parts.join(', and ')}`;
}

/**
 * Makes a rule's verdict from what trying it brought to light. Read as a table: the first line that applies decides.
 *
 * | seen | verdict |
 * | --- | --- |
 * | a setting is missing | skip |
 * | an observation | observed |
 * | a confirmed violation | fail |
 * | the trial was cut short | inconclusive |
 * | a precondition that does not hold | inconclusive |
 * | a case that stayed undecided | inconclusive |
 * | a caller for whom no case could have failed, although the same case could for another | inconclusive |
 * | at least one case that could have failed, and held | pass |
 * | no case that could have failed | inconclusive |
 *
 * Of several things that leave it undecided, the first line whose gravest doubt says more than that something is missing is named.
 */
export function verdictOf(level: Level, findings: Findings): Verdict {
  const { missing, results, unmet, observation, cutShort, misgiving } = findings;
  if (missing.length > 0)
    return { verdict: 'skip', ...because('setting', `Not tried: ${orderToSet(missing)}.`) };
  const ended = cutShort === null ? [] : [cutShort];
  if (level === 'observed') {
    return observation === null
      ? inconclusive([...ended, ...unmet][0] ?? because('data', 'Nothing was there to be observed.'))
      : { verdict: 'observed', observation };
  }
  for (const result of results)
    if (result.kind === 'violated') return { verdict: 'fail', violation: result.violation };
  const doubts = [ended, unmet, doubtsOf(results)].flatMap((one) => gravest(one) ?? []);
  const doubt = doubts.find(({ cause }) => !isHarmless(cause)) ?? doubts[0];
  if (doubt !== undefined) return inconclusive(withMisgiving(doubt, misgiving));
  return results.some(({ kind }) => kind === 'held')
    ? { verdict: 'pass' }
    : inconclusive(because('unclear', 'No case of this rule could be tried.'));
}
