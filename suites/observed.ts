import type { ObservedRule } from '../src/observe/observed-rule.ts';
import { observedAccess } from './observed-access.ts';
import { observedAnswers } from './observed-answers.ts';
import { observedCreations } from './observed-creations.ts';
import { observedLists } from './observed-lists.ts';

/** All observations. */
export const observedRules: readonly ObservedRule[] = [
  ...observedLists,
  ...observedAnswers,
  ...observedAccess,
  ...observedCreations,
];
