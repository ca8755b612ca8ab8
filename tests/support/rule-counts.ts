import { type RuleId, ruleIds } from '../../src/engine/rule-ids.ts';

// Of the ids alone: these say by their first word which rules are observations, which tests/suites/rules.test.ts holds
// against the levels.

/** How many rules have an id that begins so. */
export const rulesUnder = (prefix: string): number => ruleIds.filter((id) => id.startsWith(prefix)).length;

export const RULES: number = ruleIds.length;
export const OBSERVATIONS = rulesUnder('observed.');
export const GATING_RULES = RULES - OBSERVATIONS;

/** The gating rules, and the observations, of creating an issue. */
export const CREATE_RULES = rulesUnder('create.');
export const CREATE_OBSERVATIONS = rulesUnder('observed.create.');

/**
 * The observations that cost no request of their own on a list of more than one page, once other rules have created
 * issues: those that are made in quick.
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
