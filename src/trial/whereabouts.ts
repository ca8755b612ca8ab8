import type { Query } from '../target/question.ts';
import type { Listing } from './sight.ts';

/** Where issues were found before: shared by all finders of a run, so that each finds what the last one learned. */
export interface Whereabouts {
  /** The listing in which an issue was found last, and is looked for first. */
  place: Query;
  /** The last page of that listing, once it was looked for. */
  tail: number | null;
  /** Whether an issue was found at the end of it: the oldest come first. */
  atTheEnd: boolean;
  /** Values of `state` that show other issues than the plain list, once they were looked for. */
  states: readonly string[] | null;
  /** Whether records were found to show no titles: then looking for markers is in vain. */
  titlesHidden: boolean;
  /** The last view, and how much had been written by then. */
  view: { readonly writes: number; readonly listings: Promise<Listing[]> } | null;
}

export const nowhereYet = (): Whereabouts => ({
  place: {},
  tail: null,
  atTheEnd: false,
  states: null,
  titlesHidden: false,
  view: null,
});

/**
 * Values of `state` under which a new issue may stand: which state it starts in is not shown (section 3), nor are the
 * values. Those that the target refuses, or answers like the plain list, cost one request each and only where an issue
 * was not found otherwise.
 */
export const LIKELY_STATES = [
  'all',
  'closed',
  'new',
  'pending',
  'draft',
  'triage',
  'todo',
  'unconfirmed',
  'backlog',
  'any',
];
