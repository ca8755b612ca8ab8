import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import { keysIn } from '../src/engine/alike.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import {
  areTelling,
  besideTwin,
  isUnread,
  mayAsk,
  observeEach,
  observeListings,
  plainIsRead,
} from '../src/observe/comparing.ts';
import { describeFields, fieldsOf, type HiddenField } from '../src/observe/record-fields.ts';
import { type Seen, statusOf, together, truncateAll, VALUE_LENGTH } from '../src/observe/texts.ts';
import { listingOf, resultsIn, sampleOf } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

const PAGES = { same: 'same as page 1', other: 'other results' };
const ORDERS = { same: 'default order', other: 'another order' };
/** A page that no list reaches. */
const FAR = 1_000_000;
const LIKELY_KEYS = ['created', 'updated', 'comments', 'title'] as const;
/** A sort key that no service knows, as the gating rules send it. */
const MADE_UP_KEY = 'qxnonexistent';

/** How many results an answer holds, where it holds any; `null`, with the reason noted, where that is not known. */
function countIn(t: Trial, answer: Exchange): string | null {
  const listing = listingOf(answer);
  if (isUnread(t, answer)) return null;
  if (listing.kind === 'malformed') return '200, no JSON array';
  if (listing.kind !== 'list') return statusOf(answer);
  return `200, ${listing.records.length === 1 ? '1 result' : `${listing.records.length} results`}`;
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
    t.unmet(because('data', 'There is no order to see: it takes two issues that can be told apart.'));
  return keys.length > 1;
}

/**
 * The records that the first reading saw, and those of the last two pages, where what runs like this one have created may stand
 * before all others; where there is none, that is noted as the reason.
 */
