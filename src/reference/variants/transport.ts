import { gzipSync } from 'node:zlib';
import { withHeaders } from '../changes/with-headers.ts';
import type { Variant } from './variant.ts';

export const transportVariants = [
  {
    id: 'links-none',
    difference: 'There is no Link header.',
    change: (b) => withHeaders(b, () => ({ link: undefined })),
  },
  {
    id: 'etag-none',
    difference: 'There is no ETag, and no conditional request.',
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const unconditional = { ...listing.request, header: () => undefined };
        return b.listAnswer(records, total, { ...listing, request: unconditional });
      },
      ...withHeaders(b, () => ({ etag: undefined })),
    }),
  },
  {
    id: 'gzip-always',
    difference: 'Bodies are compressed, asked for or not.',
    change: (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        if (answer.body.length === 0) return answer;
        const headers = { ...answer.headers, 'content-encoding': 'gzip' };
        return { ...answer, headers, body: gzipSync(answer.body, { level: 1 }) };
      },
    }),
  },
  {
    id: 'content-type-vendor',
    difference: 'JSON is named by the media type that is recommended for asking.',
    change: (b) =>
      withHeaders(b, (_request, status) =>
        status === 200 ? { 'content-type': 'application/vnd.service+json' } : {},
      ),
  },
  {
    id: 'content-type-none',
    difference: 'No answer says what its body is.',
    change: (b) => withHeaders(b, () => ({ 'content-type': undefined })),
  },
  {
    id: 'connection-closed',
    difference: 'Connections are closed after each answer.',
    change: (b) => withHeaders(b, () => ({ connection: 'close' })),
  },
  {
    id: 'headers-more',
    difference: 'Answers have more headers: a request id, a policy, a cookie.',
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
    difference: 'Answers count down a rate limit that is never reached.',
    change: (b) =>
      withHeaders(b, ({ ordinal }) => ({
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': String(Math.max(1, 5000 - ordinal)),
      })),
  },
  {
    id: 'challenge-none',
    difference: 'A 401 does not name the scheme.',
    change: (b) => withHeaders(b, () => ({ 'www-authenticate': undefined })),
  },
  {
    id: 'slow',
    difference: 'Each answer takes 30 ms.',
    change: (b) => ({
      around: async (inner, request) => {
        await request.pause(30);
        return b.around(inner, request);
      },
    }),
  },
  {
    id: 'out-of-order',
    difference: 'Answers take 0 to 20 ms, so that requests overtake one another.',
    change: (b) => ({
      around: async (inner, request) => {
        await request.pause((request.ordinal * 7) % 21);
        return b.around(inner, request);
      },
    }),
  },
] as const satisfies readonly Variant[];
