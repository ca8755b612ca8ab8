import type { CircumstanceId } from '../../proof/circumstances.ts';
import { type FaultId, findFault } from '../../proof/faults/index.ts';

/** A list fault, and under which circumstance it shows. */
export interface Crossing {
  readonly fault: FaultId;
  readonly circumstance: CircumstanceId;
}

/** Circumstances under which one request is answered in two ways. */
const BY_TURNS: ReadonlySet<CircumstanceId> = new Set(['one-in-three', 'one-of-two-replicas']);

/** Rules on who is answered 200: which of them an answer breaks that comes by turns cannot be told from outside. */
const ON_STATUS = [
  'list.ok',
  'list.anonymous',
  'list.token',
  'list.recommended-headers',
  'list.private.member',
];
/** Rules on how many results a page holds, and of which state. */
const ON_CONTENT = /^list\.(per-page|state)\./;
/** Rules on which part of the list a page is: none is kept where a page is one and then another. */
const ON_PAGES = ['list.page.second', 'list.page.slices', 'list.page.partition', 'list.page.effective-size'];
/** Whom a fault refuses that every list meets, where it meets only some callers. */
const BY_CALLER: Readonly<Partial<Record<CircumstanceId, readonly string[]>>> = {
  'anonymous-only': ['list.anonymous'],
  'token-only': ['list.token', 'list.recommended-headers', 'list.private.member'],
};

/** Rules that a fault breaks as well once others have made the list longer: page 2 of 150 then holds more than 100 results. */
const ONCE_GROWN: Readonly<Partial<Record<FaultId, readonly string[]>>> = {
  'per-page-cap-on-first-page': ['list.per-page.above-maximum', 'list.per-page.huge'],
};

/** All rules that may fail on a fault under a circumstance. */
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
 * Rules that name another caller than those who meet a fault under a circumstance. If one caller alone is refused,
 * `list.token` or `list.anonymous` is broken, and not `list.ok`.
 */
const OF_OTHER_CALLERS: Readonly<Partial<Record<CircumstanceId, RegExp>>> = {
  'anonymous-only': /^list\.(ok|token|recommended-headers|private\.(member|outsider))$/,
  'token-only': /^list\.(ok|anonymous|private\.anonymous)$/,
};

/** The rules of a fault that it breaks under a circumstance as well, and so must not pass. */
export function surelyBrokenIn({ fault, circumstance }: Crossing): readonly string[] {
  const ofOthers = OF_OTHER_CALLERS[circumstance];
  return findFault(fault).breaks.filter((rule) => ofOthers?.test(rule) !== true);
}
