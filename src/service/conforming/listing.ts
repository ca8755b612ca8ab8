import type { Behaviour } from '../behaviour.ts';
import type { Order } from '../listing.ts';
import type { Issue } from '../world/repository.ts';
import { listAnswer, renderRecord } from './list-answer.ts';

export const DEFAULT_SIZE = 30;
export const MAXIMUM_SIZE = 100;
export const DEFAULT_ORDER: Order = { key: 'created', direction: 'desc' };

// A map and not an object literal: `constructor` is no sort key.
const COMPARE = new Map<string, (a: Issue, b: Issue) => number>([
  ['created', (a, b) => compareText(a.created_at, b.created_at) || a.number - b.number],
  ['updated', (a, b) => compareText(a.updated_at, b.updated_at) || a.number - b.number],
  ['comments', (a, b) => a.comments - b.comments || a.number - b.number],
]);

export function isSortKey(sort: string): boolean {
  return COMPARE.has(sort);
}

/** Sections 3, 4.1 and 8. */
export const listing = {
  pageSize: (raw) => {
    const size = wholeNumber(raw);
    return size === undefined || size < 1 ? DEFAULT_SIZE : Math.min(size, MAXIMUM_SIZE);
  },

  pageNumber: (raw) => Math.max(1, wholeNumber(raw) ?? 1),

  stateFilter: (raw) => (raw === 'closed' || raw === 'all' ? raw : 'open'),

  order: (sort, direction) => {
    const key = sort ?? DEFAULT_ORDER.key;
    if (!isSortKey(key)) return DEFAULT_ORDER;
    return { key, direction: direction === 'asc' ? 'asc' : 'desc' };
  },

  arrange: (issues, state, { key, direction }) => {
    const kept = state === 'all' ? [...issues] : issues.filter((issue) => issue.state === state);
    const compare = COMPARE.get(key);
    // Issues are kept as they were created, so that order costs nothing.
    if (compare !== undefined && key !== 'created') kept.sort(compare);
    return direction === 'asc' ? kept : kept.toReversed();
  },

  cut: (arranged, { size, page }) => arranged.slice((page - 1) * size, page * size),

  renderRecord,
  listAnswer,
} satisfies Partial<Behaviour>;

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const MOST_DIGITS = 15;

/**
 * Reads digits of any length, kept within what a number holds exactly: what a client means by 10 to the 30th is "more
 * than there is", and no size of an integer in some database may turn that into something else.
 */
export function wholeNumber(raw: string | undefined): number | undefined {
  const [, sign, digits] = /^(-?)0*(\d+)$/.exec(raw ?? '') ?? [];
  if (digits === undefined) return undefined;
  const size = digits.length > MOST_DIGITS ? Number.MAX_SAFE_INTEGER : Number(digits);
  return sign === '-' ? 0 - size : size;
}
