import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { encode, withHeaders } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import { combine, onlyWhere } from '../changes/decisions.ts';
import { differs, variantsOf, variationOf } from './variant.ts';

const sends = variationOf(withHeaders);

const always = variationOf((headers: Readonly<Record<string, string | undefined>>) =>
  withHeaders(() => headers),
);

const compresses = (...coding: Parameters<typeof encode>) =>
  differs(`Bodies are compressed by ${coding[0]}, even if nobody asks for it.`, encode(...coding));

export const transportVariants = variantsOf('silent', {
  'links-none': always('There is no Link header.', { link: undefined }),
  'etag-none': differs(
    'Responses have no ETag, and conditional requests are not supported.',
    combine(
      (b) => ({
        listAnswer: (records, total, listing) => {
          const unconditional = { ...listing.request, header: () => undefined };
          return b.listAnswer(records, total, { ...listing, request: unconditional });
        },
      }),
      withHeaders(() => ({ etag: undefined })),
    ),
  ),
  'content-type-vendor': sends(
    'The Content-Type is the media type that is recommended for Accept.',
    (_request, status) => (status === 200 ? { 'content-type': 'application/vnd.service+json' } : {}),
  ),
  'content-type-none': always('Responses have no Content-Type.', { 'content-type': undefined }),
  'headers-more': sends('Responses have extra headers: a request id, a policy, a cookie.', ({ ordinal }) => ({
    'x-request-id': `r-${ordinal}`,
    'cache-control': 'private, max-age=60, s-maxage=60',
    'strict-transport-security': 'max-age=31536000',
    'set-cookie': `session=${ordinal}; Path=/; HttpOnly`,
  })),
  'headers-rate-limit': sends('Responses contain a rate limit that is never reached.', ({ ordinal }) => ({
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': String(Math.max(1, 5000 - ordinal)),
  })),
  'challenge-none': always('A 401 has no WWW-Authenticate header.', { 'www-authenticate': undefined }),
  'content-type-text': always('The Content-Type of JSON is plain text.', {
    'content-type': 'text/plain; charset=utf-8',
  }),
  'content-type-parameters': always('The media type is in upper case and has parameters.', {
    'content-type': 'Application/JSON;Charset="UTF-8";version=2022-11-28',
  }),
  'headers-upgrade': always('Responses offer another protocol.', {
    upgrade: 'h2,h2c',
    connection: 'Upgrade, Keep-Alive',
  }),
  'headers-long': always('Responses contain a policy header of 12 KB.', {
    'content-security-policy': `img-src ${'https://images.example '.repeat(530)}`.trim(),
  }),
  'headers-rate-limit-anonymous': differs(
    'Anonymous callers get headers of an exhausted rate limit, but are served.',
    onlyWhere(isAnonymous)(withHeaders(() => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }))),
  ),
  'links-cursors': differs('Links to the next page contain an opaque cursor.', (b) => ({
    listAnswer: (records, total, listing) => {
      const answer = b.listAnswer(records, total, listing);
      const { link: _link, ...headers } = answer.headers;
      const { page, size } = listing.window;
      const after = Buffer.from(`${page * size}`).toString('base64url');
      const link = `<${listing.request.url.pathname}?after=${after}>; rel="next"`;
      return { ...answer, headers: { ...headers, ...(page * size < total && { link }) } };
    },
  })),
});

export const connectionVariants = variantsOf('bad-day', {
  'connection-closed': always('Connections are closed after each answer.', { connection: 'close' }),
  'connection-closed-after-three': sends('Connections are closed after three answers.', ({ ordinal }) =>
    ordinal % 3 === 0 ? { connection: 'close' } : {},
  ),
  'date-a-day-ahead': sends('The clock and the Date headers are a day ahead.', ({ world }) => ({
    date: new Date(world.clock.date() + 24 * 3_600_000).toUTCString(),
  })),
  'gzip-always': compresses('gzip', (body) => gzipSync(body, { level: 1 })),
  'deflate-always': compresses('deflate', (body) => deflateSync(body, { level: 1 })),
  'brotli-always': compresses('br', (body) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ),
});
