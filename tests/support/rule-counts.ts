import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';

// Counted by ids alone: the prefix marks observations, which tests/suites/rules.test.ts compares with the
// levels.

/** Number of gating rules. */
export const GATING_RULES: number = ruleIds.filter((id) => !id.startsWith('observed.')).length;

/**
 * Observations that need no own request on a list of several pages once other rules have created issues. The
 * profile quick makes only these.
 */
export const FREE_OBSERVATIONS: readonly RuleId[] = [
  'observed.issue.fields',
  'observed.issue.pull-requests',
  'observed.errors.body',
  'observed.content-type',
  'observed.rate-limit',
  'observed.create.status',
  'observed.create.response',
];
