import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboveMaximum, allHonoured, honoured, huge, negative } from '../../src/generate/per-page.ts';

const sample = <T>(values: fc.Arbitrary<T>): T[] => fc.sample(values, { seed: 11, numRuns: 1000 });

describe('page sizes', () => {
  it('that are honoured are whole numbers from 1 to 100', () => {
    fc.assert(
      fc.property(honoured, (size) => {
        expect(Number.isInteger(size) && size >= 1 && size <= 100).toBe(true);
      }),
    );
    expect(new Set(sample(honoured)).size).toBe(100);
  });

  it('that are honoured are all there, each once, in any order', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    const [first, second] = fc.sample(allHonoured, { seed: 1, numRuns: 2 });
    expect(first?.toSorted((a, b) => a - b)).toEqual(hundred);
    expect(second?.toSorted((a, b) => a - b)).toEqual(hundred);
    expect(first).not.toEqual(second);
  });

  it('above the maximum are above 100 and within every integer type', () => {
    fc.assert(
      fc.property(aboveMaximum, (size) => {
        expect(Number.isInteger(size) && size > 100 && size < 2 ** 31 - 1).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('above the maximum are often just above it', () => {
    expect(sample(aboveMaximum).filter((size) => size <= 300).length).toBeGreaterThan(300);
  });

  it('that are huge are plain digits at or beyond the edge of 32 bits', () => {
    fc.assert(
      fc.property(huge, (size) => {
        expect(size).toMatch(/^[1-9]\d+$/);
        expect(BigInt(size)).toBeGreaterThanOrEqual(2n ** 31n - 1n);
      }),
    );
  });

  it('that are huge would wrap round to a small number in 32 and in 64 bits, signed and not', () => {
    const wrapped = (bits: number) =>
      sample(huge).filter((size) => {
        const value = BigInt.asUintN(bits, BigInt(size));
        return BigInt(size) >= 2n ** BigInt(bits) && value >= 1n && value <= 100n;
      });
    expect(wrapped(32).length).toBeGreaterThan(50);
    expect(wrapped(64).length).toBeGreaterThan(50);
    expect(sample(huge).some((size) => BigInt.asIntN(64, BigInt(size)) < 0n)).toBe(true);
  });

  it('that are negative really are below 0', () => {
    fc.assert(
      fc.property(negative, (size) => {
        expect(size).toMatch(/^-[1-9]\d*$/);
        expect(BigInt(size)).toBeLessThan(0n);
      }),
    );
  });

  it('that are negative include some that wrap round to a small number', () => {
    const wrapped = sample(negative).filter((size) => {
      const value = BigInt.asUintN(32, BigInt(size));
      return value >= 1n && value <= 100n;
    });
    expect(wrapped.length).toBeGreaterThan(0);
  });
});
