import type { AnyRule, DataNeed } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';

type Kind = keyof DataNeed;

/** The minimum number of issues of one kind, and the rules that stay undecided with fewer. */
export interface NeededData {
  readonly kind: Kind;
  readonly count: number;
  readonly rules: readonly RuleId[];
}

const KINDS: readonly Kind[] = ['open', 'closed', 'hidden'];

const inWords: Readonly<Record<Kind, (count: number) => string>> = {
  open: (count) => (count === 1 ? '1 open issue' : `${count} open issues`),
  closed: (count) => (count === 1 ? '1 issue that is not open' : `${count} issues that are not open`),
  hidden: (count) =>
    count === 1 ? '1 issue in the private repository' : `${count} issues in the private repository`,
};

/** Returns the need as a phrase: "101 open issues". */
export const needText = ({ kind, count }: NeededData): string => inWords[kind](count);

/** Returns the data that rules need, by kind, the largest number first. */
export function neededData(rules: readonly AnyRule[]): readonly NeededData[] {
  const ofRule = (rule: AnyRule): DataNeed => ('data' in rule ? (rule.data ?? {}) : {});
  return KINDS.flatMap((kind) => {
    const counts = new Set(rules.flatMap((rule) => ofRule(rule)[kind] ?? []));
    return [...counts]
      .toSorted((a, b) => b - a)
      .map((count) => ({
        kind,
        count,
        rules: rules.filter((rule) => ofRule(rule)[kind] === count).map(({ id }) => id),
      }));
  });
}
