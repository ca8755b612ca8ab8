import { describe, expect, it } from 'vitest';
import { describeExchange, type Exchange, isRateLimited } from '../../src/target/exchange.ts';

const exchange = (
  status: number | null,
  headers: Readonly<Record<string, string>> = {},
  fault = '',
): Exchange => ({
  request: { method: 'GET', url: 'http://localhost/', headers: {}, body: null },
  response: status === null ? null : { status, headers, body: '', utf8: true },
  fault: fault === '' ? null : { kind: 'broken', message: fault },
  startedAt: 0,
  ms: 1,
});

describe('a rate limit', () => {
  it('is 429, whatever its headers', () => {
    expect(isRateLimited(exchange(429))).toBe(true);
  });

  it('is 403 only with a header that says so', () => {
    expect(isRateLimited(exchange(403))).toBe(false);
    expect(isRateLimited(exchange(403, { 'retry-after': '1' }))).toBe(true);
    expect(isRateLimited(exchange(403, { 'x-ratelimit-remaining': '0' }))).toBe(true);
    expect(isRateLimited(exchange(403, { 'x-ratelimit-remaining': '10' }))).toBe(false);
  });

  it('is no other status, and no missing answer', () => {
    for (const status of [200, 401, 404, 422, 503])
      expect(isRateLimited(exchange(status, { 'retry-after': '1', 'x-ratelimit-remaining': '0' }))).toBe(
        false,
      );
    expect(isRateLimited(exchange(null))).toBe(false);
  });
});

describe('an exchange in a few words', () => {
  it('is its status, its fault, or both', () => {
    expect(describeExchange(exchange(422))).toBe('422');
    expect(describeExchange(exchange(200, {}, 'it broke'))).toBe('200, but it broke');
    expect(describeExchange(exchange(null, {}, 'it broke'))).toBe('no answer (it broke)');
    expect(describeExchange(exchange(null))).toBe('no answer');
  });
});
