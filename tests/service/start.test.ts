import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFault } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { startService } from '../../src/service/start.ts';
import { create, getList, send } from './client.ts';
import { using } from './using.ts';
import { within } from './within.ts';

describe('the reference service', () => {
  it('listens on the loopback interface, on a free port', async () => {
    await using({}, async ({ baseUrl }) => {
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    });
  });

  it('says that a port is in use', async () => {
    await using({}, async ({ baseUrl }) => {
      const port = Number(new URL(baseUrl).port);
      await expect(startService({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    });
  });

  it('names what is allowed where a fault or a variant does not exist', () => {
    expect(() => findFault('nonsense')).toThrow(/Unknown fault "nonsense".*per-page-default-25/);
    expect(() => injecting({ variants: ['nonsense'] })).toThrow(/Unknown variant "nonsense".*created-204/);
  });

  it('stops at once although a connection is kept open', async () => {
    const reference = await startService();
    await (await send(reference)).text();
    await reference.stop();
    await reference.stop();
    await expect(send(reference)).rejects.toThrow();
  });

  it('shares nothing with another one', async () => {
    await using({}, (one) =>
      using({}, async (other) => {
        await create(one, { title: 'Only here' });
        expect((await getList(one))[0]?.title).toBe('Only here');
        expect((await getList(other))[0]?.title).not.toBe('Only here');
      }),
    );
  });

  it('accepts the tokens it is given and its own no more', async () => {
    const own = await using({}, async ({ token }) => token);
    await using({ tokens: { member: 'm-1' } }, async (reference) => {
      expect(reference.token).toBe('m-1');
      expect((await send(reference, '', { token: 'm-1' })).status).toBe(200);
      expect((await send(reference, '', { token: reference.outsiderToken })).status).toBe(200);
      expect((await send(reference, '', { token: own })).status).toBe(401);
    });
  });

  it('counts requests, and the time that it is busy but not the one it waits', async () => {
    const reference = within({ latencyMs: 40_000, variants: ['slow'] });
    await send(reference);
    await send(reference);
    expect(reference.clock.now()).toBeGreaterThanOrEqual(2 * 40_030);
    expect(reference.load.requests).toBe(2);
    expect(reference.load.busyMs).toBeGreaterThan(0);
    expect(reference.load.busyMs).toBeLessThan(30_000);
  });

  it('tells what it has had to do while it listens', async () => {
    await using({}, async (reference) => {
      await send(reference);
      expect(reference.requests()).toBe(1);
      expect(reference.busyMs()).toBeGreaterThan(0);
    });
  });

  it.each([0, 1, 31, 1000])('holds %i open issues where that many are asked for', async (issues) => {
    await using({ issues }, async (reference) => {
      const size = 100;
      const last = Math.floor(issues / size) + 1;
      expect(await getList(reference, `?per_page=${size}&page=${last}`)).toHaveLength(issues % size);
      expect((await getList(reference, '?state=closed&per_page=100')).length).toBeGreaterThanOrEqual(9);
    });
  });

  it('holds a hundred thousand as readily as a hundred', async () => {
    await using({ issues: 100_000 }, async (reference) => {
      expect(await getList(reference, '?per_page=100&page=1000')).toHaveLength(100);
      expect(await getList(reference, '?per_page=100&page=1001')).toHaveLength(0);
      const before = reference.busyMs();
      for (let page = 1; page <= 100; page += 1) await getList(reference, `?per_page=100&page=${page}`);
      // Generous for busy machines; copying the list for each request would still exceed it.
      expect((reference.busyMs() - before) / 100).toBeLessThan(5);
    });
  });
});

describe('an answer of the reference service', () => {
  it('has no header that the service does not name but those that HTTP needs', async () => {
    await using({}, async (reference) => {
      const { headers } = await send(reference, '/1');
      expect([...headers.keys()].toSorted()).toEqual([
        'connection',
        'content-length',
        'content-type',
        'date',
        'keep-alive',
      ]);
    });
  });

  it('is the same over HTTP as within the process', async () => {
    const asked = ['', '?per_page=3&page=2', '?state=closed', '?sort=zzqx%00', '/1'];
    const own = within();
    await using({}, async (reference) => {
      for (const query of asked) {
        const [one, other] = await Promise.all([send(reference, query), send(own, query)]);
        expect([one.status, await one.text()]).toEqual([other.status, await other.text()]);
      }
    });
  });

  it('breaks off where it is told to: inside its body, or before its first byte', async () => {
    await using({ variants: ['reset-intermittently', 'cut-intermittently'] }, async (reference) => {
      for (let request = 1; request <= 16; request += 1) await getList(reference, '?per_page=1');
      const cut = await send(reference);
      expect(cut.status).toBe(200);
      await expect(cut.text()).rejects.toThrow();
      await getList(reference, '?per_page=1');
      await expect(send(reference)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
      await getList(reference, '?per_page=1');
    });
  });

  it('is compressed where it says so', async () => {
    for (const variant of ['gzip-always', 'deflate-always', 'brotli-always'])
      await using({ variants: [variant] }, async (reference) => {
        expect(await getList(reference, '?per_page=2')).toHaveLength(2);
      });
  });

  it('has no body where its status has none', async () => {
    await using({ variants: ['created-204'] }, async (reference) => {
      const response = await create(reference, { title: 'No content' });
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
        204,
        null,
        '',
      ]);
    });
  });

  it('is 500 where the service itself fails, and the next one is whole again', async () => {
    let nth = 0;
    const failing: Change = (behaviour) => ({
      around: (inner, request) => {
        nth += 1;
        return nth === 1 ? Promise.reject(new Error('a fault')) : behaviour.around(inner, request);
      },
    });
    await using({ changes: [failing] }, async (reference) => {
      expect((await send(reference)).status).toBe(500);
      expect((await send(reference)).status).toBe(200);
    });
  });

  it('does not wait for the rest of a payload that never comes', async () => {
    await using({}, async (reference) => {
      const { hostname, port } = new URL(reference.baseUrl);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write('POST /repos/acme/widgets/issues HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{');
      await once(socket, 'connect');
      socket.destroy();
      expect(await getList(reference, '?per_page=1')).toHaveLength(1);
    });
  });
});
