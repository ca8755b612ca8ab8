import { because } from '../src/client/doubt.ts';
import { keysIn } from '../src/engine/alike.ts';
import { askForRecords, recordsAtFirst } from '../src/engine/records-kept.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { areAlike, besideTwin, observeListings } from '../src/observe/beside.ts';
import { areTelling, mayAsk, plainIsRead } from '../src/observe/comparing.ts';
import { describeFields, fieldsOf, type HiddenField } from '../src/observe/record-fields.ts';
import { code, type Seen, together, truncateAll, VALUE_LENGTH } from '../src/observe/texts.ts';
import { resultsIn, sampleOf } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

const ORDERS = { same: 'default order', other: 'another order' };

const STATES = { same: 'same as open', other: 'other issues' };

const LIKELY_KEYS = ['created', 'updated', 'comments', 'title'] as const;

/** A sort key that no service knows, as the gating rules send it. */
const MADE_UP_KEY = 'qxnonexistent';

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
  const records = await recordsAtFirst(t);
  if (records.length === 0) t.unmet(because('data', 'Needs an open issue: create one, then run again.'));
  if (complete || records.length === 0 || !t.run.profile.observes) return records;
  const last = await t.lastPage({});
  // The last page may hold a single record; the one before it is full.
  const [number] = last === null ? [] : [last - 1, last].filter((each) => each > pages);
  const end = number === undefined ? null : await askForRecords(t, t.listing(t.page(FULL_PAGE, number)));
  return end === null ? records : [...records, ...sampleOf(end)];
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

export const observed = { level: 'observed', phase: 'read', needs: [] } as const;

/** What a listing does where the specification leaves it open (sections 2, 3, 4.1 and 8). */
export const observedLists: readonly ObservedRule[] = [
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
      'The records of the first two pages, and of the last full one of a long list, are taken apart; in `quick` those of the first two. Written down are the names and types seen, marked where a field is missing from some records, and a digest for what there is no room for.',
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
