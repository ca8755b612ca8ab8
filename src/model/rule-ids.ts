import { released } from './released.ts';

/** `required` and `implied` rules are gating: they decide the outcome. An `observed` one only writes down what the target does. */
export const levels = ['required', 'implied', 'observed'] as const;
export type Level = (typeof levels)[number];

export type Need =
  | 'TOKEN'
  | 'OUTSIDER_TOKEN'
  | 'PRIVATE_REPO'
  | 'WRITES=rejected'
  | 'WRITES=all'
  | 'CONCURRENCY>1';

/** The id of a rule. Reports, baselines and `--only` refer to it, so it is never changed or removed once released. */
export type RuleId = (typeof released)[number][0];

/** The ids of all rules, in the order of reports. */
export const ruleIds: readonly RuleId[] = released.map(([id]) => id);

export const gatingIds: readonly RuleId[] = released.flatMap(([id, level]) =>
  level === 'observed' ? [] : [id],
);

const known: ReadonlySet<string> = new Set(ruleIds);

export const isRuleId = (text: string): text is RuleId => known.has(text);
