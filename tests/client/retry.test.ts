import { describe, expect, it } from 'vitest';
import type { Exchange, TransportFault } from '../../src/client/exchange.ts';
import { retryAfter } from '../../src/client/retry.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;

const request = { method: 'GET', url: 'http://localhost/', headers: {}, body: null };
const answered = (status: number, headers: Readonly<Record<string, string>> = {}, body = '[]'): Exchange => ({
  request,
  response: { status, headers, body, utf8: true },
  fault: null,
  startedAt: 0,
  ms: 1,
});
const faulty = (kind: TransportFault): Exchange => ({
  request,
  response: null,
  fault: { kind, message: '' },
  startedAt: 0,
  ms: 1,
});

/** Returns the number of attempts for a constant response. */
function attempts(exchange: Exchange, remainingMs = HOUR): number {
  let attempt = 1;
  while (attempt < 100 && retryAfter(exchange, attempt, remainingMs, NOW).kind !== 'final') attempt += 1;
  return attempt;
}
const waitOf = (exchange: Exchange, remainingMs = HOUR): number | null => {
  const retry = retryAfter(exchange, 1, remainingMs, NOW);
  return retry.kind === 'final' ? null : retry.waitMs;
};
const asking = (after: string, status = 429): Exchange => answered(status, { 'retry-after': after });

describe('how often a request is sent', () => {
  it('is once for every answer that is the service’s own', () => {
    for (const status of [200, 201, 204, 206, 301, 302, 400, 401, 403, 404, 409, 422, 501, 505])
      expect(attempts(answered(status))).toBe(1);
  });

  it('is some times, and not for ever, for what a bad day explains', () => {
    expect([500, 502, 503, 504, 429].map((status) => attempts(answered(status)))).toEqual([2, 4, 5, 4, 5]);
  });

  it('is some times for what means the moment and not the request', () => {
    expect([408, 421, 425].map((status) => attempts(answered(status)))).toEqual([4, 4, 4]);
    expect(waitOf(answered(425, { 'retry-after': '1' }))).toBe(1000);
  });

  it('is some times for a transport that may recover, and once for one that will not', () => {
    const recovering = ['broken', 'unreachable', 'proxy', 'timeout'] as const;
    expect(recovering.map((kind) => attempts(faulty(kind)))).toEqual([4, 2, 2, 2]);
    const lasting = ['barred', 'malformed', 'too-large', 'undecodable'] as const;
    expect(lasting.map((kind) => attempts(faulty(kind)))).toEqual([1, 1, 1, 1]);
  });
});

/** Truncated JSON texts. */
const CUT = ['', ' ', '[', '[{"title":"a', '[{"title":"a\\', '[{"id":1},', '{"message":"x"'];

describe('a body that only the end of the connection ends', () => {
  it('is asked for again where its JSON breaks off, as a cut one is', () => {
    for (const body of CUT) expect(attempts(answered(200, {}, body))).toBe(attempts(faulty('broken')));
  });

  it('is asked for again where it cannot be decompressed', () => {
    const undecodable: Exchange = { ...answered(200), fault: { kind: 'undecodable', message: '' } };
    expect(attempts(undecodable)).toBe(4);
    const sized = answered(200, { 'content-length': '20' });
    expect(attempts({ ...undecodable, response: sized.response })).toBe(1);
  });

  it('is the service’s own where its end is told otherwise', () => {
    for (const body of CUT) {
      expect(attempts(answered(200, { 'content-length': String(body.length) }, body))).toBe(1);
      expect(attempts(answered(200, { 'transfer-encoding': 'chunked' }, body))).toBe(1);
    }
  });

  it('is the service’s own where it is whole, no JSON, or of another status', () => {
    for (const body of ['[]', '[{"a":"["}]', 'null', '<p>[', 'oops', '[}'])
      expect(attempts(answered(200, {}, body))).toBe(1);
    for (const status of [201, 204, 304, 404, 422]) expect(attempts(answered(status, {}, ''))).toBe(1);
  });
});

