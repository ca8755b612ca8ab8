import { ruleIds } from '../src/model/rule-ids.ts';
import type { Rule } from '../src/run/rule.ts';
import { createAccepted } from './create-accepted.ts';
import { createCallers } from './create-callers.ts';
import { createFates } from './create-fates.ts';
import { createRefused } from './create-refused.ts';
import { listAccess } from './list-access.ts';
import { listAnswers } from './list-answers.ts';
import { listCallers } from './list-callers.ts';
import { listDirections } from './list-directions.ts';
import { listEffectiveSize } from './list-effective-size.ts';
import { listNames } from './list-names.ts';
import { listPages } from './list-pages.ts';
import { listPartition } from './list-partition.ts';
import { listPerPage } from './list-per-page.ts';
import { listPerPageBeyond } from './list-per-page-beyond.ts';
import { listPrivate } from './list-private.ts';
import { listSorts } from './list-sorts.ts';
import { listState } from './list-state.ts';
import { observedAccess } from './observed-access.ts';
import { observedAnswers } from './observed-answers.ts';
import { observedCreations } from './observed-creations.ts';
import { observedLists } from './observed-lists.ts';
import { observedPages } from './observed-pages.ts';

const place = (rule: Rule): number => ruleIds.indexOf(rule.id);

/** Every rule, in the order in which reports show them. */
export const rules: readonly Rule[] = [
  ...listAnswers,
  ...listCallers,
  ...listState,
  ...listPerPage,
  ...listPerPageBeyond,
  ...listPages,
  ...listPartition,
  ...listEffectiveSize,
  ...listSorts,
  ...listDirections,
  ...listAccess,
  ...listNames,
  ...listPrivate,
  ...createRefused,
  ...createCallers,
  ...createAccepted,
  ...createFates,
  ...observedLists,
  ...observedPages,
  ...observedAnswers,
  ...observedAccess,
  ...observedCreations,
].toSorted((a, b) => place(a) - place(b));
