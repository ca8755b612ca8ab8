import { ruleIds } from '../src/model/rule-ids.ts';
import type { AnyRule } from '../src/observe/observed-rule.ts';
import { acceptedRules } from './create/accepted.ts';
import { auditRules } from './create/audits.ts';
import { createCallerRules } from './create/callers.ts';
import { refusedRules } from './create/refused.ts';
import { accessRules } from './list/access.ts';
import { bodyShapeRules } from './list/body-shape.ts';
import { callerRules } from './list/callers.ts';
import { outOfRangeSizeRules } from './list/out-of-range-sizes.ts';
import { pageRules } from './list/pages.ts';
import { privateRules } from './list/private.ts';
import { sizeRules } from './list/sizes.ts';
import { sortRules } from './list/sorts.ts';
import { stateRules } from './list/state.ts';
import { walkRules } from './list/walks.ts';
import { observedCallers } from './observed/callers.ts';
import { observedCreations } from './observed/creations.ts';
import { observedLists } from './observed/lists.ts';
import { observedReplies } from './observed/recorded-answers.ts';

/** Returns the place of a rule in reports: the last one for a rule that was not released yet. */
const placeOf = ({ id }: AnyRule): number => (ruleIds.includes(id) ? ruleIds.indexOf(id) : ruleIds.length);

/** Every rule, in the order in which they are tried, and in which reports show them. */
export const rules: readonly AnyRule[] = [
  bodyShapeRules,
  callerRules,
  stateRules,
  sizeRules,
  outOfRangeSizeRules,
  pageRules,
  walkRules,
  sortRules,
  accessRules,
  privateRules,
  createCallerRules,
  refusedRules,
  acceptedRules,
  auditRules,
  observedLists,
  observedReplies,
  observedCallers,
  observedCreations,
]
  .flat()
  .toSorted((one, other) => placeOf(one) - placeOf(other));
