import { describe, expect, it } from 'vitest';
import { findFault, startReference } from '../../src/reference/index.ts';
import { create, list, send } from './client.ts';
import { using } from './using.ts';

describe('the reference service', () => {
  it('listens on the loopback interface, on a free port', async () => {
    await using({}, async ({ baseUrl }) => {
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    });
  });

  it('says that a port is in use', async () => {
    await using({}, async ({ baseUrl }) => {
      const port = Number(new URL(baseUrl).port);
      await expect(startReference({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    });
  });

  it('names what is allowed where a fault or a variant does not exist', async () => {
    expect(() => findFault('nonsense')).toThrow(/no fault "nonsense".*per-page-default-25/);
    await expect(startReference({ variants: ['nonsense'] })).rejects.toThrow(
      /no variant "nonsense".*created-204/,
    );
  });

  it('stops at once although a connection is kept open', async () => {
    const reference = await startReference();
    await (await send(reference)).text();
    const from = performance.now();
    await reference.stop();
    await reference.stop();
    expect(performance.now() - from).toBeLessThan(500);
    await expect(send(reference)).rejects.toThrow();
  });

  it('shares nothing with another one', async () => {
    await using({}, (one) =>
      using({}, async (other) => {
        await create(one, { title: 'Only here' });
        expect((await list(one))[0]?.title).toBe('Only here');
        expect((await list(other))[0]?.title).not.toBe('Only here');
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
    await using({ latencyMs: 40 }, async (reference) => {
      const from = performance.now();
      await send(reference);
      expect(performance.now() - from).toBeGreaterThan(35);
      expect(reference.requests()).toBe(1);
      expect(reference.busyMs()).toBeGreaterThan(0);
      expect(reference.busyMs()).toBeLessThan(30);
    });
  });

  it.each([0, 1, 31, 1000])('holds %i open issues where that many are asked for', async (issues) => {
    await using({ issues }, async (reference) => {
      const size = 100;
      const last = Math.floor(issues / size) + 1;
      expect(await list(reference, `?per_page=${size}&page=${last}`)).toHaveLength(issues % size);
      expect((await list(reference, '?state=closed&per_page=100')).length).toBeGreaterThanOrEqual(9);
    });
  });

  it('holds a hundred thousand as readily as a hundred', async () => {
    await using({ issues: 100_000 }, async (reference) => {
      expect(await list(reference, '?per_page=100&page=1000')).toHaveLength(100);
      expect(await list(reference, '?per_page=100&page=1001')).toHaveLength(0);
      const before = reference.busyMs();
      for (let page = 1; page <= 100; page += 1) await list(reference, `?per_page=100&page=${page}`);
      // Generous, for machines that are busy with something else: copying the list each time would take longer.
      expect((reference.busyMs() - before) / 100).toBeLessThan(5);
    });
  });
});
