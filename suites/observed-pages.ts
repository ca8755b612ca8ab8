import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import type { Query } from '../src/client/request.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { besideTwin, compareSizes, observeListings } from '../src/observe/beside.ts';
import { isUnread, mayAsk, observeEach, plainIsRead } from '../src/observe/comparing.ts';
import { code, statusOf } from '../src/observe/texts.ts';
import { listingOf, resultsIn } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';
import { observed } from './observed-lists.ts';

const RESULTS = { same: 'same results', other: 'other results' };

const PAGES = { same: 'same as page 1', other: 'other results' };

/** A page that no list reaches. */
const FAR = 1_000_000;

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

/** Pages and sizes of which the specification says nothing (sections 4.1 and 8). */
export const observedPages: readonly ObservedRule[] = [
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
];
