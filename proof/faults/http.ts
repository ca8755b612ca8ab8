import { failure } from '../changes/answers.ts';
import { refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const VENDOR = /\bvnd\./;

/** Faults in the use of HTTP: redirects, caches, and content negotiation. */
export const httpFaults = [
  {
    id: 'answer-304-unasked',
    description:
      'A repeated request to the same address is answered with 304, although it was not conditional.',
    breaks: ['list.ok', 'list.anonymous'],
    change: (b) => {
      const sent = new Map<string, string | undefined>();
      return {
        listAnswer: (records, total, listing) => {
          const answer = b.listAnswer(records, total, listing);
          const { href } = listing.request.url;
          const tag = answer.headers['etag'];
          if (answer.status === 200 && tag !== undefined && sent.get(href) === tag)
            return { ...answer, status: 304, body: '' };
          sent.set(href, tag);
          return answer;
        },
      };
    },
  },
  {
    id: 'answer-redirected-to-page-one',
    description: 'A list without `page` is redirected to its first page.',
    breaks: ['list.ok'],
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const target = new URL(listing.request.url);
        if (target.searchParams.has('page')) return b.listAnswer(records, total, listing);
        target.searchParams.set('page', '1');
        return failure(302, { location: target.href });
      },
    }),
  },
  {
    id: 'headers-together-400',
    description:
      'A vendor type in Accept already names a version, so the version header is refused beside it.',
    breaks: ['list.recommended-headers'],
    change: (b) =>
      refuseLists(
        b,
        400,
        ({ header }) => VENDOR.test(header('accept') ?? '') && header('x-service-api-version') !== undefined,
      ),
  },
  {
    id: 'version-404',
    description: 'The version header selects a route, and the recommended version has none.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 404, ({ header }) => header('x-service-api-version') === '2022-11-28'),
  },
  {
    id: 'accept-vendor-html',
    description: 'An unknown media type in Accept is answered with HTML.',
    breaks: ['list.array'],
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        VENDOR.test(listing.request.header('accept') ?? '')
          ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<ul><li>Issues</li></ul>' }
          : b.listAnswer(records, total, listing),
    }),
  },
  {
    id: 'unknown-name-redirected',
    description: 'An unknown repository is redirected to a search, as if it had been renamed.',
    breaks: ['list.unknown-owner', 'list.unknown-repo', 'create.unknown-owner', 'create.unknown-repo'],
    change: (b) => ({
      refusalAnswer: (refusal, status, request) =>
        refusal === 'repository-unknown'
          ? failure(302, { location: `/search?q=${encodeURIComponent(request.repo)}` })
          : b.refusalAnswer(refusal, status, request),
    }),
  },
] as const satisfies readonly Fault[];
