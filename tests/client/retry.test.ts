import { expect, it } from 'vitest';
import type { Exchange, TransportErrorKind } from '../../src/client/exchange.ts';
import { retryAfter } from '../../src/client/retry.ts';
import { exchangeOf } from '../support/exchanges.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const IN_TIME = { date: NOW, remainingMs: 3_600_000, isErratic: false };

type Headers = Exchange['request']['headers'];

const answered = (status: number, headers: Headers = {}): Exchange => exchangeOf({}, { status, headers });
/** An exchange with an answer, or with a fault in place of it. */
const ended = (outcome: number | TransportErrorKind): Exchange =>
  typeof outcome === 'number'
    ? answered(outcome)
    : { ...answered(200), response: null, fault: { kind: outcome, message: '' } };
const asking = (after: string): Exchange => answered(503, { 'retry-after': after });

/** Returns the number of attempts for a constant response. */
function attempts(exchange: Exchange): number {
  let times = 1;
  while (times < 100 && retryAfter(exchange, { ...IN_TIME, times }) !== null) times += 1;
  return times;
}

const OWN = [200, 201, 204, 206, 301, 302, 400, 401, 403, 404, 409, 422, 501, 505];
const LASTING = ['connect-failed', 'malformed', 'too-large', 'undecodable', 'gone', 'not-sent'] as const;

type Sent = readonly [outcome: number | TransportErrorKind, gets: number, posts: number];

it.each<Sent>([
  ...[...OWN, ...LASTING].map((outcome): Sent => [outcome, 1, 1]),
  // It may have been carried out.
  [500, 2, 1],
  [502, 4, 1],
  [504, 4, 1],
  ['connection-lost', 4, 1],
  ['timeout', 3, 1],
  // It was not carried out.
  [503, 5, 5],
  [408, 4, 4],
  [421, 4, 4],
  [425, 4, 4],
  ['unreachable', 2, 2],
  ['proxy', 2, 2],
])('%s is followed by so many attempts in all: %i, for a POST %i', (outcome, gets, posts) => {
  const got = ended(outcome);
  expect(attempts(got)).toBe(gets);
  expect(attempts({ ...got, request: { ...got.request, method: 'POST', body: '{}' } })).toBe(posts);
  // The body broke off.
  if (got.fault !== null) expect(attempts({ ...answered(200), fault: got.fault })).toBe(gets);
});

const at = (ms: number): string => new Date(NOW + ms).toUTCString();
const reset = (seconds: number, more: Headers = {}): Exchange =>
  answered(503, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(seconds), ...more });

it.each<[name: string, exchange: Exchange, ms: number | null]>([
  ['no time', asking('0'), 0],
  ['seconds', asking('3'), 3000],
  ['parts of seconds', asking('1.5'), 1500],
  ['a date', asking(at(4000)), 4000],
  ['a date that is past', asking(at(-60_000)), 0],
  ['nonsense', asking('soon'), 40],
  ['an empty value', asking(''), 40],
  ['nothing', answered(503), 40],
  ['a reset in Unix seconds', reset(NOW / 1000 + 5), 5000],
  ['a reset in seconds', reset(7), 7000],
  ['a reset of another name', answered(503, { 'ratelimit-remaining': '0', 'ratelimit-reset': '6' }), 6000],
  ['an allowance that is left', reset(NOW / 1000 + 5, { 'x-ratelimit-remaining': '7' }), 40],
  ['20 s', asking('20'), 20_000],
  ['21 s', asking('21'), null],
  ['centuries', asking('99999999999999999999'), null],
])('the wait before the next attempt is what the answer asks for, or a guess: %s', (_, exchange, ms) => {
  expect(retryAfter(exchange, { ...IN_TIME, times: 1 })).toBe(ms);
});

it('the wait grows if the one before was too short, and is shorter than what is left of the run', () => {
  const waits = (exchange: Exchange) =>
    [1, 2, 3, 4].map((times) => retryAfter(exchange, { ...IN_TIME, times }));
  expect(waits(answered(503))).toEqual([40, 120, 360, 1080]);
  expect(waits(asking('0'))).toEqual([0, 120, 360, 1080]);
  expect(waits(asking('1'))).toEqual([1000, 1000, 1000, 1080]);
  const within = (remainingMs: number) => retryAfter(asking('3'), { ...IN_TIME, times: 1, remainingMs });
  expect([within(3000), within(3001)]).toEqual([null, 3000]);
});
