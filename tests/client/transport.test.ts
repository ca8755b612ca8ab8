import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../src/client/transport.ts';
import { always, serveHttp } from '../support/serve.ts';
import { get, withService } from './sending.ts';

/** Tells apart the connections over which requests come. */
function connections() {
  const seen: unknown[] = [];
  const of: number[] = [];
  const listener: RequestListener = (request, response) => {
    if (!seen.includes(request.socket)) seen.push(request.socket);
    of.push(seen.indexOf(request.socket));
    always(200, '[]')(request, response);
  };
  return { of, listener };
}

describe('a connection', () => {
  it('is kept for the next request', async () => {
    const { of, listener } = connections();
    await withService(serveHttp(listener), { concurrency: 1 }, async (client, baseUrl) => {
      for (let nth = 0; nth < 3; nth += 1) await client.send(() => get(baseUrl));
    });
    expect(of).toEqual([0, 0, 0]);
  });

  it('is one that no other request has used where a fresh one is asked for', async () => {
    const { of, listener } = connections();
    await withService(serveHttp(listener), { concurrency: 1 }, async (client, baseUrl) => {
      for (const fresh of [false, true, true, false, true]) await client.send(() => get(baseUrl), { fresh });
    });
    expect(of).toEqual([0, 1, 2, 0, 3]);
  });
});

describe('what an error of the way means', () => {
  const coded = (code: string, cause?: unknown) =>
    Object.assign(new Error(`it was ${code}`, { cause }), { code });

  it('is told by its code, or by that of its cause', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
      expect(faultOf(coded(code))).toEqual({ kind: 'unreachable', message: code });
    expect(faultOf(new Error('fetch failed', { cause: coded('ENOTFOUND') })).kind).toBe('unreachable');
    expect(faultOf(coded('ECONNRESET'))).toEqual({ kind: 'broken', message: 'the connection was reset' });
    expect(faultOf(coded('EPIPE')).kind).toBe('broken');
    for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      expect(faultOf(coded(code))).toEqual({ kind: 'unreachable', message: `TLS: it was ${code}` });
  });

  it('is a broken connection where nothing else is known', () => {
    expect(faultOf(new Error('something else'))).toEqual({ kind: 'broken', message: 'something else' });
    expect(faultOf('thrown').kind).toBe('broken');
  });
});
