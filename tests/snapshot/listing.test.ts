import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { listingOf, recordsOf, resultsIn } from '../../src/snapshot/listing.ts';
import { isRecord, LetGo } from '../../src/snapshot/records.ts';
import { alwaysAnswer, serveHttp, serveTcp } from '../support/serve.ts';
import { answered, faulty } from './reading.ts';

const read = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  listingOf(answered(body, status, headers));
const seen = (body: unknown, status = 200): string => {
  const answer = read(body, status);
  return 'seen' in answer ? `${answer.kind}: ${answer.seen}` : answer.kind;
};

/** Returns what a client receives for given bytes. */
async function overTheWire(start: ReturnType<typeof serveHttp>): Promise<Exchange> {
  const service = await start;
  const client = new Client({
    concurrency: 1,
    maxRequests: 10,
    maxRate: undefined,
    deadlineMs: 30_000,
    timeoutMs: 10_000,
  });
  try {
    return await client.send(() => ({ method: 'GET', url: `${service.baseUrl}/`, headers: {}, body: null }));
  } finally {
    await client.close();
    await service.stop();
  }
}
const bytes = async (body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
  listingOf(await overTheWire(serveHttp(alwaysAnswer(200, body, headers))));

describe('the answer of a listing', () => {
  it('is a list for 200 and an array, whatever its elements', () => {
    expect(read('[]').kind).toBe('list');
    expect(recordsOf(answered('[]'))).toEqual([]);
    expect(recordsOf(answered('[1,null,"x",[],{"id":1}]'))).toEqual([1, null, 'x', [], { id: 1 }]);
  });

  it('is a list with white space around it', () => {
    expect(recordsOf(answered(' \n[1]\r\n\t'))).toEqual([1]);
  });

  it('is a list whatever the Content-Type says', () => {
    expect(read('[]', 200, { 'content-type': 'text/plain' }).kind).toBe('list');
  });

  it('is no array for any other JSON, and names its type', () => {
    const seenOf = ['{}', '"x"', '1', 'true', 'null', '{"items":[]}'].map((body) => seen(body));
    expect(seenOf).toEqual(
      ['object', 'string', 'number', 'boolean', 'null', 'object'].map(
        (type) => `malformed: 200 with a JSON ${type} instead of an array`,
      ),
    );
  });

  it('is no array with something behind it or before it', () => {
    for (const body of ['[] []', '[]x', '[],', ")]}'[]", '[1][2]', 'x[]'])
      expect(read(body).kind).toBe('malformed');
  });

  it('is no array where there is nothing, or HTML, and names the Content-Type', () => {
    expect(seen('')).toContain('no Content-Type');
    const broken = answered(")]}'\n[]", 200, { 'content-type': 'application/json' });
    expect(listingOf(broken)).toEqual({ kind: 'malformed', seen: "200, not JSON: Unexpected token ')'" });
    expect(read('<h1>', 200, { 'content-type': 'text/html' })).toMatchObject({
      seen: expect.stringContaining('text/html'),
    });
  });

  it('is no array with a byte order mark', () => {
    expect(read('\uFEFF[]').kind).toBe('malformed');
  });

  it('is no array where it is no UTF-8', () => {
    expect(listingOf(answered('[]', 200, {}, false))).toEqual({
      kind: 'malformed',
      seen: '200 with bytes that are not UTF-8',
    });
  });

  it('is no array where its strings or numbers are no JSON', () => {
    for (const body of ["['x']", '[01]', '[1,]', '[NaN]', '["\t"]', '[undefined]', '// \n[]'])
      expect(read(body).kind).toBe('malformed');
  });

  it('is a status for every complete answer that is not 200', () => {
    for (const status of [201, 204, 206, 301, 304, 400, 401, 403, 404, 422])
      expect(read('[]', status)).toEqual({ kind: 'status', status, seen: String(status) });
  });

  it('is trouble for 5xx', () => {
    for (const status of [500, 501, 502, 503, 599]) expect(read('[]', status).kind).toBe('trouble');
  });

  it('is unknown for a rate limit', () => {
    expect(read('[]', 429)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('MAX_RATE'),
    });
    expect(read('[]', 403, { 'retry-after': '1' }).kind).toBe('unknown');
    expect(read('[]', 403, { 'x-ratelimit-remaining': '0' }).kind).toBe('unknown');
    expect(read('[]', 403, { 'x-ratelimit-remaining': '1' }).kind).toBe('status');
  });

  it('is unknown where it is too slow or too long', () => {
    for (const kind of ['timeout', 'too-large'] as const) {
      expect(listingOf(faulty(kind)).kind).toBe('unknown');
      expect(listingOf(faulty(kind, 200)).kind).toBe('unknown');
    }
  });

  it('is unknown where nothing came through, and the reason says why', () => {
    for (const kind of ['barred', 'proxy'] as const)
      expect(listingOf(faulty(kind, null, 'its certificate has expired: renew it'))).toEqual({
        kind: 'unknown',
        cause: 'unanswered',
        reason: 'The service could not be reached, since its certificate has expired: renew it.',
      });
  });

  it('is unknown where it was not asked for', () => {
    expect(listingOf(faulty('withheld', null, 'the allowance is used up'))).toEqual({
      kind: 'unknown',
      cause: 'limit',
      reason: 'A request was not sent: the allowance is used up.',
    });
  });

  it('is no array where a 200 broke off, and trouble where no status came', () => {
    for (const kind of ['broken', 'malformed', 'undecodable', 'unreachable'] as const) {
      expect(listingOf(faulty(kind, 200))).toEqual({ kind: 'malformed', seen: '200, but it broke' });
      expect(listingOf(faulty(kind)).kind).toBe('trouble');
    }
  });

  it('is unknown where it is nested a million deep, and takes no stack for it', () => {
    expect(read('['.repeat(1e6) + ']'.repeat(1e6)).kind).toBe('unknown');
    expect(read('{"a":'.repeat(1e6)).kind).toBe('unknown');
  });

  it('is read once', () => {
    const exchange = answered('[{"id":1}]');
    expect(listingOf(exchange)).toBe(listingOf(exchange));
  });
});

