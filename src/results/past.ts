import type { Report, RuleReport } from '../report/model.ts';
import { inert } from '../report/text.ts';

/** The result of a rule in a run; `absent` if the run did not have the rule. */
export type PastMark = 'pass' | 'fail' | 'undecided' | 'observed' | 'absent';

/** The time since which a rule fails. */
interface Failing {
  readonly since: string;
  readonly atLeast: boolean;
  /** The versions that first failed and that last held: `1.4.2; last held at 1.4.1`. Empty if unknown. */
  readonly versions: string;
}

/** The results of one rule in the runs on a target, the oldest first. */
export interface RulePast {
  /** One mark for each run. */
  readonly marks: readonly PastMark[];
  /**
   * Set if the newest run that decided the rule saw it fail. `since` is the start of the first run that saw
   * it fail with no pass since. `atLeast` is true if no earlier run saw it hold, so that it may be failing
   * for longer.
   */
  readonly failing: Failing | null;
  /** Changes between pass and fail, among runs that decided the rule. */
  readonly flips: number;
  /** Changes of the observed value, among runs that observed it. */
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
 * Returns a function that gives the past of a rule by its id.
 *
 * @param runs on one target, the oldest first
 */
export function pastOf(runs: readonly Report[]): (id: string) => RulePast {
  // If ids repeat, the first rule counts, because links lead to it too.
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
