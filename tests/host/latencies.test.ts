import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Latencies } from '../../src/host/latencies.ts';

function summaryOf(all: readonly number[]) {
  const latencies = new Latencies();
  for (const ms of all) latencies.add(ms);
  return latencies.summary;
}

describe('the latency of a target', () => {
  it('is none where nothing was answered', () => {
    expect(summaryOf([])).toBeNull();
  });

  it('has the median, the value that 95 of 100 do not exceed, and both ends', () => {
    const all = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(summaryOf(all)).toMatchObject({ answered: 100, minMs: 1, medianMs: 50, p95Ms: 95, maxMs: 100 });
    expect(summaryOf([7.65432])).toMatchObject({ minMs: 7.65, medianMs: 7.65, p95Ms: 7.65, maxMs: 7.65 });
  });

  it('counts in buckets, the bound itself in the next one, and all beyond in the last', () => {
    const buckets = summaryOf([0, 0.99, 1, 4, 9999, 10_000, 1e9])?.buckets.filter(({ count }) => count > 0);
    expect(buckets).toEqual([
      { belowMs: 1, count: 2 },
      { belowMs: 2, count: 1 },
      { belowMs: 5, count: 1 },
      { belowMs: 10_000, count: 1 },
      { belowMs: null, count: 2 },
    ]);
  });

  it('is the same in whatever order the answers came', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20_000 }), { minLength: 1 }), (all) => {
        const summary = summaryOf(all);
        expect(summaryOf(all.toSorted((a, b) => b - a))).toEqual(summary);
        expect(summary).toMatchObject({ minMs: Math.min(...all), maxMs: Math.max(...all) });
        expect(summary?.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      }),
    );
  });
});
