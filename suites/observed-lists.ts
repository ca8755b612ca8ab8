import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import type { Query } from '../src/client/request.ts';
import { keysIn } from '../src/engine/alike.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { areAlike, besideTwin, compareSizes, observeListings } from '../src/observe/beside.ts';
import { areTelling, isUnread, mayAsk, observeEach, plainIsRead } from '../src/observe/comparing.ts';
import { describeFields, fieldsOf, type HiddenField } from '../src/observe/record-fields.ts';
import { code, type Seen, statusOf, together, truncateAll, VALUE_LENGTH } from '../src/observe/texts.ts';
import { listingOf, resultsIn, sampleOf } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

const RESULTS = { same: 'same results', other: 'other results' };
const PAGES = { same: 'same as page 1', other: 'other results' };
const ORDERS = { same: 'default order', other: 'another order' };
const STATES = { same: 'same as open', other: 'other issues' };
/** A page that no list reaches. */
const FAR = 1_000_000;
const LIKELY_KEYS = ['created', 'updated', 'comments', 'title'] as const;
/** A sort key that no service knows, as the gating rules send it. */
const MADE_UP_KEY = 'qxnonexistent';
/** More results than the digits in front of any of the values that are tried ask for. */
const MORE_THAN_DIGITS = 10;

/**
 * How many results an answer holds, in words that stay the same while a list grows or shrinks; `null`, with the reason noted,
 * where that is not known.
 * @throws {Stopped}
 */
async function sizeOf(t: Trial, answer: Exchange, query: Query): Promise<string | null> {
  const listing = listingOf(answer);
  if (isUnread(t, answer)) return null;
  if (listing.kind === 'malformed') return '200, no JSON array';
  if (listing.kind !== 'list') return statusOf(answer);
  const { length } = listing.records;
  const difference = await compareSizes(t, t.listing(query), t.listing());
  if (difference === null) return null;
  if (difference === 0) return '200, default size';
  if (length > MAX_PER_PAGE) return `200, more than ${MAX_PER_PAGE} results`;
  if (length <= MORE_THAN_DIGITS || length === MAX_PER_PAGE)
    return `200, ${length === 1 ? '1 result' : `${length} results`}`;
  return `200, ${difference < 0 ? 'fewer' : 'more'} than the default size`;
}

/** The page after the last one, where the end of the list was seen; else one that no list reaches. */
async function behindTheEnd(t: Trial): Promise<number> {
  const { head, complete, keys } = await t.run.now();
  const size = head.kind === 'list' ? head.records.length : 0;
  return complete && size > 0 ? Math.max(2, Math.ceil(keys.length / size) + 1) : FAR;
}

/** Whether there is an order to see: two issues that can be told apart; where not, that is noted as the reason. */
async function hasOrder(t: Trial): Promise<boolean> {
  if (!(await plainIsRead(t))) return false;
  const keys = t.known.isDistinct ? (keysIn(await t.ask(t.listing()), t.known) ?? []) : [];
  if (keys.length < 2)
    t.unmet(because('data', 'Needs two open issues that can be told apart: create them, then run again.'));
  return keys.length > 1;
}

/**
 * The records that the first reading saw, and those of the last two pages, where what runs like this one have created may stand
 * before all others; where there is none, that is noted as the reason.
 */
async function recordsSeen(t: Trial): Promise<readonly unknown[]> {
  const { complete, pages } = t.first.snapshot;
  const records = await t.recordsAtFirst();
  if (records.length === 0) t.unmet(because('data', 'Needs an open issue: create one, then run again.'));
  if (complete || records.length === 0 || !t.run.profile.observes) return records;
  const last = await t.lastPage({});
  const numbers = last === null ? [] : [last - 1, last].filter((number) => number > pages);
  const ends = await Promise.all(
    numbers.map(async (number) => sampleOf(await t.askForRecords(t.listing(t.page(FULL_PAGE, number))))),
  );
  return [...records, ...ends.flat()];
}

/** The fields of records, with nothing secret in their names. */
const cleanFieldsOf = (t: Trial, records: readonly unknown[]): HiddenField[] =>
  fieldsOf(records).map((field) => Object.assign({}, field, { name: t.run.secrets.hide(field.name) }));

