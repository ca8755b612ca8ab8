import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { Stopped } from '../../src/client/stopped.ts';
import { alwaysAnswer, serveHttp, serveTcp } from '../support/serve.ts';
import { get, LIMITS, sendTo, textSent, withService } from './sending.ts';
import { type VirtualReply, virtualClient, WAY_MS } from './virtual.ts';

const CREDENTIAL = 'Bearer very-secret';

describe('an answer', () => {
  it('comes with its status, its headers in lower case and its body as text', async () => {
    const { exchange } = await sendTo(
      serveHttp(alwaysAnswer(201, '[{"title":"Größe"}]', { 'X-Some-Header': 'Value', 'set-cookie': 'a=1' })),
    );
    expect(exchange.fault).toBeNull();
    expect(exchange.response).toMatchObject({ status: 201, body: '[{"title":"Größe"}]', utf8: true });
    expect(exchange.response?.headers['x-some-header']).toBe('Value');
    expect(exchange.ms).toBeGreaterThan(0);
  });

  it('shows a header that is given twice as one', async () => {
    const { exchange } = await sendTo(
      serveHttp((_request, response) =>
        response
          .writeHead(
            200,
            [
              ['link', '<a>'],
              ['link', '<b>'],
            ].flat(),
          )
          .end(),
      ),
    );
    expect(exchange.response?.headers['link']).toBe('<a>, <b>');
  });

  it('says where its body is no UTF-8', async () => {
    const { exchange } = await sendTo(serveHttp(alwaysAnswer(200, Buffer.from([0x5b, 0xff, 0x5d]))));
    expect(exchange.response?.utf8).toBe(false);
  });
});

describe('a request', () => {
  it('has the headers that it was given, and none that would ask for compression', async () => {
    const names: string[][] = [];
    await withService(
      serveHttp((request, response) => {
        names.push(Object.keys(request.headers).toSorted());
        response.end('[]');
      }),
      {},
      (client, baseUrl) =>
        client.send(() => get(baseUrl, { accept: 'application/json', authorization: CREDENTIAL })),
    );
    expect(names).toEqual([['accept', 'authorization', 'connection', 'host']]);
  });

  it('reaches no other server by a redirect, and its credential does not either', async () => {
    const elsewhere = await serveHttp(alwaysAnswer(200, '[]'));
    const headers = { location: `${elsewhere.baseUrl}/stolen` };
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        const exchange = await withService(
          serveHttp(alwaysAnswer(status, '', headers)),
          {},
          (client, baseUrl) => client.send(() => get(baseUrl, { authorization: CREDENTIAL })),
        );
        expect(exchange.response?.status).toBe(status);
      }
      expect(elsewhere.methods).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it('is one of at most so many in flight', async () => {
    let [inFlight, most] = [0, 0];
    const { client } = virtualClient(
      (clock) => async () => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await clock.sleep(5);
        inFlight -= 1;
        return { status: 200 };
      },
      { concurrency: 3 },
    );
    await Promise.all(Array.from({ length: 24 }, (_, index) => client.send(() => get(`http://a/${index}`))));
    expect(most).toBe(3);
  });

  it('is timed from its sending to its last byte, its turn excluded', async () => {
    const { client } = virtualClient(() => () => ({ status: 200 }), { concurrency: 1 });
    const answers = await Promise.all([1, 2, 3].map((nth) => client.send(() => get(`http://a/${nth}`))));
    expect(answers.map(({ startedAt, ms }) => [startedAt, ms])).toEqual([
      [0, WAY_MS],
      [WAY_MS, WAY_MS],
      [2 * WAY_MS, WAY_MS],
    ]);
  });
});

