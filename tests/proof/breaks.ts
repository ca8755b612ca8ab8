import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, findFault } from '../../proof/faults/index.ts';

/** A list fault with a circumstance. */
export interface Crossing {
  readonly fault: FaultId;
  readonly circumstance: CircumstanceId;
}

/** Circumstances under which equal requests may get different responses. */
const BY_TURNS: ReadonlySet<CircumstanceId> = new Set(['one-in-three', 'one-of-two-replicas']);

/** Rules on the callers that get 200. If the status varies, it is unclear which of them is broken. */
const ON_STATUS = [
  'list.ok',
  'list.anonymous',
  'list.token',
  'list.recommended-headers',
  'list.private.member',
];
/** Rules on the number and state of results. */
const ON_CONTENT = /^list\.(per-page|state)\./;
/** Rules on the position of pages. All of them break if equal requests get different pages. */
const ON_PAGES = ['list.page.second', 'list.page.slices', 'list.page.partition', 'list.page.effective-size'];
/** Rules that break if a fault of all lists affects some callers only. */
const BY_CALLER: Readonly<Partial<Record<CircumstanceId, readonly string[]>>> = {
  'anonymous-only': ['list.anonymous'],
  'token-only': ['list.token', 'list.recommended-headers', 'list.private.member'],
};

/** Rules that a fault also breaks on longer lists: page 2 of 150 then has more than 100 results. */
const ONCE_GROWN: Readonly<Partial<Record<FaultId, readonly string[]>>> = {
  'per-page-cap-on-first-page': ['list.per-page.above-maximum', 'list.per-page.huge'],
};

/** Returns all rules that may fail on a fault under a circumstance. */
export function brokenIn({ fault, circumstance }: Crossing): readonly string[] {
  const { breaks } = findFault(fault);
  const ofStatus = breaks.some((rule) => ON_STATUS.includes(rule));
  return [
    ...new Set([
      ...breaks,
      ...(circumstance.startsWith('while-others-write') ? (ONCE_GROWN[fault] ?? []) : []),
      ...(ofStatus ? (BY_CALLER[circumstance] ?? []) : []),
      ...(ofStatus && BY_TURNS.has(circumstance) ? ON_STATUS : []),
      ...(BY_TURNS.has(circumstance) && breaks.some((rule) => ON_CONTENT.test(rule)) ? ON_PAGES : []),
    ]),
  ];
}

/**
 * Rules on callers that a circumstance excludes. If only one caller is refused, `list.token` or
 * `list.anonymous` is broken, not `list.ok`.
 */
const OF_OTHER_CALLERS: Readonly<Partial<Record<CircumstanceId, RegExp>>> = {
  'anonymous-only': /^list\.(ok|token|recommended-headers|private\.(member|outsider))$/,
  'token-only': /^list\.(ok|anonymous|private\.anonymous)$/,
};

/** Returns the rules that a fault certainly breaks under a circumstance, so that they must not pass. */
export function surelyBrokenIn({ fault, circumstance }: Crossing): readonly string[] {
  const ofOthers = OF_OTHER_CALLERS[circumstance];
  return findFault(fault).breaks.filter((rule) => ofOthers?.test(rule) !== true);
}

/** True for faults at some requests only. The rules that meet them depend on earlier requests. */
export const dependsOnOrder = (id: FaultId): boolean =>
  /^(replica|third|fourth|fifth|sixth|seventh|every)-|carried-over|remembered|stale|cache/.test(id);
