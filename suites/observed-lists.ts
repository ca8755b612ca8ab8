import {
  beyondEnd,
  caching,
  likelyStates,
  links,
  listings,
  ORDERS,
  PAGES,
  RESULTS,
  sizeText,
  sortKeys,
} from '../src/observe/listings.ts';
import { NotMade, rowOf } from '../src/observe/observed-rule.ts';
import { errorBodies, issueFields, pullRequests, rateLimits } from '../src/observe/replies.ts';
import { described, requestsFor, values, withHeader } from '../src/observe/requests.ts';
import type { Run } from '../src/run/run.ts';

const listed = rowOf({ at: 'compared' });
const read = rowOf({ at: 'recorded' });

const version = ({ settings }: Run, value: string | null) => ({
  headers: { [settings.address.apiVersionHeader.toLowerCase()]: value },
});

/** Returns a text with the case of each letter swapped. @throws {NotMade} if it has none */
export function inOtherCase(text: string, what: string): string {
  const other = text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  if (other !== text) return other;
  throw new NotMade('setting', `Needs ${what} with letters: set one, then run again.`);
}

/** Listings for which the specification leaves the answer open. */
export const observedLists = [
  listed('observed.page.default', ['8 default of page'], {
    touches: ['4.1 query parameters'],
    says: 'Is a listing without `page` the same as with `page=1`?',
    impact: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
    observe: listings(RESULTS, values('page', '1')),
  }),
  listed('observed.page.zero', ['4.1 parameter page'], {
    says: 'How is `page=0` answered?',
    impact: 'Clients that count from zero see page 1 twice on one service, and an error on another.',
    observe: listings(PAGES, values('page', '0')),
  }),
  listed('observed.page.negative', ['4.1 parameter page'], {
    says: 'How is a negative `page` answered?',
    impact: 'A client that steps back once too often should know what awaits it.',
    observe: listings(PAGES, values('page', '-1')),
  }),
  listed('observed.page.not-a-number', ['4.1 parameter page'], {
    says: 'How is a `page` answered that is empty, or a word?',
    impact: 'A page number from an address bar may hold anything; a client may have to check it first.',
    observe: listings(PAGES, values('page', 'abc', '')),
  }),
  listed('observed.page.beyond-end', ['4.1 parameter page'], {
    says: 'How is a page beyond the end of the list answered?',
    tried: 'The run asks for the page after the last one or, if it did not see the end, for one far beyond.',
    impact: 'A client that walks until a page is empty fails, or loops for ever, if this one is not.',
    observe: beyondEnd,
  }),
  listed('observed.page.huge', ['4.1 parameter page'], {
    says: 'How is a `page` too large for 32 or 64 bits answered?',
    impact: 'A number that overflows may lead back to page 1, or to an error that monitoring reports.',
    observe: listings(PAGES, values('page', String(2n ** 63n - 1n), String(2n ** 64n + 1n))),
  }),
  listed('observed.per-page.not-an-integer', ['8 default of per_page'], {
    says: 'How is a `per_page` answered that is a word, empty, `1.5`, or given twice?',
    impact: 'What people typed may be refused, replaced by the default, or read up to its first letter.',
    observe: described(
      { ...values('per_page', 'abc', '', '1.5'), '5 and 7': { query: { per_page: ['5', '7'] } } },
      sizeText,
    ),
  }),
  listed('observed.sort.values', ['4.1 rule 4'], {
    says: 'Which likely values of `sort` change the order of the list?',
    tried: 'The run compares `created`, `updated` and `title` with a made-up key in the same direction.',
    impact: 'A client can offer its users the sort keys that really work here.',
    observe: sortKeys,
  }),
  listed('observed.sort.empty', ['4.1 query parameters'], {
    says: 'How is an empty `sort` answered?',
    impact: 'Forms send empty values for fields that nobody filled in.',
    observe: listings(ORDERS, values('sort', '')),
  }),
  listed('observed.direction.alone', ['4.1 query parameters'], {
    says: 'Does `direction` change the order when `sort` is left out?',
    impact: 'A client that only wants the oldest issues first would leave the sort key out.',
    observe: listings(ORDERS, values('direction', 'asc', 'desc')),
  }),
  listed('observed.direction.invalid', ['4.1 parameter direction', '4.1 rule 4'], {
    says: 'How is an invalid `direction` without `sort` answered?',
    impact: 'A client learns if a misspelt direction is reported or silently ignored.',
    observe: listings(ORDERS, values('direction', 'sideways')),
  }),
  listed('observed.state.values', ['3 first point', '3 third point', '4.1 parameter state', '4.1 rule 4'], {
    says: 'Which likely values of `state` are accepted, and which list other issues than `open`?',
    tried: 'The run compares hundreds under `all`, `closed`, `OPEN` and a made-up value with `open`.',
    impact: 'A client that wants finished issues as well has to know which word this service takes.',
    observe: likelyStates,
  }),
  read('observed.issue.fields', ['2 issue'], {
    says: 'Which fields do listed issues have, and of which JSON types?',
    tried: 'The run reads the lists of other rules; a question mark means that some issues lack a field.',
    impact: 'No field is documented, so this alone tells what a client can read, and what changed.',
    observe: issueFields,
  }),
  read('observed.issue.pull-requests', ['1 last sentence', '4.1 response body'], {
    says: 'Can pull requests in the list be told from issues?',
    impact: 'A client that counts issues has to leave pull requests out.',
    observe: pullRequests,
  }),
  read('observed.errors.body', ['7 last sentence'], {
    says: 'Which media type and keys do error answers have?',
    impact: 'A client that shows people the reason for a refusal has to know where it stands.',
    observe: errorBodies,
  }),
  read('observed.content-type', ['1 payloads'], {
    says: 'Which Content-Type does a listing have?',
    impact: 'Many HTTP libraries parse JSON only under a media type that they know.',
    observe: ({ plain }) => plain.exchange.response?.headers['content-type'] ?? 'none',
  }),
  read('observed.rate-limit', ['8 rate limits'], {
    touches: ['5.2 second half'],
    says: 'Which rate limit headers are there, and which limits do they name?',
    impact: 'A client that plans its requests has to know how many it may send.',
    observe: rateLimits,
  }),
  listed('observed.version.omitted', ['9 third point'], {
    says: 'How is a listing without the version header answered?',
    impact: 'Simple clients, and people with a browser, send no version.',
    observe: listings(RESULTS, (run) => ({ none: version(run, null) })),
  }),
  listed('observed.version.unknown', ['9 first point', '9 third point'], {
    says: 'How are listings answered in versions that do not exist: a date far in the past, a word?',
    impact: 'A client pinned to a version that was retired wants to know if it will be told.',
    observe: listings(RESULTS, (run) =>
      requestsFor(['1999-12-31', 'nonexistent'], (value) => version(run, value)),
    ),
  }),
  listed('observed.accept.omitted', ['4.3 the table'], {
    says: 'How is a listing without the Accept header answered?',
    impact: 'Simple clients send no Accept header, or one that their library chose.',
    observe: listings(RESULTS, { none: { headers: { accept: null } } }),
  }),
  rowOf({ at: 'in turn' })('observed.accept.other', ['4.3 the table'], {
    says: 'How are listings answered that accept `application/json` or `text/html`?',
    impact: 'A library that sets an Accept of its own may be refused, or be given something else than JSON.',
    observe: described(
      requestsFor(['application/json', 'text/html'], (accept) => ({ headers: { accept } })),
      withHeader('content-type'),
    ),
  }),
  listed('observed.links', ['4.1 parameter page'], {
    says: 'Is there a Link header, and does its next relation lead to page 2?',
    tried: 'The run sends the query of the link to the next page, and compares the answer with page 2.',
    impact: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    observe: links,
  }),
  listed('observed.caching', ['4.1 rule 4'], {
    says: 'Is there an ETag, and is a conditional request answered 304?',
    tried: 'The run sends the ETag of the plain list back right after it.',
    impact: 'A client that polls saves most of its traffic where this works.',
    observe: caching,
  }),
  listed('observed.names.case', ['2 identifiers in the path'], {
    says: 'Is a repository found under its owner and name in another case?',
    impact: 'A client that stores lists by name has to know if two spellings are one repository.',
    observe: listings(RESULTS, ({ bed: { repository } }) => {
      const other = inOtherCase(`${repository.owner}/${repository.repo}`, 'an OWNER or REPO');
      const [owner = '', repo = ''] = other.split('/');
      return { both: { repository: { owner, repo } } };
    }),
  }),
];
