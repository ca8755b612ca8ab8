import type { RuleReport } from '../report/model.ts';

/** What can become of a rule that both reports judge. */
export type ChangeKind =
  | 'newlyFailing'
  | 'newlyUndecided'
  | 'stillFailing'
  | 'mended'
  | 'decidedNow'
  | 'stillUndecided'
  | 'stillPassing';

/** One rule as both reports have it. */
export interface RulePair {
  readonly before: RuleReport;
  readonly after: RuleReport;
}

type State = 'pass' | 'fail' | 'undecided';

/** What a verdict says of a rule that counts; whatever neither accuses nor acquits has not decided it. */
function stateOf({ verdict }: RuleReport): State {
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'undecided';
}

const TABLE = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'mended', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const satisfies Record<State, Record<State, ChangeKind>>;

/**
 * What became of a rule that counts (required or implied). A failure that the baseline lists is a failure all the same.
 *
 * | before | passes now | fails now | undecided now |
 * | --- | --- | --- | --- |
 * | passed | still passing | newly failing (worse) | newly undecided (worse) |
 * | failed | mended | still failing | newly undecided |
 * | undecided | decided now | newly failing (worse) | still undecided |
 */
export function changeKindOf({ before, after }: RulePair): ChangeKind {
  return TABLE[stateOf(before)][stateOf(after)];
}

/** Whether what became of the rule is worse than what it was, as the table of {@link changeKindOf} says. */
export function isWorse(pair: RulePair): boolean {
  const kind = changeKindOf(pair);
  return kind === 'newlyFailing' || (kind === 'newlyUndecided' && stateOf(pair.before) === 'pass');
}

/** Whether a report decided the rule. */
export const isDecided = (rule: RuleReport): boolean => stateOf(rule) !== 'undecided';
