import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { get, withService } from './sending.ts';

/** Tells the connections of requests apart. */
function connections() {
  const seen: unknown[] = [];
  const of: number[] = [];
  const listener: RequestListener = (request, response) => {
    if (!seen.includes(request.socket)) seen.push(request.socket);
    of.push(seen.indexOf(request.socket));
    alwaysAnswer(200, '[]')(request, response);
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
