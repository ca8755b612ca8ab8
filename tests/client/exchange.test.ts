import { describe, expect, it } from 'vitest';
import {
  describeExchange,
  type Exchange,
  isRateLimited,
  isRefusal,
  isSilent,
  isSuccess,
  type TransportFault,
} from '../../src/client/exchange.ts';

const exchange = (
  status: number | null,
  headers: Readonly<Record<string, string>> = {},
  fault = '',
  kind: TransportFault = 'broken',
): Exchange => ({
  request: { method: 'GET', url: 'http://localhost/', headers: {}, body: null },
  response: status === null ? null : { status, headers, body: '', utf8: true },
  fault: fault === '' ? null : { kind, message: fault },
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
    expect(isRateLimited(exchange(403, { 'ratelimit-remaining': '0' }))).toBe(true);
    expect(isRateLimited(exchange(403, { 'x-ratelimit-remaining': '10' }))).toBe(false);
    expect(isRateLimited(exchange(403, { 'x-ratelimit-reset': '1800000000' }))).toBe(false);
  });

  it('is no other status, and no missing answer', () => {
    for (const status of [200, 401, 404, 422, 503])
      expect(isRateLimited(exchange(status, { 'retry-after': '1', 'x-ratelimit-remaining': '0' }))).toBe(
        false,
      );
    expect(isRateLimited(exchange(null))).toBe(false);
  });
});

describe('a success', () => {
  it('is a complete answer with any 2xx', () => {
    expect([199, 200, 201, 204, 299, 300, 404].map((status) => isSuccess(exchange(status)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isSuccess(exchange(200, {}, 'it broke'))).toBe(false);
    expect(isSuccess(exchange(null))).toBe(false);
  });
});

describe('a refusal', () => {
  it('is a complete 4xx that refuses the request for what it is', () => {
    for (const status of [400, 401, 403, 404, 405, 410, 422]) expect(isRefusal(exchange(status))).toBe(true);
    for (const status of [200, 301, 500, 503]) expect(isRefusal(exchange(status))).toBe(false);
  });

  it('is none that only the moment explains, nor one that broke off', () => {
    for (const status of [408, 409, 425, 429]) expect(isRefusal(exchange(status))).toBe(false);
    expect(isRefusal(exchange(403, { 'retry-after': '1' }))).toBe(false);
    expect(isRefusal(exchange(422, {}, 'it broke'))).toBe(false);
    expect(isRefusal(exchange(null, {}, 'it broke'))).toBe(false);
  });
});

describe('silence', () => {
  it('is no answer at all for a reason that a service which went away explains', () => {
    const silent = (kind: TransportFault, status: number | null = null) =>
      isSilent(exchange(status, {}, 'it broke', kind));
    expect((['unreachable', 'broken', 'timeout'] as const).map((kind) => silent(kind))).toEqual([
      true,
      true,
      true,
    ]);
    expect((['malformed', 'too-large', 'withheld', 'gone'] as const).map((kind) => silent(kind))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(silent('broken', 200)).toBe(false);
    expect(isSilent(exchange(200))).toBe(false);
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