describe('how long it waits', () => {
  it('is longer after every attempt', () => {
    const waits = [1, 2, 3].map((attempt) => {
      const retry = retryAfter(answered(503), attempt, HOUR, NOW);
      return retry.kind === 'final' ? -1 : retry.waitMs;
    });
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(3);
    expect(waits).not.toContain(-1);
  });

  it('is what Retry-After says in seconds, 0 included', () => {
    expect(waitOf(asking('0'))).toBe(0);
    expect(waitOf(asking('3'))).toBe(3000);
    expect(waitOf(asking('1.5'))).toBe(1500);
    expect(waitOf(asking('2', 503))).toBe(2000);
  });

  it('grows where the target asked for a wait that was too short', () => {
    for (const status of [429, 503]) {
      const waits = [1, 2, 3, 4].map((attempt) => {
        const retry = retryAfter(asking('0', status), attempt, HOUR, NOW);
        return retry.kind === 'final' ? -1 : retry.waitMs;
      });
      expect(waits[0]).toBe(0);
      expect(waits[1]).toBeGreaterThanOrEqual(100);
      expect(waits).toEqual(waits.toSorted((a, b) => a - b));
      expect(new Set(waits).size).toBe(4);
    }
    const patient = retryAfter(asking('2'), 3, HOUR, NOW);
    expect(patient).toMatchObject({ waitMs: 2000 });
  });

  it('is until the date that Retry-After names, and nothing for one that is past', () => {
    expect(waitOf(asking('Thu, 01 Jan 2026 00:00:04 GMT'))).toBe(4000);
    expect(waitOf(asking('Wed, 31 Dec 2025 23:59:00 GMT'))).toBe(0);
  });

  it('is a guess where Retry-After is no time at all', () => {
    expect(waitOf(asking('soon'))).toBe(waitOf(answered(429)));
    expect(waitOf(asking(''))).toBe(waitOf(answered(429)));
  });

  it('is until an allowance that is used up is renewed, in Unix seconds or in seconds from now', () => {
    const reset = (remaining: string, at: number) =>
      answered(403, { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': String(at) });
    expect(waitOf(reset('0', NOW / 1000 + 5))).toBe(5000);
    expect(waitOf(reset('0', 7))).toBe(7000);
    expect(waitOf(reset('7', NOW / 1000 + 5))).toBeNull();
    expect(waitOf(answered(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': '6' }))).toBe(6000);
  });

  it('is counted by the clock of the answer where that is a day ahead, or behind', () => {
    for (const offset of [24 * HOUR, -24 * HOUR]) {
      const date = new Date(NOW + offset).toUTCString();
      const until = new Date(NOW + offset + 4000);
      expect(waitOf(answered(429, { date, 'retry-after': until.toUTCString() }))).toBe(4000);
      const reset = String(until.getTime() / 1000);
      expect(waitOf(answered(403, { date, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }))).toBe(
        4000,
      );
    }
    expect(waitOf(answered(429, { date: 'today', 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' }))).toBe(
      4000,
    );
  });

  it('is shorter by as much as a cache has held the answer', () => {
    const [date, until] = [NOW, NOW + 60_000].map((at) => new Date(at).toUTCString());
    const held = { date: date ?? '', 'retry-after': until ?? '', age: '57' };
    expect(waitOf(answered(429, held))).toBe(3000);
    expect(waitOf(answered(429, { ...held, age: '90' }))).toBe(0);
    expect(waitOf(answered(429, { ...held, age: 'old' }))).toBe(60_000);
    const reset = {
      date: date ?? '',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(NOW / 1000 + 60),
    };
    expect(waitOf(answered(403, { ...reset, age: '50' }))).toBe(10_000);
    // Seconds are counted from the receipt of the response.
    expect(waitOf(answered(429, { 'retry-after': '5', age: '4' }))).toBe(5000);
  });

  it('is counted by this machine where the Date of the answer cannot be right', () => {
    const until = new Date(NOW + 4000).toUTCString();
    for (const date of ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2027 00:00:00 GMT'])
      expect(waitOf(answered(429, { date, 'retry-after': until }))).toBe(4000);
  });

  it('is never longer than what is left of the run', () => {
    for (const status of [429, 503]) {
      expect(waitOf(asking('3', status), 3000)).toBeNull();
      expect(waitOf(asking('3', status), 3001)).toBe(3000);
    }
  });

  it('is as long as a rate limit asks for, and for anything else never absurdly long', () => {
    expect(waitOf(asking('3599'))).toBe(3_599_000);
    for (const after of ['3600', '99999999999999999999', 'Fri, 01 Jan 2027 00:00:00 GMT'])
      expect(waitOf(asking(after))).toBeNull();
    expect([waitOf(asking('20', 503)), waitOf(asking('21', 503))]).toEqual([20_000, null]);
  });
});

describe('who waits', () => {
  const kindOf = (exchange: Exchange) => retryAfter(exchange, 1, HOUR, NOW).kind;

  it('is the caller with all its requests where its rate limit is used up', () => {
    expect([asking('1'), answered(429), asking('1', 403)].map(kindOf)).toEqual([
      'limited',
      'limited',
      'limited',
    ]);
  });

  it('is this request alone after anything else, and nobody after a plain 403', () => {
    expect([asking('1', 503), answered(500), faulty('broken')].map(kindOf)).toEqual([
      'again',
      'again',
      'again',
    ]);
    expect(kindOf(answered(403))).toBe('final');
  });
});

describe('a rate limit that stays used up', () => {
  it('is waited for again and again where the target says how long, since it may let some through each time', () => {
    expect([attempts(asking('1')), attempts(asking('1', 403))]).toEqual([60, 60]);
    expect([attempts(asking('0')), attempts(answered(429))]).toEqual([5, 5]);
  });
});

describe('a POST', () => {
  const posted = (exchange: Exchange): number =>
    attempts({ ...exchange, request: { ...request, method: 'POST', body: '{}' } });

  it('is sent again where it is known that it was not carried out', () => {
    expect([429, 503, 408, 421, 425].map((status) => posted(answered(status)))).toEqual([5, 5, 4, 4, 4]);
    expect(posted(asking('1', 403))).toBe(60);
    expect([posted(faulty('unreachable')), posted(faulty('proxy'))]).toEqual([2, 2]);
  });

  it('is sent once where it may have been carried out', () => {
    expect([500, 502, 504].map((status) => posted(answered(status)))).toEqual([1, 1, 1]);
    expect([posted(faulty('broken')), posted(faulty('timeout'))]).toEqual([1, 1]);
    for (const body of CUT) expect(posted(answered(200, {}, body))).toBe(1);
  });
});
