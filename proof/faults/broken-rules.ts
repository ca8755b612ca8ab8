// Rules that several faults break together, or several variants leave undecided.
import { gatingIds } from '../../src/model/rule-ids.ts';

/** Rules on who may list a private repository. */
export const STRANGERS = ['list.private.anonymous', 'list.private.outsider'] as const;
export const OUTSIDERS = ['list.private.outsider', 'create.private.outsider'] as const;
export const TOKENS = ['list.invalid-token', 'create.invalid-token'] as const;
export const CREDENTIALS = ['create.invalid-token', 'create.malformed-credential'] as const;
export const OWNERS = ['list.unknown-owner', 'create.unknown-owner'] as const;
export const REPOS = ['list.unknown-repo', 'create.unknown-repo'] as const;
export const LISTED_NAMES = ['list.unknown-repo', 'list.unknown-owner'] as const;

/** Rules on page sizes below one, and above the maximum. */
export const BELOW_ONE = ['list.per-page.zero', 'list.per-page.negative'] as const;
export const ABOVE = ['list.per-page.above-maximum', 'list.per-page.huge'] as const;
export const OUT_OF_RANGE = [...BELOW_ONE, ...ABOVE] as const;
export const BY_DEFAULT = ['list.per-page.default', ...BELOW_ONE] as const;
/** Rules on pages as long as they are asked for. */
export const FILLED = ['list.per-page.fills', 'list.per-page.maximum'] as const;
/** Rules on full pages: short ones break all of them. */
export const FULL = [...FILLED, ...BY_DEFAULT] as const;
export const IN_RANGE = ['list.per-page.at-most', 'list.page.second', 'list.page.slices'] as const;

export const PAGING = ['list.page.second', 'list.page.slices', 'list.page.partition'] as const;
export const LATER_PAGES = ['list.page.slices', 'list.page.partition'] as const;

/** Rules that are broken if later pages have more results than they are asked for. */
export const TOO_LONG_LATER = [...PAGING, 'list.per-page.at-most', ...BY_DEFAULT] as const;

export const INVALID_SORT = [
  'list.sort.invalid-default-order',
  'list.sort.invalid-ignores-direction',
] as const;

/** Rules on who may create where. */
export const REFUSED = [
  'create.anonymous',
  ...CREDENTIALS,
  'create.unknown-owner',
  'create.unknown-repo',
  'create.private.outsider',
] as const;

export const PAYLOADS = [
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
] as const;

/** Rules that new records break, if none of them shows whose it is: in quick, no reading shows which are new. */
export const OF_NEW_RECORDS = ['create.once', 'create.concurrent', 'create.rejected-no-effect'] as const;
export const OF_ALL_RECORDS = ['create.listed', ...OF_NEW_RECORDS] as const;

/** Rules on which results a list has, in which order. */
export const ON_CONTENT = [
  ...gatingIds.filter((id) => /^list\.(page|per-page)\./.test(id)),
  ...INVALID_SORT,
  'list.state.default-open',
] as const;

/** Rules that cannot be checked without creating an issue. */
export const OF_CREATIONS = gatingIds.filter((id) => id.startsWith('create.'));
