import { describe, expect, it } from 'vitest';
import { interrupted, Stopped } from '../../src/client/stopped.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { get, outcomeOf, post, sendTo, withService } from './sending.ts';
import { type VirtualReply, virtualClient, WAY_MS } from './virtual.ts';

const GOOD: VirtualReply = { status: 200 };

describe('an answer', () => {
  it('comes with its status, headers and body', async () => {
    const headers = ['X-Some-Header', 'Value', 'link', '<a>', 'link', '<b>'];
    const { exchange } = await sendTo(
      serveHttp((_request, response) => response.writeHead(201, headers).end('["Größe"]')),
    );
    expect(exchange).toMatchObject({
      fault: null,
      response: {
        status: 201,
        body: '["Größe"]',
        utf8: true,
        headers: { 'x-some-header': 'Value', link: '<a>, <b>' },
      },
    });
  });

  it('says that its body is no UTF-8', async () => {
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
      (client, baseUrl) => client.send(() => get(baseUrl, { accept: 'x', authorization: 'Bearer secret' })),
    );
    expect(names).toEqual([['accept', 'authorization', 'connection', 'host']]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    const elsewhere = await serveHttp(alwaysAnswer(200, '[]'));
    const headers = { location: `${elsewhere.baseUrl}/stolen` };
    const { exchange } = await sendTo(serveHttp(alwaysAnswer(status, '', headers)));
    await elsewhere.stop();
    expect([outcomeOf(exchange), elsewhere.methods]).toEqual([status, []]);
  });

  it('is timed from its sending to its last byte, its turn excluded', async () => {
    const { client } = virtualClient(() => () => GOOD, { concurrency: 1 });
    const answers = await Promise.all([1, 2, 3].map((nth) => client.send(() => get(`http://a/${nth}`))));
    expect(answers.map(({ startedAt, ms }) => [startedAt, ms])).toEqual(
      [0, 1, 2].map((before) => [before * WAY_MS, WAY_MS]),
    );
  });
});

/** Gives one reply a number of times, then 200. */
const failing = (times: number, reply: VirtualReply) => {
  let nth = 0;
  return (): VirtualReply => {
    nth += 1;
    return nth <= times ? reply : GOOD;
  };
};
const status = (code: number, after?: string): VirtualReply => ({
  status: code,
  headers: after === undefined ? {} : { 'retry-after': after },
});

describe('a request that is sent again', () => {
  it.each<[VirtualReply, arrived: readonly string[]]>([
    [status(503), ['1', '2', '3']],
    [status(429), ['1', '2', '3']],
    ['refused', ['1', '2']],
    ...(['reset', 'never', 'garbled', status(500), status(502), status(504)] as const).map(
      (reply): [VirtualReply, string[]] => [reply, ['1']],
    ),
  ])('is built anew, and is no POST that may have been carried out: %j', async (reply, arrived) => {
    const bodies: (string | null)[] = [];
    const { client } = virtualClient(
      () => {
        const answer = failing(2, reply);
        return ({ body }) => {
          bodies.push(body);
          return answer();
        };
      },
      { timeoutMs: 1000 },
    );
    await client.send((attempt) => post('http://a/', {}, String(attempt)));
    expect(bodies).toEqual(arrived);
  });

  it('counts against the requests that are allowed, and is told to the caller', async () => {
    const { client } = virtualClient(() => failing(99, status(503)), { maxRequests: 2 });
    const told: unknown[] = [];
    const sent = client.send(() => get('http://a/'), { onTransmission: (one) => told.push(outcomeOf(one)) });
    await expect(sent).rejects.toMatchObject({ cause: 'limit' });
    expect([client.requests, told]).toEqual([2, [503, 503]]);
  });
});

describe('the end of a run', () => {
  it('aborts what is in flight and what waits for its turn', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const service = serveHttp(() => arrive());
    await withService(service, { concurrency: 1 }, async (client, baseUrl) => {
      const ended = Promise.allSettled([1, 2].map(() => client.send(() => get(baseUrl))));
      await arrived;
      client.throttle.stop(interrupted());
      for (const one of await ended)
        expect(one).toMatchObject({ status: 'rejected', reason: { cause: 'interrupted' } });
      await expect(client.send(() => get(baseUrl))).rejects.toBeInstanceOf(Stopped);
      expect(client.requests).toBe(1);
    });
  });

  it('ends the wait before a repetition', async () => {
    const { client, clock } = virtualClient(() => () => status(503, '15'));
    const sent = client.send(() => get('http://a/'), {
      onTransmission: () => client.throttle.stop(interrupted()),
    });
    await expect(sent).rejects.toMatchObject({ cause: 'interrupted' });
    expect([client.requests, clock.now()]).toEqual([1, WAY_MS]);
  });

  it('aborts a request at the deadline, though its own time is not over', async () => {
    const { client, clock } = virtualClient(() => () => 'never', { deadlineMs: 3000, timeoutMs: 10_000 });
    await expect(client.send(() => get('http://a/'))).rejects.toMatchObject({ cause: 'limit' });
    expect(clock.now()).toBe(3000);
  });
});