describe('an answer that is more than this program reads', () => {
  it('is unknown, names the bound, and tells how many results it has at least', () => {
    expect(read(`[${'{},'.repeat(250_000)}{}]`)).toEqual({
      kind: 'unknown',
      cause: 'limit',
      reason: 'The answer is made of more than 500,000 values, which is more than this program reads.',
      results: 101,
    });
    expect(read(`[{"id":1},{"id":${'7'.repeat(2000)}}]`)).toEqual({
      kind: 'unknown',
      cause: 'limit',
      reason:
        'The answer is one with a number of more than 1,000 digits, which is more than this program reads.',
      results: 1,
    });
    expect(read(`[${'['.repeat(501)}${']'.repeat(501)}]`)).toEqual({
      kind: 'unknown',
      cause: 'limit',
      reason: 'The answer is nested deeper than 500 levels, which is more than this program reads.',
    });
  });

  it('is one of more results than are compared', () => {
    expect(read(`[${'1,'.repeat(49_999)}1]`).kind).toBe('list');
    expect(read(`[${'1,'.repeat(50_000)}1]`)).toEqual({
      kind: 'unknown',
      cause: 'limit',
      reason: 'The answer is a list of more than 50,000 results, which is more than this program reads.',
      results: 50_001,
    });
  });

  it('is no array all the same where it is too much of something else', () => {
    expect(read(`{"items":[${'1,'.repeat(50_000)}1]}`).kind).toBe('malformed');
  });
});

describe('a long body', () => {
  const long = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, title: 'long' })));

  it('is let go once it was read, and what it held stays', async () => {
    const exchange = await overTheWire(serveHttp(alwaysAnswer(200, long)));
    expect(resultsIn(exchange)).toBe(400);
    expect([exchange.response?.body.length, exchange.response?.long?.text]).toEqual([4096, null]);
    expect(recordsOf(exchange)).toHaveLength(400);
  });

  it('that was let go before it was read is no empty list', async () => {
    const exchange = await overTheWire(serveHttp(alwaysAnswer(200, long)));
    exchange.response?.long?.letGo();
    expect(() => listingOf(exchange)).toThrow(LetGo);
  });

  it('is read again where it comes again, once its records were let go', async () => {
    const exchange = await overTheWire(serveHttp(alwaysAnswer(200, long)));
    const listing = listingOf(exchange);
    if (listing.kind !== 'list') throw new Error('it is a list');
    listing.records.letGo();
    expect(() => recordsOf(exchange)).toThrow(LetGo);
    exchange.response?.long?.bring(Buffer.from(long));
    expect(recordsOf(exchange)).toHaveLength(400);
  });
});

describe('the answer of a listing, from the wire', () => {
  it('is a list where it comes compressed without being asked for', async () => {
    const body = gzipSync('[{"title":"Größe"}]');
    const service = serveHttp(alwaysAnswer(200, body, { 'content-encoding': 'gzip' }));
    expect(recordsOf(await overTheWire(service))).toEqual([{ title: 'Größe' }]);
  });

  it('is no array where it says gzip and is none', async () => {
    expect(await bytes(Buffer.from('[]'), { 'content-encoding': 'gzip' })).toMatchObject({
      kind: 'malformed',
      seen: expect.stringContaining('cannot be decompressed'),
    });
  });

  it('is no array in UTF-16, with or without a byte order mark', async () => {
    expect((await bytes(Buffer.from('\uFEFF[{"id":1}]', 'utf16le'))).kind).toBe('malformed');
    expect((await bytes(Buffer.from('[{"id":1}]', 'utf16le'))).kind).toBe('malformed');
  });

  it('is no array in Latin-1', async () => {
    expect(await bytes(Buffer.from('[{"title":"Größe"}]', 'latin1'))).toMatchObject({
      seen: '200 with bytes that are not UTF-8',
    });
  });

  it('is no array with a byte order mark of UTF-8', async () => {
    expect((await bytes(Buffer.from('\uFEFF[]', 'utf8'))).kind).toBe('malformed');
  });

  it('is no array where the body is shorter than it says', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"id":1}]';
    const exchange = await overTheWire(serveTcp((socket) => void socket.once('data', () => socket.end(cut))));
    expect(listingOf(exchange)).toMatchObject({
      kind: 'malformed',
      seen: expect.stringMatching(/^200, but /),
    });
  });

  it('is a status for 204 and for 206', async () => {
    for (const status of [204, 206]) {
      const exchange = await overTheWire(serveHttp(alwaysAnswer(status, status === 206 ? '[]' : '')));
      expect(listingOf(exchange)).toEqual({ kind: 'status', status, seen: String(status) });
    }
  });
});

describe('an element of a listing', () => {
  it('is a record where it is any JSON object, and nothing else is', () => {
    for (const value of [{}, { id: 1 }, { constructor: 1 }]) expect(isRecord(value)).toBe(true);
    for (const value of [null, [], 'x', 1, true]) expect(isRecord(value)).toBe(false);
  });
});
