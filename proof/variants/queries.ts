import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { ListCall, Reply, ServiceRequest } from '../../src/service/request.ts';
import { changeStatus, refusing } from '../changes/answers.ts';
import { combine, revise } from '../changes/decisions.ts';
import { givenPage, hasQuery, isUnversioned } from '../changes/lists.ts';
import { ON_CONTENT } from '../faults/broken-rules.ts';
import { differs, hides, refuses, variantsOf, variationOf } from './variant.ts';

/** Refuses a state at one of the first checks. */
const refusesFirst = (status: number, state: string, ...listChecks: Behaviour['listChecks']) =>
  differs(
    `A state of \`${state}\` is answered with ${status}; what is checked in turn: ${listChecks.join(', ')}.`,
    combine(refusing(status, hasQuery('state', state)), () => ({ listChecks })),
  );

/** Lists another page than the requested one, given the last one. */
const turnsTo = variationOf(
  (other: (page: number, last: number, request: ServiceRequest) => number): Change =>
    (b) => ({
      cut: (arranged, { page, size }, listing) => {
        const last = Math.max(1, Math.ceil(arranged.length / size));
        return b.cut(arranged, { size, page: other(page, last, listing.request) }, listing);
      },
    }),
);

/** Answers pages after the last one in another way. */
const beyondEnd = variationOf(
  (other: (listing: ListCall, b: Behaviour) => Reply): Change =>
    (b) =>
      revise('listAnswer', (answer, records, _total, listing) =>
        records.length === 0 && listing.window.page > 1 ? other(listing, b) : answer,
      )(b),
);

const DEFAULT_STATE = ['list.state.default-open'] as const;
const WORD = /^(?!-?\d+$)/;

const KNOWN: ReadonlySet<string> = new Set(['state', 'per_page', 'page', 'sort', 'direction']);

export const queryVariants = variantsOf('silent', {
  'state-unknown-422': refuses(422, 'An unknown state', hasQuery('state', /^(?!(open|closed|all)$)/)),
  'state-open-only': hides(DEFAULT_STATE, differs)(
    'Every state but `open` is refused.',
    refusing(422, hasQuery('state', /^(?!open$)/)),
  ),
  'state-ignored': hides(DEFAULT_STATE, differs)('Open issues are listed, whatever the state.', () => ({
    stateFilter: () => 'open',
  })),
  'state-all-unknown-422': refuses(422, 'Even the state `all`', hasQuery('state', /^(?!(open|closed)$)/)),
  'state-empty-422': refuses(422, 'An empty state', hasQuery('state', '')),
  'state-unknown-empty': differs(
    'An unknown state yields an empty list.',
    revise('stateFilter', (state, raw = 'open') => (/^(open|closed|all)$/.test(raw) ? state : raw)),
  ),
  'state-other-words': hides(DEFAULT_STATE, differs)(
    'Issues that are not open are listed with `done` and `any`; other states are refused.',
    combine(refusing(422, hasQuery('state', /^(?!(open|done|any)$)/)), (b) => ({
      stateFilter: (raw, request) =>
        b.stateFilter(raw === 'done' ? 'closed' : raw === 'any' ? 'all' : raw, request),
    })),
  ),
  'state-closed-come-last': differs(
    'Issues that are not open come last, whatever the order.',
    revise('arrange', (arranged) =>
      arranged.toSorted((one, other) => Number(one.state !== 'open') - Number(other.state !== 'open')),
    ),
  ),
  'state-closed-400-at-first': refusesFirst(400, 'closed', 'credential', 'query', 'repository'),
  'state-all-422-at-first': refusesFirst(422, 'all', 'query', 'credential', 'repository'),
  'state-closed-500-at-first': refusesFirst(500, 'closed', 'query', 'credential', 'repository'),
  'page-default-last': hides([...ON_CONTENT, 'list.private.anonymous'], turnsTo)(
    'Without a page, the last one is listed.',
    (page, last, { query }) => (query('page') === undefined ? last : page),
  ),
  'page-zero-422': refuses(422, 'A page below one', (request) => givenPage(request) < 1),
  'page-word-400': refuses(400, 'A page that is no whole number', hasQuery('page', WORD)),
  'page-zero-empty': differs(
    'Pages below 1 are empty.',
    revise('cut', (cut, _arranged, _window, { request }) => (givenPage(request) < 1 ? [] : cut)),
  ),
  'page-huge-422': refuses(422, 'A page beyond 32 bits', (request) => givenPage(request) > 0x7fff_ffff),
  'page-beyond-end-404': beyondEnd('Pages after the last one are answered with 404.', ({ request }, b) =>
    b.refusalAnswer('path-unknown', 404, request),
  ),
  'page-beyond-end-last': turnsTo('Pages after the last one repeat the last one.', (page, last) =>
    Math.min(page, last),
  ),
  'per-page-word-422': refuses(422, 'A page size that is no whole number', hasQuery('per_page', WORD)),
  'per-page-word-ten': differs(
    'A page size that is not a whole number means ten.',
    revise('pageSize', (size, raw) => (raw !== undefined && WORD.test(raw) ? 10 : size)),
  ),
  'page-deep-422': differs(
    'Pages beyond the first 100,000 results are refused.',
    refusing(422, (request, b) => {
      const size = b.pageSize(request.query('per_page'), request);
      return givenPage(request) * size > 100_000;
    }),
  ),
  'page-beyond-end-204': beyondEnd('Pages after the last one are answered with 204.', () => ({
    status: 204,
    headers: {},
    body: '',
  })),
  'page-beyond-end-closed': differs(
    'Pages after the last one hold the newest closed issue.',
    revise('cut', (page, arranged, window, { repository }) => {
      const isBehind = window.page > 1 && (window.page - 1) * window.size >= arranged.length;
      return isBehind ? repository.issues.filter(({ state }) => state !== 'open').slice(0, 1) : page;
    }),
  ),
  'page-beyond-end-first': turnsTo(
    'Pages after the last one start the list again.',
    (page, last) => ((page - 1) % last) + 1,
  ),
  'query-unknown-422': refuses(422, 'An unknown parameter', ({ url }) =>
    [...url.searchParams.keys()].some((name) => !KNOWN.has(name)),
  ),
  'accept-other-406': differs(
    'An Accept header without JSON is refused.',
    refusing(406, ({ header }) => !/json|\*\/\*/.test(header('accept') ?? '*/*')),
  ),
  'version-unknown-400': differs(
    'A version other than the recommended one is refused.',
    refusing(400, ({ header }) => !['2022-11-28', undefined].includes(header('x-service-api-version'))),
  ),
  'version-omitted-400': refuses(400, 'A request without a version', isUnversioned),
  'version-omitted-404': refuses(404, 'A request without a version', isUnversioned),
  'method-404': differs('Undocumented methods are answered with 404.', changeStatus('method-unknown', 404)),
});
