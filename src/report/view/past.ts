import type { Report, RuleReport } from '../model.ts';
import { inert } from '../text.ts';

/** What a run says of a rule; `absent` where it did not have the rule at all. */
export type PastMark = 'pass' | 'fail' | 'undecided' | 'observed' | 'absent';

/** Since when a rule fails. */
interface Failing {
  readonly since: string;
  readonly atLeast: boolean;
  /** The versions of the service that first failed and that last held: `1.4.2; last held at 1.4.1`. Empty if unknown. */
  readonly versions: string;
}

/** What became of one rule in the runs on one target, the oldest first. */
export interface RulePast {
  /** One for each run. */
  readonly marks: readonly PastMark[];
  /**
   * Where the newest run that decided the rule saw it fail: when the first of the runs began that saw it fail with none
   * since that saw it hold. `atLeast` where none before saw it hold either, so that it may be failing for longer.
   */
  readonly failing: Failing | null;
  /** Changes between pass and fail, among the runs that decided it. */
  readonly flips: number;
  /** Changes of what was observed, among the runs that observed it. */
  readonly changes: number;
}

type RulesById = ReadonlyMap<string, RuleReport>;

function markOf(rule: RuleReport | undefined): PastMark {
  if (rule === undefined) return 'absent';
  return rule.verdict === 'inconclusive' || rule.verdict === 'skip' ? 'undecided' : rule.verdict;
}

const changesAmong = (values: readonly string[]): number =>
  values.filter((value, index) => index > 0 && value !== values[index - 1]).length;

function failingIn(runs: readonly Report[], marks: readonly PastMark[]): Failing | null {
  const lastPass = marks.lastIndexOf('pass');
  const first = marks.indexOf('fail', lastPass + 1);
  const run = runs[first];
  if (run === undefined) return null;
  const held = runs[lastPass]?.run.targetVersion;
  const versions = [
    ...(run.run.targetVersion === undefined ? [] : [run.run.targetVersion]),
    ...(held === undefined ? [] : [`last held at ${held}`]),
  ];
  return { since: run.run.startedAt, atLeast: lastPass === -1, versions: inert(versions.join('; ')) };
}

/**
 * The past of rules by their ids.
 *
 * @param runs on one target, the oldest first
 */
export function pastOf(runs: readonly Report[]): (id: string) => RulePast {
  // The first of those that are called alike, as it is the first that a link leads to.
  const byRun: readonly RulesById[] = runs.map(
    ({ rules }) => new Map(rules.toReversed().map((rule) => [rule.id, rule])),
  );
  return (id) => {
    const found = byRun.map((rules) => rules.get(id));
    const marks = found.map(markOf);
    return {
      marks,
      failing: failingIn(runs, marks),
      flips: changesAmong(marks.filter((mark) => mark === 'pass' || mark === 'fail')),
      changes: changesAmong(
        found.flatMap((rule) => (rule?.verdict === 'observed' ? [rule.observation?.value ?? ''] : [])),
      ),
    };
  };
}
