import { canonical } from '../../src/client/json.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { toTheEnd } from '../../src/creations/full-listing.ts';
import { linksOf } from '../../src/listings/links.ts';
import { type Answer, LARGEST_PAGE } from '../../src/model/planned-request.ts';
import { NotMade, type ObservationContext, rowOf } from '../../src/observe/observed-rule.ts';
import {
  answersTo,
  beside,
  described,
  inOtherCase,
  listings,
  requestsFor,
  statusText,
  together,
  values,
  withHeader,
} from '../../src/observe/requests.ts';
import { areOld } from '../list/state.ts';

const listed = rowOf({ at: 'compared' });

const version = ({ settings }: RunContext, value: string | null) => ({
  headers: { [settings.address.apiVersionHeader.toLowerCase()]: value },
});

/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';

/** Likely values of `state`, and a made-up one. */
const STATES = ['all', 'closed', MADE_UP];

/** Returns the number of the first page of 100 that is not full. @throws {NotMade} @throws {Stopped} */
async function endOfList({ run, send }: ObservationContext): Promise<string> {
  const { preflight, target, ledger } = run;
  const { openAtFirst } = preflight;
  if (openAtFirst !== null)
    return String(1 + Math.floor((openAtFirst + ledger.accepted(target.repository).length) / LARGEST_PAGE));
  const pages = await toTheEnd(run, send);
  const end = pages.find(({ list }) => list !== null && list.length < LARGEST_PAGE);
  const page = end?.ask.query['page'];
  if (page === undefined) throw new NotMade('unclear', 'The end of the list was not seen.');
  return page;
}

