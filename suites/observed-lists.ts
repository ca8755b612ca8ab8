import { issueFields, pullRequests } from '../src/observe/fields.ts';
import {
  beyondEnd,
  listings,
  named,
  ORDERS,
  PAGES,
  RESULTS,
  sizes,
  sortKeys,
  states,
} from '../src/observe/listings.ts';
import { observedRulesOf } from '../src/observe/observed-rule.ts';

/** Listings for which the specification leaves the answer open (sections 2, 3, 4.1 and 8). */
export const observedLists = observedRulesOf({ at: 'reading', needs: [] }, [
  {
    id: 'observed.page.default',
    statedIn: ['8 default of page'],
    touches: ['4.1 query parameters'],
    says: 'Is a listing without `page` the same as with `page=1`?',
    tried: 'The plain list and `page=1` are compared result by result. A list of one page shows little.',
    impact: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    observe: listings(RESULTS, { one: { query: { page: '1' } } }),
  },
  {
    id: 'observed.page.zero',
    statedIn: ['4.1 parameter page'],
    says: 'How is `page=0` answered?',
    tried: 'One listing with `page=0` is compared with the plain one.',
    impact: 'Clients that count from zero see the first page twice on one service and an error on another.',
    observe: listings(PAGES, { zero: { query: { page: '0' } } }),
  },
  {
    id: 'observed.page.negative',
    statedIn: ['4.1 parameter page'],
    says: 'How is a negative `page` answered?',
    tried: 'One listing with `page=-1` is compared with the plain one.',
    impact: 'A client that steps back once too often should know what awaits it.',
    observe: listings(PAGES, { negative: { query: { page: '-1' } } }, 'Sent: page=-1.'),
  },
  {
    id: 'observed.page.not-a-number',
    statedIn: ['4.1 parameter page'],
    says: 'How is a `page` that is not a number answered?',
    tried: 'Listings with a word and with an empty value are compared with the plain one.',
    impact:
      'A page number taken from an address bar may hold anything, and a client has to know whether it must check it first.',
    observe: listings(
      PAGES,
      named(['abc', ''], (page) => ({ query: { page } })),
    ),
  },
  {
    id: 'observed.page.beyond-end',
    statedIn: ['4.1 parameter page'],
    says: 'How is a page beyond the end of the list answered?',
    tried:
      'The run asks for the page after the last one or, if it did not see the end of the list, for one far beyond.',
    impact:
      'A client that walks until a page is empty depends on this answer; an error or a repeated page makes it fail or loop for ever.',
    observe: beyondEnd,
  },
  {
    id: 'observed.page.huge',
    statedIn: ['4.1 parameter page'],
    says: 'How is a `page` too large for 32 or 64 bits answered?',
    tried:
      'Two numbers are sent: the largest of 64 bits with a sign, at which the position of the first result overflows, and one that is 1 when it is cut to 32 or 64 bits.',
    impact:
      'A page number that overflows may lead back to the start of the list, or to a server error that monitoring reports.',
    observe: listings(
      PAGES,
      {
        '2^63-1': { query: { page: String(2n ** 63n - 1n) } },
        '2^64+1': { query: { page: String(2n ** 64n + 1n) } },
      },
      'Both were sent as decimal numbers; 2^64+1 is 1 when it is cut to 32 or 64 bits.',
    ),
  },
  {
    id: 'observed.per-page.not-an-integer',
    statedIn: ['8 default of per_page'],
    says: 'How is a `per_page` that is not an integer answered?',
    tried:
      '`abc`, an empty value, `1.5`, and the parameter given twice are each sent. The number of results is compared with that of the plain list.',
    impact:
      'A client that passes on what people typed wants to know whether it gets an error, the default, or the digits in front.',
    observe: sizes(
      {
        ...named(['abc', '', '1.5'], (size) => ({ query: { per_page: size } })),
        '5 and 7': { query: { per_page: ['5', '7'] } },
      },
      '"5 and 7" is the parameter given twice.',
    ),
  },
  {
    id: 'observed.sort.values',
    statedIn: ['4.1 rule 4'],
    says: 'Which likely values of `sort` change the order of the list?',
    tried:
      '`created`, `updated` and `title` are sent in each direction, and compared with a made-up key in the same direction. A list of one issue has no order to change.',
    impact: 'A client can offer its users the sort keys that really work here.',
    observe: sortKeys,
  },
  {
    id: 'observed.sort.empty',
    statedIn: ['4.1 query parameters'],
    says: 'How is an empty `sort` answered?',
    tried: 'One listing with `sort=` and nothing after it is compared with the plain one.',
    impact: 'Forms send empty values for fields that nobody filled in.',
    observe: listings(ORDERS, { empty: { query: { sort: '' } } }),
  },
  {
    id: 'observed.direction.alone',
    statedIn: ['4.1 query parameters'],
    says: 'Does `direction` change the order when `sort` is left out?',
    tried:
      'Listings with `direction=asc` and `direction=desc` are compared with the plain one. A list of one issue has no order to change.',
    impact: 'A client that only wants the oldest issues first would leave the sort key out.',
    observe: listings(
      ORDERS,
      named(['asc', 'desc'], (direction) => ({ query: { direction } })),
    ),
  },
  {
    id: 'observed.direction.invalid',
    statedIn: ['4.1 parameter direction', '4.1 rule 4'],
    says: 'How is an invalid `direction` without `sort` answered?',
    tried: 'A listing with a made-up direction is compared with the plain one.',
    impact: 'A client learns whether a misspelt direction is reported or silently ignored.',
    observe: listings(
      ORDERS,
      { sideways: { query: { direction: 'sideways' } } },
      'Sent: direction=sideways.',
    ),
  },
  {
    id: 'observed.state.values',
    statedIn: ['3 first point', '3 third point', '4.1 parameter state', '4.1 rule 4'],
    says: 'Which likely values of `state` are accepted, and which list other issues than `open`?',
    tried:
      '`all`, `closed`, `open` in capitals and a made-up one are sent, and compared with `state=open`: the first hundred results and, if those are the same, the last page.',
    impact: 'A client that wants finished issues as well has to know which word this service takes.',
    observe: states,
  },
  {
    id: 'observed.issue.fields',
    statedIn: ['2 issue'],
    says: 'Which fields do listed issues have, and of which JSON types?',
    tried:
      'The run collects the fields of the first two pages and of the last full one; in `quick`, of the first two. A question mark means that some issues lack the field. A digest stands for what does not fit.',
    impact:
      'The specification shows no field, so this is the only account of what a client can read, and of what changed since yesterday.',
    observe: issueFields,
  },
  {
    id: 'observed.issue.pull-requests',
    statedIn: ['1 last sentence', '4.1 response body'],
    says: 'Can pull requests in the list be told from issues?',
    tried:
      'The run looks for a field whose name speaks of pull requests and that only some issues fill: others lack it, or have null or false.',
    impact: 'A client that counts issues has to leave pull requests out.',
    observe: pullRequests,
  },
]);
