import { withHeaders } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import type { Deviation } from './variant.ts';

export const transportVariants = [
  {
    id: 'links-none',
    difference: 'There is no Link header.',
    change: (b) => withHeaders(b, () => ({ link: undefined })),
  },
  {
    id: 'etag-none',
    difference: 'Responses have no ETag, and conditional requests are not supported.',
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const unconditional = { ...listing.request, header: () => undefined };
        return b.listAnswer(records, total, { ...listing, request: unconditional });
      },
      ...withHeaders(b, () => ({ etag: undefined })),
    }),
  },
  {
    id: 'content-type-vendor',
    difference: 'The Content-Type is the media type that is recommended for Accept.',
    change: (b) =>
      withHeaders(b, (_request, status) =>
        status === 200 ? { 'content-type': 'application/vnd.service+json' } : {},
      ),
  },
  {
    id: 'content-type-none',
    difference: 'Responses have no Content-Type.',
    change: (b) => withHeaders(b, () => ({ 'content-type': undefined })),
  },
  {
    id: 'headers-more',
    difference: 'Responses have extra headers: a request id, a policy, a cookie.',
    change: (b) =>
      withHeaders(b, ({ ordinal }) => ({
        'x-request-id': `r-${ordinal}`,
        'cache-control': 'private, max-age=60, s-maxage=60',
        'strict-transport-security': 'max-age=31536000',
        'set-cookie': `session=${ordinal}; Path=/; HttpOnly`,
      })),
  },
  {
    id: 'headers-rate-limit',
    difference: 'Responses contain a rate limit that is never reached.',
    change: (b) =>
      withHeaders(b, ({ ordinal }) => ({
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': String(Math.max(1, 5000 - ordinal)),
      })),
  },
  {
    id: 'challenge-none',
    difference: 'A 401 has no WWW-Authenticate header.',
    change: (b) => withHeaders(b, () => ({ 'www-authenticate': undefined })),
  },
  {
    id: 'content-type-text',
    difference: 'The Content-Type of JSON is plain text.',
    change: (b) => withHeaders(b, () => ({ 'content-type': 'text/plain; charset=utf-8' })),
  },
  {
    id: 'content-type-parameters',
    difference: 'The media type is in upper case and has parameters.',
    change: (b) =>
      withHeaders(b, () => ({ 'content-type': 'Application/JSON;Charset="UTF-8";version=2022-11-28' })),
  },
  {
    id: 'headers-upgrade',
    difference: 'Responses offer another protocol.',
    change: (b) => withHeaders(b, () => ({ upgrade: 'h2,h2c', connection: 'Upgrade, Keep-Alive' })),
  },
  {
    id: 'headers-long',
    difference: 'Responses contain a policy header of 12 KB.',
    change: (b) =>
      withHeaders(b, () => ({
        'content-security-policy': `img-src ${'https://images.example '.repeat(530)}`.trim(),
      })),
  },
  {
    id: 'headers-rate-limit-anonymous',
    difference: 'Anonymous callers get headers of an exhausted rate limit, but are served.',
    change: (b) =>
      withHeaders(b, (request) =>
        isAnonymous(b, request) ? { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' } : {},
      ),
  },
  {
    id: 'links-cursors',
    difference: 'Links to the next page contain an opaque cursor.',
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const { link: _link, ...headers } = b.listAnswer(records, total, listing).headers;
        const { page, size } = listing.window;
        const after = Buffer.from(`${page * size}`).toString('base64url');
        const link = `<${listing.request.url.pathname}?after=${after}>; rel="next"`;
        const more = page * size < total;
        return { ...b.listAnswer(records, total, listing), headers: { ...headers, ...(more && { link }) } };
      },
    }),
  },
] as const satisfies readonly Deviation[];
