import { failure } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { refusing } from '../changes/refusals.ts';
import { OWNERS, REPOSITORIES } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const VENDOR = /\bvnd\./;

/** Faults in the use of HTTP: redirects, caches, and content negotiation. */
export const httpFaults = faultsOf({
  'answer-304-unasked': {
    description: 'A repeated request to the same address is answered with 304, though it is not conditional.',
    breaks: ['list.ok', 'list.anonymous'],
    change: (b) => {
      const sent = new Map<string, string | undefined>();
      return revise('listAnswer', (answer, _records, _total, { request }) => {
        const { href } = request.url;
        const tag = answer.headers['etag'];
        if (answer.status === 200 && tag !== undefined && sent.get(href) === tag)
          return { ...answer, status: 304, body: '' };
        sent.set(href, tag);
        return answer;
      })(b);
    },
  },
  'answer-redirected-to-page-one': {
    description: 'A list without `page` is redirected to its first page.',
    breaks: ['list.ok'],
    change: revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.has('page')) return answer;
      target.searchParams.set('page', '1');
      return failure(302, { location: target.href });
    }),
  },
  'headers-together-400': {
    description: 'A vendor type in Accept names a version, so the version header is refused beside it.',
    breaks: ['list.recommended-headers'],
    change: refusing(400, ({ header }) => {
      const isVendorType = VENDOR.test(header('accept') ?? '');
      return isVendorType && header('x-service-api-version') !== undefined;
    }),
  },
  'version-404': {
    description: 'The version header selects a route, and the recommended version has none.',
    breaks: ['list.recommended-headers'],
    change: refusing(404, ({ header }) => header('x-service-api-version') === '2022-11-28'),
  },
  'accept-vendor-html': {
    description: 'An unknown media type in Accept is answered with HTML.',
    breaks: ['list.array'],
    change: revise('listAnswer', (answer, _records, _total, { request }) =>
      VENDOR.test(request.header('accept') ?? '')
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<ul><li>Issues</li></ul>' }
        : answer,
    ),
  },
  'unknown-name-redirected': {
    description: 'An unknown repository is redirected to a search, as if it had been renamed.',
    breaks: [...OWNERS, ...REPOSITORIES],
    change: revise('refusalAnswer', (answer, refusal, _status, { repo }) =>
      refusal === 'repository-unknown'
        ? failure(302, { location: `/search?q=${encodeURIComponent(repo)}` })
        : answer,
    ),
  },
});
