import type { RequestSpec } from '../src/client/request.ts';
import { besidePlain, ofListings, RESULTS, sizeBesidePlain } from '../src/observe/beside.ts';
import { disturbed, observations, ofRequests, requestsByName } from '../src/observe/observation.ts';
import type { Trial } from '../src/run/trial.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';

const PAGES = { same: 'same as page 1', other: 'other results' };

/** A page that no list reaches. */
const FAR = 1_000_000;

const fullPage = (page: number): Pick<RequestSpec, 'query'> => ({
  query: { per_page: String(FULL_PAGE), page: String(page) },
});

/** Returns the page after the last one, if the run saw the end of the list, else one that no list reaches. */
async function pageBeyondEnd(t: Trial): Promise<number> {
  const { head, complete, keys } = await t.run.now();
  const size = head.kind === 'list' ? head.records.length : 0;
  return complete && size > 0 ? Math.max(2, Math.ceil(keys.length / size) + 1) : FAR;
}

/** Pages and sizes of which the specification says nothing (sections 4.1 and 8). */
export const observedPages = observations({ phase: 'read', needs: [] }, [
  {
    id: 'observed.page.default',
    statedIn: ['8 default of page'],
    touches: ['4.1 query parameters'],
    says: 'Is a listing without `page` the same as with `page=1`?',
    tried: 'The plain list and `page=1` are compared result by result. A list of one page shows little.',
    impact: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    observe: ofListings(RESULTS, { asks: { one: { query: { page: '1' } } } }),
  },
  {
    id: 'observed.page.zero',
    statedIn: ['4.1 parameter page'],
    says: 'How is `page=0` answered?',
    tried: 'One listing with `page=0` is compared with the plain one.',
    impact: 'Clients that count from zero see the first page twice on one service and an error on another.',
    observe: ofListings(PAGES, { asks: { zero: { query: { page: '0' } } } }),
  },
  {
    id: 'observed.page.negative',
    statedIn: ['4.1 parameter page'],
    says: 'How is a negative `page` answered?',
    tried: 'One listing with `page=-1` is compared with the plain one.',
    impact: 'A client that steps back once too often should know what awaits it.',
    observe: ofListings(PAGES, { asks: { negative: { query: { page: '-1' } } }, note: 'Sent: page=-1.' }),
  },
  {
    id: 'observed.page.not-a-number',
    statedIn: ['4.1 parameter page'],
    says: 'How is a `page` that is not a number answered?',
    tried: 'Listings with a word and with an empty value are compared with the plain one.',
    impact:
      'A page number taken from an address bar may hold anything, and a client has to know whether it must check it first.',
    observe: ofListings(PAGES, {
      asks: requestsByName(['abc', ''], (page) => ({ query: { page } })),
    }),
  },
  {
    id: 'observed.page.beyond-end',
    statedIn: ['4.1 parameter page'],
    says: 'How is a page beyond the end of the list answered?',
    tried:
      'The run asks for the page after the last one or, if it did not see the end of the list, for one far beyond.',
    impact:
      'A client that walks until a page is empty depends on this answer; an error or a repeated page makes it fail or loop for ever.',
    observe: ofListings(PAGES, {
      asks: async (t) => ({ beyond: fullPage(await pageBeyondEnd(t)) }),
      describe: async (t, answer, spec) => {
        const seen = await besidePlain(PAGES)(t, answer, spec);
        const far = fullPage(FAR);
        const isEmpty = resultsIn(answer) === 0 || spec.query?.['page'] === far.query?.['page'];
        if (isEmpty || resultsIn(await t.ask({ ...spec, ...far })) > 0) return seen;
        throw disturbed('The list had grown by a page when the page after its last one was asked for');
      },
    }),
  },
  {
    id: 'observed.page.huge',
    statedIn: ['4.1 parameter page'],
    says: 'How is a `page` too large for 32 or 64 bits answered?',
    tried:
      'Two numbers are sent: the largest of 64 bits with a sign, at which the position of the first result overflows, and one that is 1 when it is cut to 32 or 64 bits.',
    impact:
      'A page number that overflows may lead back to the start of the list, or to a server error that monitoring reports.',
    observe: ofListings(PAGES, {
      asks: {
        '2^63-1': { query: { page: String(2n ** 63n - 1n) } },
        '2^64+1': { query: { page: String(2n ** 64n + 1n) } },
      },
      note: 'Both were sent as decimal numbers; 2^64+1 is 1 when it is cut to 32 or 64 bits.',
    }),
  },
  {
    id: 'observed.per-page.not-an-integer',
    statedIn: ['8 default of per_page'],
    says: 'How is a `per_page` that is not an integer answered?',
    tried:
      '`abc`, an empty value, `1.5`, `1e2`, a 5 after a space, and the parameter given twice are each sent. The number of results is compared with that of the plain list.',
    impact:
      'A client that passes on what people typed wants to know whether it gets an error, the default, or the digits in front.',
    observe: ofRequests({
      asks: {
        ...requestsByName(['abc', '', '1.5', '1e2', ' 5'], (size) => ({ query: { per_page: size } })),
        '5 and 7': { query: { per_page: ['5', '7'] } },
      },
      describe: sizeBesidePlain,
      note: '"5 and 7" is the parameter given twice.',
    }),
  },
]);
