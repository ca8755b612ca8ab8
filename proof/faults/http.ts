import { failure } from '../changes/answers.ts';
import { refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

const VENDOR = /\bvnd\./;

/** Faults in the use of HTTP: redirects, caches, and headers that choose an answer. */
export const httpFaults = [
  {
    id: 'answer-304-unasked',
    description:
      'Which answers were sent is remembered by their address, and who asks again is told to use the old one.',
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
    description: 'A list without a page number is redirected to its first page.',
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
    description: 'A vendor type is thought to name a version already, which must not be named twice.',
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
    description: 'The version chooses the route, and the recommended one was never given any.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 404, ({ header }) => header('x-service-api-version') === '2022-11-28'),
  },
  {
    id: 'accept-vendor-html',
    description: 'A type that the service does not know is answered with a page for people.',
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
    description:
      'A repository that is not found is thought to have been renamed, and answered with a redirect to a search.',
    breaks: ['list.unknown-owner', 'list.unknown-repo', 'create.unknown-owner', 'create.unknown-repo'],
    change: (b) => ({
      refusalAnswer: (refusal, status, request) =>
        refusal === 'repository-unknown'
          ? failure(302, { location: `/search?q=${encodeURIComponent(request.repo)}` })
          : b.refusalAnswer(refusal, status, request),
    }),
  },
] as const satisfies readonly Fault[];
