import { create } from './create.ts';
import type { CatalogueEntry } from './entry.ts';
import { listAccess } from './list-access.ts';
import { listAnswer } from './list-answer.ts';
import { listPage } from './list-page.ts';
import { listPerPage } from './list-per-page.ts';
import { listSort } from './list-sort.ts';
import { observedAnswer } from './observed-answer.ts';
import { observedCreate } from './observed-create.ts';
import { observedList } from './observed-list.ts';

export type { CatalogueEntry, Level, Need, Phase } from './entry.ts';

/** Every rule, in the order in which reports show them. Append-only: an id that has been released is never changed. */
export const catalogue = [
  ...listAnswer,
  ...listPerPage,
  ...listPage,
  ...listSort,
  ...listAccess,
  ...create,
  ...observedList,
  ...observedAnswer,
  ...observedCreate,
] as const satisfies readonly CatalogueEntry[];

type Rule = (typeof catalogue)[number];

export type RuleId = Rule['id'];

export const ruleIds: readonly RuleId[] = catalogue.map((entry) => entry.id);

const byId: ReadonlyMap<string, CatalogueEntry> = new Map(catalogue.map((entry) => [entry.id, entry]));

export function entryOf(id: RuleId): CatalogueEntry {
  const entry = byId.get(id);
  if (entry === undefined) throw new Error(`no rule is called ${id}`);
  return entry;
}

export function isRuleId(text: string): text is RuleId {
  return byId.has(text);
}
