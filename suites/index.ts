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

/** Every rule, file by file. */
const written: readonly Rule[] = [
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
];

/** Returns rules in the order of their release. A new one follows the rule before it in its file. */
function inOrder(all: readonly Rule[]): readonly Rule[] {
  const places = new Map<Rule, number>();
  let place = -1;
  for (const rule of all) {
    const released = ruleIds.indexOf(rule.id);
    if (released !== -1) place = released;
    places.set(rule, place);
  }
  return all.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Returns a rule whose `explainedBy` begins with the rules that name it in `explains`. */
function withExplanations(rule: Rule): Rule {
  if (rule.level === 'observed') return rule;
  const explaining = written.filter((each) => each.level !== 'observed' && each.explains?.includes(rule.id));
  return { ...rule, explainedBy: [...explaining.map(({ id }) => id), ...rule.explainedBy] };
}

/** Every rule, in the order in which reports show them. */
export const rules: readonly Rule[] = inOrder(written).map(withExplanations);
