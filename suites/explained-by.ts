import type { RuleId } from '../src/model/rule-ids.ts';

type Rules = readonly RuleId[];

/** Rules on the callers who may list: a refused listing may break one of them. */
export const LISTING: Rules = ['list.ok', 'list.token', 'list.anonymous'];

/** Rules that must hold before two listings can be compared. */
export const COMPARED: Rules = ['list.array', 'list.records', ...LISTING];

/** Rules on later pages: a refused one breaks one of them. */
export const LATER_PAGES: Rules = ['list.page.second', 'list.page.slices'];

/** Rules that must hold before the place of a page in the list is known. */
export const PLACED: Rules = [
  'list.per-page.fills',
  'list.per-page.at-most',
  'list.per-page.maximum',
  ...COMPARED,
];

/** Rules on sizes beyond the range, which other parameters may stand beside. */
export const BEYOND_SIZES: Rules = [
  'list.per-page.above-maximum',
  'list.per-page.huge',
  'list.per-page.zero',
  'list.per-page.negative',
];

/** Rules on an invalid sort, which may stand beside other parameters. */
export const SORTS: Rules = [
  'list.sort.invalid-ok',
  'list.sort.invalid-ignores-direction',
  'list.sort.invalid-default-order',
];

/** Rules on names: a service that answers every name alike shows nothing. */
export const NAMES: Rules = ['list.unknown-repo', 'list.unknown-owner'];

/** Rules that must hold before a refused or accepted creation shows anything. */
export const REFUSED: Rules = ['create.accepted', ...NAMES];
