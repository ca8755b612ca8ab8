import type { Query } from '../target/question.ts';
import type { Broken } from './creating/created-case.ts';
import type { Listing } from './sight.ts';

/** Where issues were found before: shared by all finders of a run, so that each finds what the last one learned. */
export interface Whereabouts {
  /** The listing in which an issue was found last, and is looked for first. */
  place: Query;
  /** The last page of each listing, by the listing's query, once it was looked for. */
  readonly tails: Map<string, number>;
  /** Whether an issue was found at the end of it: the oldest come first. */
  atTheEnd: boolean;
  /** Values of `state` that the target refuses, or takes no notice of. */
  readonly refusedStates: Set<string>;
  /** Values of `state` that were looked at, and whether they ever showed other issues than the plain list. */
  readonly states: Map<string, 'telling' | 'idle'>;
  /** Whether a record was seen that shows the marker of an accepted creation. */
  titlesShown: boolean;
  /** Whether records were found to show no titles: then looking for markers is in vain. */
  titlesHidden: boolean;
  /** A try in which nothing that was created turned up, in anything that the service lists. */
  unlisted: Broken | null;
  /** The last view, how much had been written by then, and when it was begun. */
  view: { readonly writes: number; readonly at: number; readonly listings: Promise<Listing[]> } | null;
}

export const nowhereYet = (): Whereabouts => ({
  place: {},
  tails: new Map(),
  atTheEnd: false,
  refusedStates: new Set(),
  states: new Map(),
  titlesShown: false,
  titlesHidden: false,
  unlisted: null,
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
