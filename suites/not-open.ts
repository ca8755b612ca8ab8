import { keysIn } from '../src/checks/alike.ts';
import { askForRecords } from '../src/checks/records-kept.ts';
import type { Query } from '../src/client/request.ts';
import type { Trial } from '../src/run/trial.ts';
import { scalarAt, scalarPaths } from '../src/snapshot/identity.ts';
import { hintedBy } from '../src/snapshot/last-page.ts';
import { resultsIn, sampleOf } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

/** Values of `state` that trackers know for issues that are not open. The specification names none (section 3). */
const LIKELY = ['all', 'closed', 'any', 'done', 'resolved', 'archived', 'merged', 'inactive'];

/**
 * Values that are tried; values after which one will do that shows only such issues; and true if the page that the service
 * names as the last will do.
 */
const SEARCH = {
  quick: { values: 4, valuesIfApart: 2, takesHint: true },
  standard: { values: 8, valuesIfApart: 8, takesHint: false },
  thorough: { values: 8, valuesIfApart: 8, takesHint: false },
};

/** A value of `state` that shows issues which are not open, and where. */
export interface NotOpen {
  readonly state: string;
  /** A page at which a list of that state, or of every state, differs from the list of open issues. */
  readonly page: Query;
  /**
   * True if it lists only issues that are not open. Then a list of every state is longer, which its end shows: the page is
   * its last one.
   */
  readonly apart: boolean;
}

export const FIRST_FULL_PAGE: Query = { per_page: String(FULL_PAGE) };
const pageNumbered = (page: number): Query => ({ ...FIRST_FULL_PAGE, page: String(page) });

/** A field by which the records that were read are in order, with its first and its last value. */
interface Order {
  readonly path: readonly string[];
  readonly first: string;
  readonly last: string;
  readonly is: 'up' | 'down';
}

function ordersOf(head: readonly unknown[]): Order[] {
  return scalarPaths(head[0]).flatMap((path) => {
    const values = head.map((one) => scalarAt(one, path));
    if (values.includes(undefined) || new Set(values).size < 2) return [];
    const texts = values.flatMap((one) => one ?? []);
    const is = inOrder(texts);
    return is === null ? [] : [{ path, first: texts[0] ?? '', last: texts.at(-1) ?? '', is }];
  });
}

/** True if the list is in order by some field, and a record would stand among the records that were read. */
const wouldStandAmong = (record: unknown, orders: readonly Order[]): boolean =>
  orders.some(({ path, first, last, is }) => {
    const value = scalarAt(record, path);
    return value !== undefined && value !== first && value !== last && inOrder([first, value, last]) === is;
  });

function inOrder(values: readonly string[]): 'up' | 'down' | null {
  const numbers = values.map((value) => (/^-?\d{1,1000}$/.test(value) ? BigInt(value) : value));
  const steps = numbers.slice(1).map((value, index) => {
    const before = numbers[index] ?? value;
    return value === before ? 0 : value > before ? 1 : -1;
  });
  if (steps.every((step) => step >= 0)) return 'up';
  return steps.every((step) => step <= 0) ? 'down' : null;
}

/** Reads a listing from its beginning, or from the page that it names. @throws {Stopped} */
async function read(t: Trial, query: Query) {
  const answer = await askForRecords(t, t.listing(t.fromBeginning(query)));
  return { answer, keys: keysIn(answer, t.known) ?? [], size: resultsIn(answer) };
}

/** Returns a later page on which a list of a state differs from the open issues, or `null`. @throws {Stopped} */
async function furtherPage(t: Trial, state: string, named: number | null): Promise<Query | null> {
  const isOther = async (page: Query): Promise<boolean> => {
    const { keys } = await read(t, { state, ...page });
    return keys.length > 0 && !sameKeys(keys, (await read(t, { state: 'open', ...page })).keys);
  };
  if (named !== null && named > 1 && (await isOther(pageNumbered(named)))) return pageNumbered(named);
  const last = await t.lastPage({});
  for (const page of last === null ? [] : [last, last + 1])
    if (page > 1 && (await isOther(pageNumbered(page)))) return pageNumbered(page);
  return null;
}

/**
 * Returns a value of `state` that shows issues which are not open, and a page that would be another one with them. The issues that runs create are open, and may have pushed such issues far down: the end of the lists is read too.
 */
async function findNotOpen(t: Trial): Promise<NotOpen | null> {
  const open = await read(t, { state: 'open', ...FIRST_FULL_PAGE });
  const orders = ordersOf(sampleOf(open.answer));
  const openKeys = new Set(open.keys);
  const isWhole = open.size > 0 && open.size < FULL_PAGE;
  let apart: string | null = null;
  const { values, valuesIfApart, takesHint } = SEARCH[t.profile];
  for (const [asked, state] of LIKELY.slice(0, values).entries()) {
    if (asked >= valuesIfApart && apart !== null) break;
    const { answer, keys, size } = await read(t, { state, ...FIRST_FULL_PAGE });
    if (size === 0) continue;
    const records = sampleOf(answer);
    const firstShared = keys.findIndex((key) => openKeys.has(key));
    const lastShared = keys.findLastIndex((key) => openKeys.has(key));
    const others = keys.flatMap((key, index) =>
      openKeys.has(key) ? [] : [{ index, record: records[index] }],
    );
    const isAmong = others.some(
      ({ index, record }) =>
        (index > firstShared && index < lastShared) || isWhole || wouldStandAmong(record, orders),
    );
    if (isAmong) return { state, page: FIRST_FULL_PAGE, apart: false };
    if (others.length > 0 && lastShared === -1) {
      apart ??= state;
      continue;
    }
    // If the first page has the same issues, others may stand further down, and make the list longer.
    const further = await furtherPage(t, state, takesHint ? hintedBy(answer) : null);
    if (further !== null) return { state, page: further, apart: false };
  }
  if (apart === null) return null;
  const page = await t.lastPage({});
  return page === null ? null : { state: apart, page: pageNumbered(page), apart: true };
}

/** Returns a value that was found once a run, or `null` if there is none. @throws {Stopped} */
export const notOpen = (t: Trial): Promise<NotOpen | null> => t.run.once('not open', () => findNotOpen(t));