/** Whether a sort key changes the order beside a made-up one, in either direction. @throws {Stopped} */
async function besideMadeUp(t: Trial, sort: string): Promise<string | null> {
  const texts: (string | null)[] = [];
  for (const direction of ['asc', 'desc']) {
    const [own, madeUp] = [sort, MADE_UP_KEY].map((key) => t.listing({ sort: key, direction }));
    const text = own && madeUp ? await besideTwin(t, own, madeUp, ORDERS) : null;
    if (text?.endsWith(ORDERS.other) === true) return text;
    texts.push(text);
  }
  return texts.includes(null) ? null : (texts[0] ?? null);
}

/** Whether there is something to say of each thing that was seen. */
const isComplete = (seen: readonly (Omit<Seen, 'text'> & { text: string | null })[]): seen is Seen[] =>
  seen.every(({ text }) => text !== null);

/** Whether a value of `state` lists other issues than `open`, on its first page or on its last. @throws {Stopped} */
async function besideOpen(t: Trial, state: string): Promise<string | null> {
  const first = { per_page: String(FULL_PAGE) };
  const [own, open] = [t.listing({ state, ...first }), t.listing({ state: 'open', ...first })];
  const seen = await besideTwin(t, own, open, STATES);
  if (seen === null || !seen.endsWith(STATES.same)) return seen;
  // All recent issues may be open, and others stand further on.
  const last = await t.lastPage({});
  if (last === null || resultsIn(await t.ask(open)) < FULL_PAGE) return seen;
  const end = { ...first, page: String(last) };
  const [ownEnd, openEnd] = [t.listing({ state, ...end }), t.listing({ state: 'open', ...end })];
  if (!areTelling(t, [await t.ask(ownEnd), await t.ask(openEnd)])) return null;
  const isAlike = await areAlike(t, ownEnd, openEnd);
  if (isAlike === null) return null;
  return isAlike ? seen : `200, ${STATES.other}`;
}

const observed = { level: 'observed', phase: 'read', needs: [] } as const;

