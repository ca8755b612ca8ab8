import type { Behaviour } from '../behaviour.ts';
import type { Order } from '../listing.ts';
import type { Issue } from '../world/repository.ts';
import { listAnswer, renderRecord } from './list-answer.ts';

export const DEFAULT_SIZE = 30;
export const MAXIMUM_SIZE = 100;
export const DEFAULT_ORDER: Order = { key: 'created', direction: 'desc' };

// A map instead of an object, because `constructor` must not be a sort key.
const COMPARE = new Map<string, (a: Issue, b: Issue) => number>([
  ['created', (a, b) => compareText(a.created_at, b.created_at) || a.number - b.number],
  ['updated', (a, b) => compareText(a.updated_at, b.updated_at) || a.number - b.number],
  ['comments', (a, b) => a.comments - b.comments || a.number - b.number],
]);

export function isSortKey(sort: string): boolean {
  return COMPARE.has(sort);
}

/** Conforming listing (sections 3, 4.1 and 8). */
export const listing = {
  pageSize: (raw) => {
    const size = safeInteger(raw);
    return size === undefined || size < 1 ? DEFAULT_SIZE : Math.min(size, MAXIMUM_SIZE);
  },

  pageNumber: (raw) => Math.max(1, safeInteger(raw) ?? 1),

  stateFilter: (raw) => (raw === 'closed' || raw === 'all' ? raw : 'open'),

  order: (sort, direction) => {
    const key = sort ?? DEFAULT_ORDER.key;
    if (!isSortKey(key)) return DEFAULT_ORDER;
    return { key, direction: direction === 'asc' ? 'asc' : 'desc' };
  },

  arrange: (issues, state, { key, direction }) => {
    const kept = state === 'all' ? [...issues] : issues.filter((issue) => issue.state === state);
    const compare = COMPARE.get(key);
    // Issues are kept in order of creation, so that order needs no sorting.
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

const MAX_DIGITS = 15;

/**
 * Reads a whole number of any length and clamps it to the safe range. A client that asks for 10 to the 30th
 * means "more than exist", so the value must not overflow.
 */
export function safeInteger(raw: string | undefined): number | undefined {
  const [, sign, digits] = /^(-?)0*(\d+)$/.exec(raw ?? '') ?? [];
  if (digits === undefined) return undefined;
  const size = digits.length > MAX_DIGITS ? Number.MAX_SAFE_INTEGER : Number(digits);
  return sign === '-' ? 0 - size : size;
}
