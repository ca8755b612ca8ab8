import fc from 'fast-check';

/** The documented default and maximum (section 8). */
export const DEFAULT_PER_PAGE = 30;
export const MAX_PER_PAGE = 100;

/** Limits of signed and unsigned integers of 32 and 64 bits. */
const EDGES = [2n ** 31n, 2n ** 32n, 2n ** 63n, 2n ** 64n] as const;
const edge = fc.constantFrom(...EDGES);

/** Page sizes that must be honoured: 1 to 100. */
export const honoured: fc.Arbitrary<number> = fc.integer({ min: 1, max: MAX_PER_PAGE });

/** Every page size from 1 to 100, shuffled by the seed. */
export const allHonoured: fc.Arbitrary<number[]> = fc.shuffledSubarray(
  Array.from({ length: MAX_PER_PAGE }, (_, index) => index + 1),
  { minLength: MAX_PER_PAGE },
);

/** Page sizes above the maximum that fit into 32 bits. */
export const aboveMaximum: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: MAX_PER_PAGE + 1, max: 300 }),
  fc.integer({ min: MAX_PER_PAGE + 1, max: 2 ** 31 - 2 }),
);

/** Page sizes at and beyond the limits of 32 and 64 bits; some wrap around to a small number. */
export const huge: fc.Arbitrary<string> = fc
  .tuple(edge, fc.integer({ min: -1, max: 120 }))
  .map(([at, offset]) => String(at + BigInt(offset)));

/** Negative page sizes, including some at and beyond the limits of 32 and 64 bits. */
export const negative: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 1, max: 1000 }).map((value) => `-${value}`),
  fc.tuple(edge, fc.integer({ min: -120, max: 1 })).map(([at, offset]) => `-${at + BigInt(offset)}`),
);
