import type { Exchange } from '../src/client/exchange.ts';
import type { Query } from '../src/client/request.ts';
import { judgeAlike, keysIn, withQuery } from '../src/engine/alike.ts';
import { supposed } from '../src/engine/answers.ts';
import { from } from '../src/engine/case.ts';
import { all, lacking, type Oracle } from '../src/engine/oracle.ts';
import { askForRecords } from '../src/engine/records-kept.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { always, atFirst } from '../src/engine/twins.ts';
import { scalarAt, scalarPaths } from '../src/snapshot/identity.ts';
import { hintedBy } from '../src/snapshot/last-page.ts';
import { resultsIn, sampleOf } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { FULL_PAGE, pageAfter } from '../src/snapshot/snapshot.ts';
import { COMPARED } from './explained-by.ts';
import { unlike } from './impacts.ts';
import { LISTS } from './list-pages.ts';

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
interface NotOpen {
  readonly state: string;
  /** A page at which a list of that state, or one of every state, is another one than that of the open issues. */
  readonly page: Query;
  /**
   * True if it lists only issues that are not open. Then a list of every state is longer, which its end shows: the page is
   * its last one.
   */
  readonly apart: boolean;
}

const FIRST: Query = { per_page: String(FULL_PAGE) };
const pageNumbered = (page: number): Query => ({ ...FIRST, page: String(page) });

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

/**
 * Returns a value of `state` that shows issues which are not open, and a page on which the list would be another one with
 * them. The issues that runs create are open, and may have pushed such issues far down: the end of the lists is read too.
 */
async function findNotOpen(t: Trial): Promise<NotOpen | null> {
  const ask = (query: Query): Promise<Exchange> => askForRecords(t, t.listing(t.fromBeginning(query)));
  const keys = (answer: Exchange): readonly string[] => keysIn(answer, t.known) ?? [];
  const open = await ask({ state: 'open', ...FIRST });
  const size = resultsIn(open);
  const orders = ordersOf(sampleOf(open));
  const openKeys = new Set(keys(open));
  const isWhole = size > 0 && size < FULL_PAGE;
  let apart: string | null = null;
  const { values, valuesIfApart, takesHint } = SEARCH[t.profile];
  for (const [asked, state] of LIKELY.slice(0, values).entries()) {
    if (asked >= valuesIfApart && apart !== null) break;
    const answer = await ask({ state, ...FIRST });
    const records = sampleOf(answer);
    const found = keys(answer);
    if (resultsIn(answer) === 0) continue;
    const firstShared = found.findIndex((key) => openKeys.has(key));
    const lastShared = found.findLastIndex((key) => openKeys.has(key));
    const strangers = found.flatMap((key, index) =>
      openKeys.has(key) ? [] : [{ index, record: records[index] }],
    );
    const isAmong = strangers.some(
      ({ index, record }) =>
        (index > firstShared && index < lastShared) || isWhole || wouldStandAmong(record, orders),
    );
    if (isAmong) return { state, page: FIRST, apart: false };
    if (strangers.length > 0 && lastShared === -1) apart ??= state;
    if (strangers.length > 0 && lastShared === -1) continue;
    // If the first page has the same issues, others may stand further down, and make the list longer.
    const isOther = async (page: number): Promise<boolean> => {
      const ofState = await ask({ state, ...pageNumbered(page) });
      if (keys(ofState).length === 0) return false;
      return !sameKeys(keys(ofState), keys(await ask({ state: 'open', ...pageNumbered(page) })));
    };
    // Any page will do on which the two differ.
    const named = takesHint ? hintedBy(answer) : null;
    if (named !== null && named > 1 && (await isOther(named)))
      return { state, page: pageNumbered(named), apart: false };
    const last = await t.lastPage({});
    for (const page of last === null ? [] : [last, last + 1])
      if (page > 1 && (await isOther(page))) return { state, page: pageNumbered(page), apart: false };
  }
  if (apart === null) return null;
  const page = await t.lastPage({});
  return page === null ? null : { state: apart, page: pageNumbered(page), apart: true };
}