async function recordsSeen(t: Trial): Promise<readonly unknown[]> {
  const { complete, pages } = t.first.snapshot;
  const records = await t.recordsAtFirst();
  if (records.length === 0)
    t.unmet(because('data', 'The list shows no issue to look at: it takes at least one.'));
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
  fieldsOf(records).map((field) => Object.assign({}, field, { name: t.run.secrets.scrub(field.name) }));

/** Whether a sort key changes the order beside a made-up one, in either direction. @throws {Stopped} */
async function besideMadeUp(t: Trial, sort: string): Promise<string | null> {
  const texts = await Promise.all(
    ['asc', 'desc'].map((direction) =>
      besideTwin(t, t.listing({ sort, direction }), t.listing({ sort: MADE_UP_KEY, direction }), ORDERS),
    ),
  );
  if (texts.includes(null)) return null;
  return texts.find((text) => text?.endsWith(ORDERS.other) === true) ?? texts[0] ?? null;
}

/** Whether there is something to say of each thing that was seen. */
const isComplete = (seen: readonly (Omit<Seen, 'text'> & { text: string | null })[]): seen is Seen[] =>
  seen.every(({ text }) => text !== null);

/** Whether a value of `state` lists other issues than `open`, on its first page or on its last. @throws {Stopped} */
async function besideOpen(t: Trial, state: string): Promise<string | null> {
  const first = { per_page: String(FULL_PAGE) };
  const [own, open] = [t.listing({ state, ...first }), t.listing({ state: 'open', ...first })];
  const words = { same: 'same as open', other: 'other issues' };
  const seen = await besideTwin(t, own, open, words);
  if (seen === null || !seen.endsWith(words.same)) return seen;
  // All recent issues may be open, and others stand further on.
  const last = await t.lastPage({});
  if (last === null || resultsIn(await t.ask(open)) < FULL_PAGE) return seen;
  const [ownEnd, openEnd] = await Promise.all(
    [state, 'open'].map(async (value) => t.ask(t.listing({ state: value, ...first, page: String(last) }))),
  );
  if (ownEnd === undefined || openEnd === undefined || !areTelling(t, [ownEnd, openEnd])) return null;
  const [keys, others] = [ownEnd, openEnd].map((answer) => keysIn(answer, t.known) ?? []);
  return sameKeys(keys ?? [], others ?? []) ? seen : `200, ${words.other}`;
}

const observed = { level: 'observed', phase: 'read', needs: [] } as const;

/** What a listing does where the specification leaves it open (sections 2, 3, 4.1 and 8). */
export const observedLists: readonly ObservedRule[] = [
  {
    ...observed,
    id: 'observed.page.default',
    sections: ['8'],
    says: 'Is leaving `page` out the same as `page=1`?',
    tried:
      'The plain list and page=1 are compared result by result. With no more issues than fit on one page there is little to compare.',
    impact: {
      general: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    },
    observe: (t) =>
      observeListings(
        t,
        [['page=1', { page: '1' }]],
        { same: 'the same', other: 'other results' },
        (value) => `Beside the list without \`page\`, the one with page=1 is: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.page.zero',
    sections: ['4.1'],
    says: 'What does `page=0` answer?',
    tried: 'One listing is asked for with page=0, and compared with the plain one.',
    impact: {
      general:
        'Clients that count from zero see the first page twice on one service and an error on another.',
    },
    observe: (t) =>
      observeListings(
        t,
        [['0', { page: '0' }]],
        PAGES,
        (value) => `A listing with page=0 is answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.page.negative',
    sections: ['4.1'],
    says: 'What does a negative `page` answer?',
    tried: 'One listing is asked for with page=-1, and compared with the plain one.',
    impact: { general: 'A client that steps back once too often should know what awaits it.' },
    observe: (t) =>
      observeListings(
        t,
        [['-1', { page: '-1' }]],
        PAGES,
        (value) => `A listing with page=-1 is answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.page.not-a-number',
    sections: ['4.1'],
    says: 'What does a `page` that is not a number answer?',
    tried: 'Listings are asked for with a word and with an empty value, and compared with the plain one.',
    impact: {
      general:
        'A page number taken from an address bar may hold anything, and a client has to know whether it must check it first.',
    },
    observe: (t) =>
      observeListings(
        t,
        [
          ['`abc`', { page: 'abc' }],
          ['empty', { page: '' }],
        ],
        PAGES,
        (value) => `Listings with a word for \`page\`, and with nothing, are answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.page.beyond-end',
    sections: ['4.1'],
    says: 'What does a page beyond the end of the list answer?',
    tried:
      'Where the end of the list was seen, the page after the last is asked for; otherwise one far beyond. Written down are the status and whether the array is empty.',
    impact: {
      general:
        'A client that walks until a page is empty depends on this answer; an error or a repeated page makes it fail or loop for ever.',
    },
    observe: async (t) => {
      if (!mayAsk(t) || !(await plainIsRead(t))) return;
      const spec = t.listing({ per_page: String(FULL_PAGE), page: String(await behindTheEnd(t)) });
      if (!areTelling(t, [await t.ask(spec)])) return;
      const value = await besideTwin(t, spec, t.listing(), { same: 'the first page', other: 'results' });
      if (value !== null) t.observe(value, `A page beyond the end of the list is answered: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.page.huge',
    sections: ['4.1'],
    says: 'What does a `page` too large for a 32-bit or 64-bit integer answer?',
    tried:
      'Listings are asked for with the last number of a signed 64-bit integer, at which the place of the first result overflows, and with one that is 1 when it is cut to 32 or 64 bits.',
    impact: {
      general:
        'A page number that overflows may lead back to the start of the list, or to a server error that monitoring reports.',
    },
    observe: (t) =>
      observeListings(
        t,
        [2n ** 63n - 1n, 2n ** 64n + 1n].map((page) => [String(page), { page: String(page) }]),
        PAGES,
        (value) => `Listings with pages beyond 32 and 64 bits are answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.per-page.not-an-integer',
    sections: ['8'],
    says: 'What does a `per_page` that is not an integer answer?',
    tried:
      '`abc`, an empty value, `1.5`, `1e2`, a 5 after a space, and the parameter given twice are each sent. Written down for each are the status and, for 200, how many results came.',
    impact: {
      general:
        'A client that passes on what people typed wants to know whether it gets an error, the default, or the digits in front.',
    },
    observe: (t) =>
      observeEach(
        t,
        (
          [
            ['`abc`', 'abc'],
            ['empty', ''],
            ['`1.5`', '1.5'],
            ['`1e2`', '1e2'],
            ['` 5`', ' 5'],
            ['5 and 7', ['5', '7']],
          ] as const
        ).map(([name, size]) => ({ name, ask: () => t.ask(t.listing({ per_page: size })) })),
        (answer) => countIn(t, answer),
        (value) => `Listings whose \`per_page\` is no integer are answered: ${value}.`,
      ),
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
        working.length === 0 ? 'none' : working.join(', '),
        ...refused.map(({ name, text }) => `${name} → ${text}`),
      ].join('; ');
      t.observe(value, `Of ${LIKELY_KEYS.join(', ')}, these values of \`sort\` change the order: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.sort.empty',
    sections: ['4.1'],
    says: 'What does an empty `sort` do?',
    tried: 'One listing is asked for with sort= and nothing after it, and compared with the plain one.',
    impact: { general: 'Forms send empty values for fields that nobody filled in.' },
    observe: async (t) => {
      if (!(await hasOrder(t))) return;
      await observeListings(
        t,
        [['empty', { sort: '' }]],
        ORDERS,
        (value) => `A listing with nothing for \`sort\` is answered: ${value}.`,
      );
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
      if (!(await hasOrder(t))) return;
      await observeListings(
        t,
        ['asc', 'desc'].map((direction) => [direction, { direction }]),
        ORDERS,
        (value) => `Listings with a \`direction\` and no \`sort\` are answered: ${value}.`,
      );
    },
  },
  {
    ...observed,
    id: 'observed.direction.invalid',
    sections: ['4.1'],
    says: 'What does an invalid `direction` do when `sort` is left out?',
    tried: 'The list is asked for with a made-up direction, and compared with the plain one.',
    impact: { general: 'A client learns whether a misspelt direction is reported or silently passed over.' },
    observe: async (t) => {
      if (!(await hasOrder(t))) return;
      await observeListings(
        t,
        [['sideways', { direction: 'sideways' }]],
        ORDERS,
        (value) => `A listing with direction=sideways is answered: ${value}.`,
      );
    },
  },
  {
    ...observed,
    id: 'observed.state.values',
    sections: ['3', '4.1'],
    says: 'Which likely values of `state` answer 200, and which of them list other issues than `open` does?',
    tried:
      '`all` and `closed`, `open` in capitals, an empty value and a made-up one are sent, and what each lists is compared with state=open: a hundred results from the beginning and, where those are the same and more follow, the last page.',
    impact: {
      general: 'A client that wants finished issues as well has to know which word this service takes.',
    },
    observe: async (t) => {
      if (!mayAsk(t) || !(await plainIsRead(t))) return;
      const states = [
        ['all', 'all'],
        ['closed', 'closed'],
        ['OPEN', 'OPEN'],
        ['empty', ''],
        ['made-up', 'qxnonexistent'],
      ] as const;
      const seen = await Promise.all(
        states.map(async ([name, state]) => ({ name, text: await besideOpen(t, state) })),
      );
      if (!isComplete(seen)) return;
      const value = together(seen);
      t.observe(value, `Values of \`state\` beside state=open are answered: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.issue.fields',
    sections: ['2'],
    says: 'Which fields do the issues in the list have, of which JSON types, and which are always there?',
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
      const always = fields.filter(({ count }) => count === total);
      t.observe(
        fields.length === 0 ? 'none' : describeFields(fields, total, VALUE_LENGTH),
        `Of ${total} records seen, each has: ${describeFields(always, total, NOTE_LENGTH)}.`,
      );
    },
  },
  {
    ...observed,
    id: 'observed.issue.pull-requests',
    sections: ['1', '4.1'],
    says: 'Does the list hold pull requests, and how can they be told from issues?',
    tried:
      'The same records are searched for a field whose name speaks of pull requests and that only some of them have, or have as something else than null and false.',
    impact: { general: 'A client that counts issues has to leave pull requests out.' },
    observe: async (t) => {
      const records = await recordsSeen(t);
      if (records.length === 0) return;
      const named = cleanFieldsOf(t, records).filter(({ name }) => PULL_REQUEST.test(name));
      const apart = named.filter(({ telling }) => telling > 0 && telling < records.length);
      const names = truncateAll(
        apart.map(({ name }) => name),
        3,
      );
      t.observe(
        apart.length === 0 ? 'cannot be told apart' : `told apart by ${names}`,
        apart.length === 0
          ? 'No field whose name speaks of pull requests tells some of the records from the others.'
          : `Some of the records, and not the others, have ${names}.`,
      );
    },
  },
];

const NOTE_LENGTH = 900;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;
