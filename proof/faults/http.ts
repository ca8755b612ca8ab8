import { failure, refusing } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { OWNERS, REPOSITORIES } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

const VENDOR = /\bvnd\./;

/** Faults in the use of HTTP: redirects, caches, and content negotiation. */
export const httpFaults = faultsOf({
  'answer-304-unasked': breaks('list.ok', 'list.anonymous')(
    'A repeated request to the same address is answered with 304, though it is not conditional.',
    (b) => {
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
  ),
  'answer-redirected-to-page-one': breaks('list.ok')(
    'A list without `page` is redirected to its first page.',
    revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.has('page')) return answer;
      target.searchParams.set('page', '1');
      return failure(302, { location: target.href });
    }),
  ),
  'headers-together-400': breaks('list.recommended-headers')(
    'A vendor type in Accept names a version, so the version header is refused beside it.',
    refusing(400, ({ header }) => {
      const isVendorType = VENDOR.test(header('accept') ?? '');
      return isVendorType && header('x-service-api-version') !== undefined;
    }),
  ),
  'version-404': breaks('list.recommended-headers')(
    'The version header selects a route, and the recommended version has none.',
    refusing(404, ({ header }) => header('x-service-api-version') === '2022-11-28'),
  ),
  'accept-vendor-html': breaks('list.array')(
    'An unknown media type in Accept is answered with HTML.',
    revise('listAnswer', (answer, _records, _total, { request }) =>
      VENDOR.test(request.header('accept') ?? '')
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<ul><li>Issues</li></ul>' }
        : answer,
    ),
  ),
  'unknown-name-redirected': breaks(...OWNERS, ...REPOSITORIES)(
    'An unknown repository is redirected to a search, as if it had been renamed.',
    revise('refusalAnswer', (answer, refusal, _status, { repo }) =>
      refusal === 'repository-unknown'
        ? failure(302, { location: `/search?q=${encodeURIComponent(repo)}` })
        : answer,
    ),
  ),
});
