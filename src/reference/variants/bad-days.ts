import { failure } from '../changes/failure.ts';
import { everyNth } from '../changes/now-and-then.ts';
import { isList } from '../changes/operation.ts';
import type { Variant } from './variant.ts';

/** What goes wrong on the way and says nothing about the service. Nothing is carried out that is answered so. */
export const badDayVariants = [
  {
    id: 'unavailable-now-and-then',
    difference: 'Every 11th request is answered with 503 and may be repeated at once.',
    change: (b) => everyNth(b, 11, () => failure(503, { 'retry-after': '0' })),
  },
  {
    id: 'unavailable-without-hint',
    difference: 'Every 13th request is answered with 503, without a word about when to come again.',
    change: (b) => everyNth(b, 13, () => failure(503)),
  },
  {
    id: 'bad-gateway-now-and-then',
    difference: 'Every 17th request is answered by a proxy with 502 and a page for people.',
    change: (b) =>
      everyNth(b, 17, () => ({
        ...failure(502, { 'content-type': 'text/html' }),
        body: '<h1>Bad Gateway</h1>',
      })),
  },
  {
    id: 'too-many-now-and-then',
    difference: 'Every 60th request is answered with 429 and asked to come again in a second.',
    change: (b) => everyNth(b, 60, () => failure(429, { 'retry-after': '1' })),
  },
  {
    id: 'reset-now-and-then',
    difference: 'The connection of every 19th request breaks before anything is answered.',
    change: (b) => everyNth(b, 19, () => ({ ...failure(503), delivery: 'reset' })),
  },
  {
    id: 'cut-now-and-then',
    difference:
      'The answer to every 17th request, where it is a listing, ends before all of its body has come.',
    change: (b) =>
      everyNth(b, 17, async (inner, request) => {
        const answer = await inner();
        return isList(request) ? { ...answer, delivery: 'cut' } : answer;
      }),
  },
  {
    id: 'stalls-now-and-then',
    difference: 'Every 23rd request takes 400 ms.',
    change: (b) =>
      everyNth(b, 23, async (inner, request) => {
        await request.pause(400);
        return inner();
      }),
  },
] as const satisfies readonly Variant[];
