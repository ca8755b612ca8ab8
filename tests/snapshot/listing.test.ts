import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { listingOf, recordsOf, resultsIn } from '../../src/snapshot/listing.ts';
import { isRecord, LetGo } from '../../src/snapshot/records.ts';
import { alwaysAnswer, serveHttp, serveTcp } from '../support/serve.ts';
import { answered, faulty } from './reading.ts';

const kindOf = (exchange: Exchange): string => listingOf(exchange).kind;

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

describe('the answer of a listing', () => {
  it.each([
    ['list', ['[]', ' \n[1]\r\n\t']],
    ['malformed', ['{}', '"x"', '1', 'true', 'null', '{"items":[]}', '', '<h1>']],
    ['malformed', ['[] []', '[]x', '[],', ")]}'[]", '[1][2]', 'x[]', '\uFEFF[]']],
    ['malformed', ["['x']", '[01]', '[1,]', '[NaN]', '["\t"]', '[undefined]', '// \n[]']],
    ['unknown', ['['.repeat(1e6) + ']'.repeat(1e6), '{"a":'.repeat(1e6)]],
  ])('is %s for 200 with some bodies, whatever their type', (kind, bodies) => {
    expect(bodies.filter((body) => kindOf(answered(body)) !== kind)).toEqual([]);
    expect(bodies.filter((body) => kindOf(answered(body, 200, { 'content-type': 'x' })) !== kind)).toEqual(
      [],
    );
  });

  it.each([
    ['status', [201, 204, 206, 301, 304, 400, 401, 403, 404, 422], {}],
    ['trouble', [500, 501, 502, 503, 599], {}],
    ['unknown', [429], {}],
    ['unknown', [403], { 'retry-after': '1' }],
    ['unknown', [403], { 'x-ratelimit-remaining': '0' }],
    ['status', [403], { 'x-ratelimit-remaining': '1' }],
  ] as const)('is %s for %j with %o', (kind, statuses, headers) => {
    expect(statuses.filter((status) => kindOf(answered('[]', status, headers)) !== kind)).toEqual([]);
  });

  it.each([
    ['timeout', 'unknown', 'unknown'],
    ['too-large', 'unknown', 'unknown'],
    ['barred', 'unknown', 'unknown'],
    ['proxy', 'unknown', 'unknown'],
    ['withheld', 'unknown', 'unknown'],
    ['broken', 'trouble', 'malformed'],
    ['malformed', 'trouble', 'malformed'],
    ['undecodable', 'trouble', 'malformed'],
    ['unreachable', 'trouble', 'malformed'],
  ] as const)('that is %s is %s, and %s behind a 200', (fault, without, behind) => {
    expect([kindOf(faulty(fault)), kindOf(faulty(fault, 200))]).toEqual([without, behind]);
  });

  it('names the cause where nothing came through, and where it was not asked for', () => {
    expect(listingOf(faulty('barred'))).toHaveProperty('cause', 'unanswered');
    expect(listingOf(faulty('withheld'))).toHaveProperty('cause', 'limit');
  });

  it('is no list in other bytes than UTF-8', () => {
    expect(kindOf(answered('[]', 200, {}, false))).toBe('malformed');
  });

  it('has elements of any type, of which objects alone are records', () => {
    expect(recordsOf(answered('[1,null,"x",[],{"id":1}]'))).toEqual([1, null, 'x', [], { id: 1 }]);
    for (const value of [{}, { id: 1 }, { constructor: 1 }]) expect(isRecord(value)).toBe(true);
    for (const value of [null, [], 'x', 1, true]) expect(isRecord(value)).toBe(false);
  });

  it('is read once', () => {
    const exchange = answered('[{"id":1}]');
    expect(listingOf(exchange)).toBe(listingOf(exchange));
  });

  it.each([
    ['values', `[${'{},'.repeat(250_000)}{}]`, 101],
    ['digits', `[{"id":1},{"id":${'7'.repeat(2000)}}]`, 1],
    ['levels', `[${'['.repeat(501)}${']'.repeat(501)}]`, undefined],
    ['results', `[${'1,'.repeat(50_000)}1]`, 50_001],
  ])(
    'of more %s than are read is unknown, and tells how many results it has at least',
    (_what, body, results) => {
      const listing = listingOf(answered(body));
      expect(listing).toMatchObject({ kind: 'unknown', cause: 'limit' });
      expect('results' in listing ? listing.results : undefined).toBe(results);
    },
  );

  it('of as many results as are compared is a list, and another type is malformed however large', () => {
    expect(kindOf(answered(`[${'1,'.repeat(49_999)}1]`))).toBe('list');
    expect(kindOf(answered(`{"items":[${'1,'.repeat(50_000)}1]}`))).toBe('malformed');
  });
});

describe('a long body', () => {
  const long = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, title: 'long' })));
  const received = () => overTheWire(serveHttp(alwaysAnswer(200, long)));

  it('is let go once it was read, and what it held stays', async () => {
    const exchange = await received();
    expect(resultsIn(exchange)).toBe(400);
    expect([exchange.response?.body.length, exchange.response?.long?.text]).toEqual([4096, null]);
    expect(recordsOf(exchange)).toHaveLength(400);
  });

  it('that was let go before it was read is no empty list', async () => {
    const exchange = await received();
    exchange.response?.long?.letGo();
    expect(() => listingOf(exchange)).toThrow(LetGo);
  });

  it('is read again where it comes again', async () => {
    const exchange = await received();
    const listing = listingOf(exchange);
    if (listing.kind !== 'list') throw new Error('it is a list');
    listing.records.letGo();
    expect(() => recordsOf(exchange)).toThrow(LetGo);
    exchange.response?.long?.bring(Buffer.from(long));
    expect(recordsOf(exchange)).toHaveLength(400);
  });
});

describe('the bytes of a listing', () => {
  const records = '[{"title":"Größe"}]';

  it.each([
    ['compressed without being asked for', gzipSync(records), { 'content-encoding': 'gzip' }, 'list'],
    ['said to be compressed', Buffer.from(records), { 'content-encoding': 'gzip' }, 'malformed'],
    ['in UTF-16', Buffer.from(records, 'utf16le'), {}, 'malformed'],
    ['in UTF-16 with a mark', Buffer.from(`\uFEFF${records}`, 'utf16le'), {}, 'malformed'],
    ['in Latin-1', Buffer.from(records, 'latin1'), {}, 'malformed'],
    ['with a mark of UTF-8', Buffer.from(`\uFEFF${records}`), {}, 'malformed'],
  ])('%s', async (_what, body, headers, kind) => {
    expect(kindOf(await overTheWire(serveHttp(alwaysAnswer(200, body, headers))))).toBe(kind);
  });

  it('that are fewer than announced are malformed', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"id":1}]';
    const exchange = await overTheWire(serveTcp((socket) => void socket.once('data', () => socket.end(cut))));
    expect(kindOf(exchange)).toBe('malformed');
  });
});