/** What a listing does where the specification leaves it open (sections 2, 3, 4.1 and 8). */
export const observedLists: readonly ObservedRule[] = [
  {
    ...observed,
    id: 'observed.page.default',
    sections: ['8'],
    says: 'Is a listing without `page` the same as with `page=1`?',
    tried:
      'The plain list and page=1 are compared result by result. With no more issues than fit on one page there is little to compare.',
    impact: {
      general: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    },
    observe: (t) => observeListings(t, [['page=1', { page: '1' }]], RESULTS),
  },
  {
    ...observed,
    id: 'observed.page.zero',
    sections: ['4.1'],
    says: 'How is `page=0` answered?',
    tried: 'One listing is asked for with page=0, and compared with the plain one.',
    impact: {
      general:
        'Clients that count from zero see the first page twice on one service and an error on another.',
    },
    observe: (t) => observeListings(t, [['0', { page: '0' }]], PAGES),
  },
  {
    ...observed,
    id: 'observed.page.negative',
    sections: ['4.1'],
    says: 'How is a negative `page` answered?',
    tried: 'One listing is asked for with page=-1, and compared with the plain one.',
    impact: { general: 'A client that steps back once too often should know what awaits it.' },
    observe: (t) => observeListings(t, [['-1', { page: '-1' }]], PAGES, 'Sent: page=-1.'),
  },
  {
    ...observed,
    id: 'observed.page.not-a-number',
    sections: ['4.1'],
    says: 'How is a `page` that is not a number answered?',
    tried: 'Listings are asked for with a word and with an empty value, and compared with the plain one.',
    impact: {
      general:
        'A page number taken from an address bar may hold anything, and a client has to know whether it must check it first.',
    },
    observe: (t) =>
      observeListings(
        t,
        [
          [code('abc'), { page: 'abc' }],
          ['empty', { page: '' }],
        ],
        PAGES,
      ),
  },
  {
    ...observed,
    id: 'observed.page.beyond-end',
    sections: ['4.1'],
    says: 'How is a page beyond the end of the list answered?',
    tried:
      'Where the end of the list was seen, the page after the last is asked for; otherwise one far beyond. Written down are the status and whether the array is empty.',
    impact: {
      general:
        'A client that walks until a page is empty depends on this answer; an error or a repeated page makes it fail or loop for ever.',
    },
    observe: async (t) => {
      if (!mayAsk(t) || !(await plainIsRead(t))) return;
      const at = (page: number) => t.listing({ per_page: String(FULL_PAGE), page: String(page) });
      const page = await behindTheEnd(t);
      await observeEach(
        t,
        [{ name: 'beyond', ask: () => t.ask(at(page)), again: () => t.send(() => at(page)) }],
        async (answer) => {
          const seen = await besideTwin(t, at(page), t.listing(), PAGES);
          const far = resultsIn(answer) === 0 || page === FAR ? null : await t.ask(at(FAR));
          if (far === null || resultsIn(far) > 0) return seen;
          t.unmet(
            because(
              'unstable',
              'The list had grown by a page when the page after its last one was asked for; run again while nobody else writes.',
            ),
          );
          return null;
        },
      );
    },
  },
  {
    ...observed,
    id: 'observed.page.huge',
    sections: ['4.1'],
    says: 'How is a `page` too large for 32 or 64 bits answered?',
    tried:
      'Listings are asked for with the last number of a signed 64-bit integer, at which the place of the first result overflows, and with one that is 1 when it is cut to 32 or 64 bits.',
    impact: {
      general:
        'A page number that overflows may lead back to the start of the list, or to a server error that monitoring reports.',
    },
    observe: (t) =>
      observeListings(
        t,
        [
          ['2^63-1', { page: String(2n ** 63n - 1n) }],
          ['2^64+1', { page: String(2n ** 64n + 1n) }],
        ],
        PAGES,
        'Both were sent as decimal numbers; 2^64+1 is 1 when it is cut to 32 or 64 bits.',
      ),
  },
  {
    ...observed,
    id: 'observed.per-page.not-an-integer',
    sections: ['8'],
    says: 'How is a `per_page` that is not an integer answered?',
    tried:
      '`abc`, an empty value, `1.5`, `1e2`, a 5 after a space, and the parameter given twice are each sent. Written down for each are the status and, for 200, how many results came beside the plain list: as many, the number that was asked for, fewer or more.',
    impact: {
      general:
        'A client that passes on what people typed wants to know whether it gets an error, the default, or the digits in front.',
    },
    observe: (t) => {
      const sizes = new Map<string, string | readonly string[]>([
        [code('abc'), 'abc'],
        ['empty', ''],
        [code('1.5'), '1.5'],
        [code('1e2'), '1e2'],
        [code(' 5'), ' 5'],
        ['5 and 7', ['5', '7']],
      ]);
      const queryOf = (name: string): Query => ({ per_page: sizes.get(name) ?? '' });
      return observeEach(
        t,
        [...sizes.keys()].map((name) => ({
          name,
          ask: () => t.ask(t.listing(queryOf(name))),
          again: () => t.send(() => t.listing(queryOf(name))),
        })),
        (answer, name) => sizeOf(t, answer, queryOf(name)),
        '"5 and 7" is the parameter given twice.',
      );
    },
  },
  {
    ...observed,
    id: 'observed.sort.values',
    sections: ['4.1'],
    says: 'Which likely values of `sort` change the order of the list?',
    tried:
      '`created`, `updated`, `comments` and `title` are sent with each direction, and compared with a made-up key in the same direction: what obeys the direction whatever the key is no key that works. Written down are the keys that change the order, and the status of those that are refused. A list of one issue has no order to change.',
    impact: { general: 'A client can offer its users the sort keys that really work here.' },
    observe: async (t) => {
      if (!mayAsk(t) || !(await hasOrder(t))) return;
      const seen = await Promise.all(
        LIKELY_KEYS.map(async (name: string) => ({ name, text: await besideMadeUp(t, name) })),
      );
      if (!isComplete(seen)) return;
      const working = seen.filter(({ text }) => text.endsWith(ORDERS.other)).map(({ name }) => name);
      const refused = seen.filter(({ text }) => !text.startsWith('200'));
      const value = [
        working.length === 0 ? 'none' : working.map(code).join(', '),
        ...refused.map(({ name, text }) => `${code(name)} → ${text}`),
      ].join('; ');
      t.observe(value, `Tried: ${LIKELY_KEYS.join(', ')}, each in both directions.`);
    },
  },
  {
    ...observed,
    id: 'observed.sort.empty',
    sections: ['4.1'],
    says: 'How is an empty `sort` answered?',
    tried: 'One listing is asked for with sort= and nothing after it, and compared with the plain one.',
    impact: { general: 'Forms send empty values for fields that nobody filled in.' },
    observe: async (t) => {
      if (await hasOrder(t)) await observeListings(t, [['empty', { sort: '' }]], ORDERS);
    },
  },
  {
    ...observed,
    id: 'observed.direction.alone',
    sections: ['4.1'],
    says: 'Does `direction` change the order when `sort` is left out?',
    tried:
      'The list is asked for with direction=asc and with direction=desc, and compared with the plain one. A list of one issue has no order to change.',
    impact: { general: 'A client that only wants the oldest issues first would leave the sort key out.' },
    observe: async (t) => {
      const directions = ['asc', 'desc'].map((direction) => [code(direction), { direction }] as const);
      if (await hasOrder(t)) await observeListings(t, directions, ORDERS);
    },
  },
  {
    ...observed,
    id: 'observed.direction.invalid',
    sections: ['4.1'],
    says: 'How is an invalid `direction` without `sort` answered?',
    tried: 'The list is asked for with a made-up direction, and compared with the plain one.',
    impact: { general: 'A client learns whether a misspelt direction is reported or silently ignored.' },
    observe: async (t) => {
      if (await hasOrder(t))
        await observeListings(
          t,
          [['sideways', { direction: 'sideways' }]],
          ORDERS,
          'Sent: direction=sideways.',
        );
    },
  },
  {
    ...observed,
    id: 'observed.state.values',
    sections: ['3', '4.1'],
    says: 'Which likely values of `state` are accepted, and which list other issues than `open`?',
    tried:
      '`all` and `closed`, `open` in capitals, an empty value and a made-up one are sent, and what each lists is compared with state=open: a hundred results from the beginning and, where those are the same and more follow, the last page.',
    impact: {
      general: 'A client that wants finished issues as well has to know which word this service takes.',
    },
    observe: async (t) => {
      if (!mayAsk(t) || !(await plainIsRead(t))) return;
      const states = [
        [code('all'), 'all'],
        [code('closed'), 'closed'],
        [code('OPEN'), 'OPEN'],
        ['empty', ''],
        ['made-up', 'qxnonexistent'],
      ] as const;
      const seen = await Promise.all(
        states.map(async ([name, state]) => ({ name, text: await besideOpen(t, state) })),
      );
      if (isComplete(seen)) t.observe(together(seen), '');
    },
  },
  {
    ...observed,
    id: 'observed.issue.fields',
    sections: ['2'],
    says: 'Which fields do listed issues have, and of which JSON types?',
    tried:
      'The records of the first two pages, and of the last two of a long list, are taken apart; in `quick` those of the first two. Written down are the names and types seen, marked where a field is missing from some records, and a digest for what there is no room for.',
    impact: {
      general:
        'The specification shows no field, so this is the only account of what a client can read, and of what changed since yesterday.',
    },
    observe: async (t) => {
      const records = await recordsSeen(t);
      if (records.length === 0) return;
      const fields = cleanFieldsOf(t, records);
      const total = records.length;
      const value = fields.length === 0 ? 'none' : describeFields(fields, total, VALUE_LENGTH);
      const all = describeFields(fields, total, NOTE_LENGTH);
      const lacking = fields.some(({ count }) => count < total);
      t.observe(
        value,
        [
          ...(all === value || fields.length === 0 ? [] : [`In full: ${all}.`]),
          ...(lacking ? ['A question mark: some issues lack the field.'] : []),
        ].join(' '),
      );
    },
  },
  {
    ...observed,
    id: 'observed.issue.pull-requests',
    sections: ['1', '4.1'],
    says: 'Can pull requests in the list be told from issues?',
    tried:
      'The same records are searched for a field whose name speaks of pull requests and that only some of them have, or have as something else than null and false.',
    impact: { general: 'A client that counts issues has to leave pull requests out.' },
    observe: async (t) => {
      const records = await recordsSeen(t);
      if (records.length === 0) return;
      const named = cleanFieldsOf(t, records).filter(({ name }) => PULL_REQUEST.test(name));
      const apart = named.filter(({ telling }) => telling > 0 && telling < records.length);
      if (apart.length === 0)
        t.observe(
          'cannot be told apart',
          'The list may hold none, or have no field whose name speaks of pull requests.',
        );
      else {
        const names = truncateAll(
          apart.map(({ name }) => name),
          3,
        );
        t.observe(`told apart by ${names}`, '');
      }
    },
  },
];

const NOTE_LENGTH = 900;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;