describe('a request that is sent again', () => {
  /** Answers a number of requests with a status, and later ones with 200. */
  const failing = (times: number, status: number, headers: Readonly<Record<string, string>> = {}) => {
    let nth = 0;
    return (): VirtualReply => {
      nth += 1;
      return nth <= times ? { status, headers } : { status: 200 };
    };
  };

  it('gets its answer where the server is well again', async () => {
    for (const [times, status] of [
      [1, 500],
      [3, 503],
      [3, 502],
      [3, 429],
    ] as const) {
      const { client } = virtualClient(() => failing(times, status));
      const exchange = await client.send(() => get('http://a/'));
      expect([exchange.response?.status, client.requests, client.retries]).toEqual([200, times + 1, times]);
    }
  });

  it('keeps the answer of a server that stays unwell', async () => {
    const { client } = virtualClient(() => failing(99, 503, { 'retry-after': '0' }));
    const exchange = await client.send(() => get('http://a/'));
    expect([exchange.response?.status, client.requests]).toEqual([503, 5]);
  });

  it('waits as long as Retry-After asks for', async () => {
    for (const status of [429, 503]) {
      const { client } = virtualClient(() => failing(1, status, { 'retry-after': '7' }));
      const exchange = await client.send(() => get('http://a/'));
      expect([exchange.response?.status, exchange.startedAt]).toEqual([200, WAY_MS + 7000]);
    }
  });

  it('goes out again after a reset', async () => {
    let connections = 0;
    const { exchange, requests } = await sendTo(
      serveTcp((socket) => {
        connections += 1;
        if (connections <= 2) socket.resetAndDestroy();
        else socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'));
      }),
    );
    expect([exchange.response?.body, requests]).toEqual(['[]', 3]);
  });

  it('is told to who asked, each attempt', async () => {
    const statuses: (number | undefined)[] = [];
    const { client } = virtualClient(() => failing(2, 503));
    await client.send(() => get('http://a/'), {
      onAttempt: ({ response }) => statuses.push(response?.status),
    });
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('is built anew each time, so that nothing is created twice under one name', async () => {
    const bodies: string[] = [];
    await withService(
      serveHttp((request, response) => {
        void textSent(request).then((text) => {
          bodies.push(text);
          return response.writeHead(bodies.length < 3 ? 503 : 201, { 'retry-after': '0' }).end('{}');
        });
      }),
      {},
      (client, baseUrl) =>
        client.send((attempt) => ({ method: 'POST', url: baseUrl, headers: {}, body: `attempt ${attempt}` })),
    );
    expect(bodies).toEqual(['attempt 1', 'attempt 2', 'attempt 3']);
  });

  it('counts against the requests that are allowed', async () => {
    const { client } = virtualClient(() => failing(99, 503), { maxRequests: 2 });
    await expect(client.send(() => get('http://a/'))).rejects.toMatchObject({ cause: 'requests' });
    expect(client.requests).toBe(2);
  });
});

describe('the end of a run', () => {
  it('aborts what is in flight and what waits for its turn', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await withService(
      serveHttp(() => arrive()),
      { concurrency: 1, timeoutMs: 600_000 },
      async (client, baseUrl) => {
        const sent = [client.send(() => get(baseUrl)), client.send(() => get(baseUrl))];
        const ended = Promise.allSettled(sent);
        await arrived;
        client.pace.stop(new Stopped('interrupted'));
        for (const one of await ended)
          expect(one).toMatchObject({ status: 'rejected', reason: { cause: 'interrupted' } });
      },
    );
  });

  it('ends the wait before a repetition', async () => {
    const { client, clock } = virtualClient(() => () => ({ status: 503, headers: { 'retry-after': '15' } }));
    const sent = client.send(() => get('http://a/'), {
      onAttempt: () => client.pace.stop(new Stopped('interrupted')),
    });
    await expect(sent).rejects.toMatchObject({ cause: 'interrupted' });
    expect([client.requests, clock.now()]).toEqual([1, WAY_MS]);
  });

  it('aborts a request at the deadline, though its own time is not over', async () => {
    const { client } = virtualClient(() => () => 'never', { deadlineMs: 3000, timeoutMs: 10_000 });
    await expect(client.send(() => get('http://a/'))).rejects.toMatchObject({ cause: 'deadline' });
  });

  it('comes with the closing of the client', async () => {
    const { client } = virtualClient(() => () => 'never');
    const sent = client.send(() => get('http://a/'));
    const ended = expect(sent).rejects.toBeInstanceOf(Stopped);
    await client.close();
    await ended;
  });

  it('lets nothing be sent any more', async () => {
    const client = new Client(LIMITS);
    client.pace.stop(new Stopped('interrupted'));
    await expect(client.send(() => get('http://127.0.0.1:9/'))).rejects.toBeInstanceOf(Stopped);
    expect(client.requests).toBe(0);
    await client.close();
  });
});
