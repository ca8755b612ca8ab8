import { keysIn } from '../src/checks/alike.ts';
import { areAlike, besideTwin, ofListings } from '../src/observe/beside.ts';
import {
  type Describe,
  NotObserved,
  needsAnswers,
  observation,
  observations,
  requestsByName,
} from '../src/observe/observation.ts';
import { describeIssueFields, describePullRequests } from '../src/observe/record-fields.ts';
import type { Seen } from '../src/observe/texts.ts';
import type { Trial } from '../src/run/trial.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

const ORDERS = { same: 'default order', other: 'another order' };

const STATES = { same: 'same as open', other: 'other issues' };

const LIKELY_KEYS = ['created', 'updated', 'comments', 'title'] as const;

/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';

/** Throws if the list shows no order, for lack of two issues that can be told apart. */
async function needsOrder(t: Trial): Promise<void> {
  const keys = t.known.isDistinct ? (keysIn(await t.ask(t.listing()), t.known) ?? []) : [];
  if (keys.length < 2)
    throw new NotObserved(
      'data',
      'Needs two open issues that can be told apart: create them, then run again.',
    );
}

/** Describes a sort key beside a made-up one, in the first direction in which the order differs. */
const besideMadeUpKey: Describe = async (t, _answer, { query = {} }) => {
  const texts: string[] = [];
  for (const direction of ['asc', 'desc']) {
    const [own, twin] = [t.listing({ ...query, direction }), t.listing({ sort: MADE_UP, direction })];
    const text = await besideTwin(t, own, twin, ORDERS);
    if (text.endsWith(ORDERS.other)) return text;
    texts.push(text);
  }
  return texts[0] ?? '';
};

/** Lists the keys that work, and the statuses of those that are refused. */
function composeKeys(seen: readonly Seen[]): string {
  const working = seen.filter(({ text }) => text.endsWith(ORDERS.other)).map(({ name }) => name);
  const refused = seen.filter(({ text }) => !text.startsWith('200'));
  return [
    working.length === 0 ? 'none' : working.join(', '),
    ...refused.map(({ name, text }) => `${name} → ${text}`),
  ].join('; ');
}

/** Describes the issues under a value of `state` beside those under `open`, on the first page and on the last. */
const besideOpen: Describe = async (t, _answer, { query = {} }) => {
  const beside = (page: Readonly<Record<string, string>>) =>
    [t.listing({ ...query, ...page }), t.listing({ ...query, ...page, state: 'open' })] as const;
  const [own, open] = beside({});
  const seen = await besideTwin(t, own, open, STATES);
  if (!seen.endsWith(STATES.same)) return seen;
  // All recent issues may be open, and others stand further on.
  const last = await t.lastPage({});
  if (last === null || resultsIn(await t.ask(open)) < FULL_PAGE) return seen;
  const [ownEnd, openEnd] = beside({ page: String(last) });
  needsAnswers([await t.ask(ownEnd), await t.ask(openEnd)]);
  return (await areAlike(t, ownEnd, openEnd)) ? seen : `200, ${STATES.other}`;
};

const stateOf = (state: string) => ({ query: { state, per_page: String(FULL_PAGE) } });

/** Listings for which the specification leaves the answer open (sections 2, 3, 4.1 and 8). */
export const observedLists = observations({ phase: 'read', needs: [] }, [
  {
    id: 'observed.sort.values',
    statedIn: ['4.1 rule 4'],
    says: 'Which likely values of `sort` change the order of the list?',
    tried:
      '`created`, `updated`, `comments` and `title` are sent in each direction, and compared with a made-up key in the same direction. A list of one issue has no order to change.',
    impact: 'A client can offer its users the sort keys that really work here.',
    observe: ofListings(ORDERS, {
      given: [needsOrder],
      asks: requestsByName(LIKELY_KEYS, (sort) => ({ query: { sort, direction: 'asc' } })),
      describe: besideMadeUpKey,
      compose: composeKeys,
      note: `Tried: ${LIKELY_KEYS.join(', ')}, each in both directions.`,
    }),
  },
  {
    id: 'observed.sort.empty',
    statedIn: ['4.1 query parameters'],
    says: 'How is an empty `sort` answered?',
    tried: 'One listing with `sort=` and nothing after it is compared with the plain one.',
    impact: 'Forms send empty values for fields that nobody filled in.',
    observe: ofListings(ORDERS, { given: [needsOrder], asks: { empty: { query: { sort: '' } } } }),
  },
  {
    id: 'observed.direction.alone',
    statedIn: ['4.1 query parameters'],
    says: 'Does `direction` change the order when `sort` is left out?',
    tried:
      'Listings with `direction=asc` and `direction=desc` are compared with the plain one. A list of one issue has no order to change.',
    impact: 'A client that only wants the oldest issues first would leave the sort key out.',
    observe: ofListings(ORDERS, {
      given: [needsOrder],
      asks: requestsByName(['asc', 'desc'], (direction) => ({ query: { direction } })),
    }),
  },
  {
    id: 'observed.direction.invalid',
    statedIn: ['4.1 parameter direction', '4.1 rule 4'],
    says: 'How is an invalid `direction` without `sort` answered?',
    tried: 'A listing with a made-up direction is compared with the plain one.',
    impact: 'A client learns whether a misspelt direction is reported or silently ignored.',
    observe: ofListings(ORDERS, {
      given: [needsOrder],
      asks: { sideways: { query: { direction: 'sideways' } } },
      note: 'Sent: direction=sideways.',
    }),
  },
  {
    id: 'observed.state.values',
    statedIn: ['3 first point', '3 third point', '4.1 parameter state', '4.1 rule 4'],
    says: 'Which likely values of `state` are accepted, and which list other issues than `open`?',
    tried:
      '`all`, `closed`, `open` in capitals, an empty value and a made-up one are sent, and compared with `state=open`: the first hundred results and, if those are the same, the last page.',
    impact: 'A client that wants finished issues as well has to know which word this service takes.',
    observe: ofListings(STATES, {
      asks: { ...requestsByName(['all', 'closed', 'OPEN', ''], stateOf), 'made-up': stateOf(MADE_UP) },
      describe: besideOpen,
    }),
  },
  {
    id: 'observed.issue.fields',
    statedIn: ['2 issue'],
    says: 'Which fields do listed issues have, and of which JSON types?',
    tried:
      'The run collects the fields of the first two pages and of the last full one; in `quick`, of the first two. A question mark means that some issues lack the field. A digest stands for what does not fit.',
    impact:
      'The specification shows no field, so this is the only account of what a client can read, and of what changed since yesterday.',
    observe: observation(describeIssueFields),
  },
  {
    id: 'observed.issue.pull-requests',
    statedIn: ['1 last sentence', '4.1 response body'],
    says: 'Can pull requests in the list be told from issues?',
    tried:
      'The run looks for a field whose name speaks of pull requests and that only some issues fill: others lack it, or have null or false.',
    impact: 'A client that counts issues has to leave pull requests out.',
    observe: observation(describePullRequests),
  },
]);
