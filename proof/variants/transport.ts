import { withHeaders } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import { together } from '../changes/decisions.ts';
import { onlyWhere } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

export const transportVariants = deviationsOf({
  'links-none': {
    difference: 'There is no Link header.',
    change: withHeaders(() => ({ link: undefined })),
  },
  'etag-none': {
    difference: 'Responses have no ETag, and conditional requests are not supported.',
    change: together(
      (b) => ({
        listAnswer: (records, total, listing) => {
          const unconditional = { ...listing.request, header: () => undefined };
          return b.listAnswer(records, total, { ...listing, request: unconditional });
        },
      }),
      withHeaders(() => ({ etag: undefined })),
    ),
  },
  'content-type-vendor': {
    difference: 'The Content-Type is the media type that is recommended for Accept.',
    change: withHeaders((_request, status) =>
      status === 200 ? { 'content-type': 'application/vnd.service+json' } : {},
    ),
  },
  'content-type-none': {
    difference: 'Responses have no Content-Type.',
    change: withHeaders(() => ({ 'content-type': undefined })),
  },
  'headers-more': {
    difference: 'Responses have extra headers: a request id, a policy, a cookie.',
    change: withHeaders(({ ordinal }) => ({
      'x-request-id': `r-${ordinal}`,
      'cache-control': 'private, max-age=60, s-maxage=60',
      'strict-transport-security': 'max-age=31536000',
      'set-cookie': `session=${ordinal}; Path=/; HttpOnly`,
    })),
  },
  'headers-rate-limit': {
    difference: 'Responses contain a rate limit that is never reached.',
    change: withHeaders(({ ordinal }) => ({
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': String(Math.max(1, 5000 - ordinal)),
    })),
  },
  'challenge-none': {
    difference: 'A 401 has no WWW-Authenticate header.',
    change: withHeaders(() => ({ 'www-authenticate': undefined })),
  },
  'content-type-text': {
    difference: 'The Content-Type of JSON is plain text.',
    change: withHeaders(() => ({ 'content-type': 'text/plain; charset=utf-8' })),
  },
  'content-type-parameters': {
    difference: 'The media type is in upper case and has parameters.',
    change: withHeaders(() => ({ 'content-type': 'Application/JSON;Charset="UTF-8";version=2022-11-28' })),
  },
  'headers-upgrade': {
    difference: 'Responses offer another protocol.',
    change: withHeaders(() => ({ upgrade: 'h2,h2c', connection: 'Upgrade, Keep-Alive' })),
  },
  'headers-long': {
    difference: 'Responses contain a policy header of 12 KB.',
    change: withHeaders(() => ({
      'content-security-policy': `img-src ${'https://images.example '.repeat(530)}`.trim(),
    })),
  },
  'headers-rate-limit-anonymous': {
    difference: 'Anonymous callers get headers of an exhausted rate limit, but are served.',
    change: onlyWhere((request, b) => isAnonymous(b, request))(
      withHeaders(() => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' })),
    ),
  },
  'links-cursors': {
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
});
