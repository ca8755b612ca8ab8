import type { Rule } from '../src/engine/rule.ts';
import { ruleIds } from '../src/engine/rule-ids.ts';
import { createAccepted } from './create-accepted.ts';
import { createRefused } from './create-refused.ts';
import { listAccess } from './list-access.ts';
import { listAnswers } from './list-answers.ts';
import { listPages } from './list-pages.ts';
import { listPerPage } from './list-per-page.ts';
import { listSorts } from './list-sorts.ts';
import { listState } from './list-state.ts';
import { observedAccess } from './observed-access.ts';
import { observedAnswers } from './observed-answers.ts';
import { observedCreations } from './observed-creations.ts';
import { observedLists } from './observed-lists.ts';

const place = (rule: Rule): number => ruleIds.indexOf(rule.id);

/** Every rule, in the order in which reports show them. */
export const rules: readonly Rule[] = [
  ...listAnswers,
  ...listState,
  ...listPerPage,
  ...listPages,
  ...listSorts,
  ...listAccess,
  ...createRefused,
  ...createAccepted,
  ...observedLists,
  ...observedAnswers,
  ...observedAccess,
  ...observedCreations,
].toSorted((a, b) => place(a) - place(b));
