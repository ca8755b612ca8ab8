import { judgeAlike, keysIn, withQuery } from '../src/checks/alike.ts';
import { accepted, supposed } from '../src/checks/answers.ts';
import type { Query } from '../src/client/request.ts';
import { from } from '../src/model/case.ts';
import { all, type Check, lacking } from '../src/model/check.ts';
import { without } from '../src/model/query.ts';
import { always, atFirst } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { pageAfter } from '../src/snapshot/snapshot.ts';
import { COMPARED, LISTING } from './explained-by.ts';
import { unlessAlike, unlessListed } from './impacts.ts';
import { LISTS } from './list-pages.ts';
import { FIRST_FULL_PAGE, type NotOpen, notOpen } from './not-open.ts';

/** True if one page has an issue that the other one has not, between two that both have. */
function isMoreBetween(keys: readonly string[], others: readonly string[]): boolean {
  const own = new Set(others);
  const [first, last] = [keys.findIndex((key) => own.has(key)), keys.findLastIndex((key) => own.has(key))];
  return keys.slice(first + 1, Math.max(first + 1, last)).some((key) => !own.has(key));
}

/** Leaving `state` out is like `state=open`. A third listing, of another state, shows if anything else could be listed. */
function likeOpen(found: NotOpen | null): Check<'open' | 'other'> {
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
            'an issue that is not open; no value of `state` that was tried lists one, so close one and run again, or find out why all values list the same (a cache may leave `state` out of its key)',
          );
    },
  };
}

/** The filter by state, and its default (sections 3 and 4.1). */
export const listState: readonly CaseRule[] = [
  {
    id: 'list.state.open',
    level: 'required',
    statedIn: ['3 first point', '3 second point'],
    phase: 'read',
    needs: [],
    says: '`state=open` is accepted: the listing answers 200.',
    tried:
      'The list is asked for with state=open, alone and beside a page size and a page, by every caller who may list. It is compared with the same request without state: where that is refused alike, another rule is broken.',
    compared: 'by itself: 200 (the same without `state`)',
    impact: unlessListed('A client that asks for the open issues by name'),
    explainedBy: LISTING,
    explains: ['list.state.default-open'],
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller({ state: 'open' }),
      ...t.everyCaller({ state: 'open', per_page: '100' }, { inQuick: 'other' }),
      t.list({ state: 'open', per_page: '10', page: '2' }, { depth: 'standard' }),
    ],
    check: () =>
      accepted({
        says: '200, unless the same request without state is refused alike',
        expected: '200 for state=open',
        twins: (one) => ({ 'without state': always(withQuery(one, without('state')(one.query))) }),
      }),
  },
  {
    id: 'list.state.default-open',
    level: 'required',
    statedIn: ['3 second point', '4.1 parameter state'],
    phase: 'read',
    needs: [],
    data: { open: 1, closed: 1 },
    says: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'Every caller asks for pages without state, and for the same with state=open. Likely other values of state are tried to find an issue that is not open; none of them is required to work. It is conclusive where the list of such a state is another one at a page that was compared: at the first, or, where all recent issues are open, at the last, which is found by doubling and halving.',
    compared: 'the same with `state=open`; a listing of another state shows whether anything could differ',
    impact: unlessAlike('A client that leaves state out', 'than with state=open'),
    explainedBy: COMPARED,
    preconditions: LISTS,
    cases: async (t) => {
      const found = await notOpen(t);
      const isFurther = found !== null && found.page !== FIRST_FULL_PAGE;
      return [
        ...from('standard', t.everyCaller(t.fromBeginning({}))),
        ...t.everyCaller(t.fromBeginning(FIRST_FULL_PAGE)),
        t.list({ page: '2' }, { depth: 'standard' }),
        ...(isFurther ? t.everyCaller(found.page) : []),
        ...(found?.apart === true ? [t.list(pageAfter(found.page), { depth: 'standard' })] : []),
      ];
    },
    check: async (t) => all(supposed, likeOpen(await notOpen(t))),
  },
];
