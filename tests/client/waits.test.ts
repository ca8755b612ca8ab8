import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Waits } from '../../src/client/waits.ts';
import { get } from './sending.ts';
import { type VirtualService, virtualClient, WAY_MS } from './virtual.ts';

const GOOD = { status: 200 };
const plain = () => get('http://a/');

describe('waits', () => {
  it('count as long as at least one of them lasts, in whatever order they are told of', () => {
    const span = fc.tuple(fc.nat(300), fc.integer({ min: -5, max: 40 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
        const waits = new Waits();
        const covered = new Set<number>();
        for (const [from, length] of spans) {
          waits.add('maxRate', from, from + length);
          for (let ms = from; ms < from + length; ms += 1) covered.add(ms);
        }
        expect(waits.summary.maxRate ?? 0).toBe(covered.size);
      }),
    );
  });

  it('for a rate limit are those of a Retry-After, once for all who wait', async () => {
    const limited = { status: 429, headers: { 'retry-after': '20' } };
    const { client } = virtualClient(
      (clock): VirtualService =>
        () =>
          clock.now() < 20_000 ? limited : GOOD,
      { concurrency: 4, deadlineMs: 60_000 },
    );
    await Promise.all(Array.from({ length: 12 }, () => client.send(plain)));
    const { rateLimit = 0, ...others } = client.pace.waits.summary;
    expect(rateLimit).toBeGreaterThan(20_000 - 4 * WAY_MS);
    expect(rateLimit).toBeLessThan(21_000);
    expect(others).toEqual({});
  });

  it('before a repetition are told from those', async () => {
    const { client } = virtualClient(
      (clock): VirtualService =>
        () =>
          clock.now() < 3000 ? { status: 503, headers: { 'retry-after': '3' } } : GOOD,
      { deadlineMs: 60_000 },
    );
    await client.send(plain);
    expect(client.pace.waits.summary).toEqual({ backOff: 3000 });
  });

  it('for MAX_RATE are what that holds up, and no more', async () => {
    const { client, clock } = virtualClient(() => () => GOOD, { maxRate: 2, deadlineMs: 60_000 });
    await Promise.all(Array.from({ length: 9 }, () => client.send(plain)));
    expect(clock.now()).toBe(4000 + WAY_MS);
    expect(client.pace.waits.summary).toEqual({ maxRate: 4000 });
  });

  it('for a service that went away last from its silence until it is back', async () => {
    let backAt = 0;
    let dies = true;
    const { client } = virtualClient(
      (clock): VirtualService =>
        ({ url }) => {
          if (clock.now() < backAt) return 'refused';
          if (url !== 'http://a/deadly' || !dies) return GOOD;
          dies = false;
          backAt = clock.now() + 5000;
          return 'reset';
        },
      { deadlineMs: 600_000, sign: () => get('http://a/sign') },
    );
    await client.send(plain);
    await client.send(() => get('http://a/deadly'));
    const { outage = 0 } = client.pace.waits.summary;
    expect(outage).toBeGreaterThan(4500);
    expect(outage).toBeLessThan(6100);
  });
});