export const observedLists = [
  listed('observed.page.default', ['8 default of page'], {
    alsoCovers: ['4.1 query parameters'],
    statement: 'Is a listing without `page` the same as with `page=1`?',
    impact: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    observe: listings('results', values('page', '1')),
  }),
  listed('observed.page.zero', ['4.1 parameter page'], {
    statement: 'How does the service answer `page=0`?',
    impact: 'Clients that count from zero see page 1 twice on one service, and an error on another.',
    observe: listings('page 1', values('page', '0')),
  }),
  listed('observed.page.negative', ['4.1 parameter page'], {
    statement: 'How does the service answer a negative `page`?',
    impact: 'A client that steps back once too often should know what awaits it.',
    observe: listings('page 1', values('page', '-1')),
  }),
  listed('observed.page.not-a-number', ['4.1 parameter page'], {
    statement: 'How does the service answer a `page` that is a word?',
    impact: 'A page number from an address bar may hold anything; a client may have to check it first.',
    observe: listings('page 1', values('page', 'abc')),
  }),
  listed('observed.page.beyond-end', ['4.1 parameter page'], {
    statement: 'How does the service answer a page beyond the end of the list?',
    tried:
      'The run requests the page after the last one. If it did not see the end, it requests a page far beyond.',
    impact: 'A client that walks until a page is empty fails, or loops for ever, if this one is not.',
    observe: listings('page 1', ({ preflight: { openAtFirst }, ledger }) => {
      // Without an end, more issues than any list has.
      const page = Math.ceil(((openAtFirst ?? 100_000_000) + ledger.creations.length) / LARGEST_PAGE) + 1;
      return { beyond: { query: { per_page: String(LARGEST_PAGE), page: String(page) } } };
    }),
  }),
  listed('observed.page.huge', ['4.1 parameter page'], {
    statement: 'How does the service answer a `page` too large for 64 bits?',
    impact: 'A number that overflows may lead back to page 1, or to an error that monitoring reports.',
    observe: listings('page 1', values('page', String(2n ** 64n + 1n))),
  }),
  listed('observed.per-page.not-an-integer', ['8 default of per_page'], {
    statement: 'How does the service answer a `per_page` that is a word, empty, or given twice?',
    impact: 'What people typed may be refused, replaced by the default, or read up to its first letter.',
    observe: described(
      { ...values('per_page', 'abc', ''), '5 and 7': { query: { per_page: ['5', '7'] } } },
      (own, { plain }) => {
        const size = own.list?.length;
        if (size === undefined) return statusText(own);
        if (size === plain.list?.length) return '200, default size';
        // No value that is tried begins with a larger number. A larger page may grow with the list.
        return size <= 10 ? `200, size ${size}` : '200, another size';
      },
    ),
  }),
  listed('observed.sort.values', ['4.1 rule 4'], {
    statement: 'Which likely values of `sort` change the order of the list?',
    tried: 'The run compares `created`, `updated` and `title` with a made-up key, all with direction=asc.',
    impact: 'A client can offer its users the sort keys that really work here.',
    observe: async (asking) => {
      const ascending = (sort: string) => ({ query: { sort, direction: 'asc' } });
      const { twin } = await answersTo(asking, { twin: ascending(MADE_UP) });
      const likely = requestsFor(['created', 'updated', 'title'], ascending);
      return described(likely, (own, { run }) => beside(run, own, { twin, of: 'order' }))(asking);
    },
  }),
  listed('observed.sort.empty', ['4.1 query parameters'], {
    statement: 'How does the service answer an empty `sort`?',
    impact: 'Forms send empty values for fields that nobody filled in.',
    observe: listings('order', values('sort', '')),
  }),
  listed('observed.direction.alone', ['4.1 query parameters'], {
    statement: 'Does `direction=asc` change the order without `sort`?',
    impact: 'A client that only wants the oldest issues first would leave the sort key out.',
    observe: listings('order', values('direction', 'asc')),
  }),
  listed('observed.direction.invalid', ['4.1 parameter direction', '4.1 rule 4'], {
    statement: 'How does the service answer an invalid `direction` without `sort`?',
    impact: 'A client learns if a misspelt direction is reported or silently ignored.',
    observe: listings('order', values('direction', 'sideways')),
  }),
  listed('observed.state.values', ['3 first point', '3 third point', '4.1 parameter state', '4.1 rule 4'], {
    statement: 'Which likely values of `state` are accepted, and which list other issues than `open`?',
    tried:
      'The run compares `all`, `closed` and a made-up state with `open`, in pages of 100. If closed issues are old, it compares the ends of the lists.',
    impact: 'A client that wants finished issues as well has to know which word this service takes.',
    observe: async (asking) => {
      const { run } = asking;
      const [, closed] = areOld(run) ? run.preflight.otherStates : [];
      // A list of every state ends later than one of open issues.
      const page = closed === undefined ? '1' : await endOfList(asking);
      const inState = (state: string) => ({ query: { state, per_page: String(LARGEST_PAGE), page } });
      const asked = closed === undefined ? STATES : STATES.filter((state) => state !== 'closed');
      const { open, ...others } = await answersTo(asking, {
        open: inState('open'),
        ...Object.fromEntries(asked.map((state) => [state, inState(state)])),
      });
      const answers: Readonly<Record<string, Answer>> = { ...others, ...(closed && { closed }) };
      return together(
        STATES.flatMap((state) => {
          const own = answers[state];
          return own === undefined
            ? []
            : [[`\`${state}\``, beside(run, own, { twin: open, of: 'state' })] as const];
        }),
      );
    },
  }),
  listed('observed.version.omitted', ['9 third point'], {
    statement: 'How does the service answer a listing without the version header?',
    impact: 'Simple clients, and people with a browser, send no version.',
    observe: listings('results', (run) => ({ none: version(run, null) })),
  }),
  listed('observed.version.unknown', ['9 first point', '9 third point'], {
    statement: 'How does the service answer a version that does not exist, a date far in the past?',
    impact: 'A client pinned to a version that was retired wants to know if it will be told.',
    observe: listings('results', (run) => requestsFor(['1999-12-31'], (value) => version(run, value))),
  }),
  listed('observed.accept.omitted', ['4.3 the table'], {
    statement: 'How does the service answer a listing without the Accept header?',
    impact: 'Simple clients send no Accept header, or the one that their library chose.',
    observe: listings('results', { none: { headers: { accept: null } } }),
  }),
  rowOf({ at: 'beside' })('observed.accept.other', ['4.3 the table'], {
    statement: 'How does the service answer listings that accept `application/json` or `text/html`?',
    impact: 'A library that sets its own Accept may be refused, or get something else than JSON.',
    observe: described(
      requestsFor(['application/json', 'text/html'], (accept) => ({ headers: { accept } })),
      withHeader('content-type'),
    ),
  }),
  listed('observed.links', ['4.1 parameter page'], {
    statement: 'Is there a Link header, and does its next relation lead to page 2?',
    tried: 'The run sends the query of the link to the next page, and compares the answer with page 2.',
    impact: 'A client can walk by links if they agree, and must count pages itself otherwise.',
    observe: async (asking) => {
      const found = linksOf(asking.plain.exchange);
      if (found.size === 0) return 'no Link header';
      const names = [...found.keys()].toSorted().join(', ');
      const parameters = found.get('next');
      if (parameters == null) return `${names}; next → none, or elsewhere`;
      const query = Object.fromEntries(
        [...parameters.keys()].map((name) => {
          const all = parameters.getAll(name);
          return [name, all.length === 1 ? (all[0] ?? '') : all];
        }),
      );
      const { next, second } = await answersTo(asking, { next: { query }, second: { query: { page: '2' } } });
      return `${names}; next → ${beside(asking.run, next, { twin: second, of: 'page 2' })}`;
    },
  }),
  listed('observed.caching', ['4.1 rule 4'], {
    statement: 'Is there an ETag, and does a conditional request get 304?',
    tried: 'The run sends the ETag of the plain list back right after it.',
    impact: 'A client that polls saves most of its traffic if this works.',
    observe: async (asking) => {
      const { list, exchange } = asking.plain;
      const etag = exchange.response?.headers['etag'] ?? '';
      // The run sends the validator back unchanged.
      if (!/^[\t\x20-\x7e]{1,1000}$/.test(etag)) return 'no ETag';
      const { conditional } = await answersTo(asking, {
        conditional: { headers: { 'if-none-match': etag } },
      });
      const why =
        'The records changed in between, by themselves or by an edit; run again while nobody writes.';
      if (conditional.list !== null && canonical(conditional.list) !== canonical(list))
        throw new NotMade('unstable', why);
      return `ETag → ${statusText(conditional)}`;
    },
  }),
  listed('observed.names.case', ['2 identifiers in the path'], {
    statement: 'Does the service find a repository under its owner and name in another case?',
    impact: 'A client that stores lists by name has to know if two spellings are one repository.',
    observe: listings('results', ({ target: { repository } }) => {
      const other = inOtherCase(`${repository.owner}/${repository.repo}`, 'an OWNER or REPO');
      const [owner = '', repo = ''] = other.split('/');
      return { both: { repository: { owner, repo } } };
    }),
  }),
];