const notOpen = (t: Trial): Promise<NotOpen | null> => t.run.once('not open', () => findNotOpen(t));

/** True if one page has an issue that the other one has not, between two that both have. */
function isMoreBetween(keys: readonly string[], others: readonly string[]): boolean {
  const own = new Set(others);
  const [first, last] = [keys.findIndex((key) => own.has(key)), keys.findLastIndex((key) => own.has(key))];
  return keys.slice(first + 1, Math.max(first + 1, last)).some((key) => !own.has(key));
}

/** Leaving `state` out is like `state=open`. A third listing, of another state, shows if anything else could be listed. */
function likeOpen(found: NotOpen | null): Oracle<'open' | 'other'> {
  const asOpen = (query: Query): Query => ({ state: 'open', ...query });
  return {
    says: 'like state=open; conclusive where the list of another state is another one there',
    twins: (one) => ({
      open: always(withQuery(one, asOpen(one.query))),
      // At full size, where such an issue was found.
      other:
        found === null || one.query['per_page'] === undefined
          ? 'none'
          : atFirst(withQuery(one, { state: found.state, ...one.query })),
    }),
    judge: (seen, one) => {
      const { looks, past, known } = seen;
      const judgement = judgeAlike(seen, one, asOpen(one.query), 'open');
      if (judgement.kind !== 'held') return judgement;
      const tells = looks.some(({ twins }) => {
        const [open, other] = [twins.open?.[0], twins.other?.[0] ?? past.other?.at(-1)];
        if (open === undefined || other === undefined) return false;
        const [inOpen, inOther] = [keysIn(open, known), keysIn(other, known)];
        if (inOpen === null || inOther === null) return false;
        // The end of the list is where a longer one would go on.
        if (found?.apart === true)
          return one.query['page'] !== undefined && inOther.length + inOpen.length > 0;
        // On a list that moves two pages differ anyway, but not between issues that both have.
        const isAtRest = (past.open ?? []).every((answer) => sameKeys(keysIn(answer, known) ?? [], inOpen));
        return isAtRest ? !sameKeys(inOpen, inOther) : isMoreBetween(inOther, inOpen);
      });
      return tells
        ? judgement
        : lacking(
            'an issue that is not open, listed by a value of state that is known; where there is none, close one and run again',
          );
    },
  };
}

/** The filter by state, and its default (sections 3 and 4.1). */
export const listState: readonly CaseRule[] = [
  {
    id: 'list.state.default-open',
    level: 'required',
    sections: ['3', '4.1'],
    phase: 'read',
    needs: [],
    data: { open: 1, closed: 1 },
    says: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'Every caller asks for pages without state, and for the same with state=open. Likely other values of state are tried to find an issue that is not open; none of them is required to work. It is conclusive where the list of such a state is another one at a page that was compared: at the first, or, where all recent issues are open, at the last, which is found by doubling and halving.',
    compared: 'the same with `state=open`; a listing of another state shows whether anything could differ',
    impact: {
      general: 'A client that leaves state out gets another list than with state=open.',
      ...unlike('A client that leaves state out', 'than with state=open'),
    },
    explainedBy: ['list.state.open', ...COMPARED],
    preconditions: LISTS,
    cases: async (t) => {
      const found = await notOpen(t);
      const isFurther = found !== null && found.page !== FIRST;
      return [
        ...from('standard', t.everyCaller(t.fromBeginning({}))),
        ...t.everyCaller(t.fromBeginning(FIRST)),
        t.list({ page: '2' }, { depth: 'standard' }),
        ...(isFurther ? t.everyCaller(found.page) : []),
        ...(found?.apart === true ? [t.list(pageAfter(found.page), { depth: 'standard' })] : []),
      ];
    },
    oracle: async (t) => all(supposed, likeOpen(await notOpen(t))),
  },
];
