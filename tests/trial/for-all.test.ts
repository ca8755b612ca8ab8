import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf, seedFor, shrink } from '../../src/trial/for-all.ts';
import { statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import type { Trial } from '../../src/trial/trial.ts';
import { type Answering, issues, json, list, tryCheck } from './trying.ts';

const LIST = issues(150);
const upTo = (max: number) => fc.integer({ min: 1, max });

/** Answers 404 to the probes for which `broken` says so. */
const brokenFor =
  (broken: (value: number, nth: number) => boolean): Answering =>
  (asked) =>
    broken(Number(asked.query.get('q') ?? 0), asked.nth) ? json(asked.response, 404, {}) : list(asked, LIST);

const forAll =
  (property: { values: fc.Arbitrary<number>; runs: number; examples?: readonly number[] }) => (t: Trial) =>
    t.forAll(property, (value) =>
      listing(t, { query: { q: String(value) }, compared: false }, statusIs(200, 'for a listing')),
    );

describe('a property that is broken above 50', () => {
  const above50 = brokenFor((value) => value > 50);

  it('is reported with 51, tried again, and with the exchanges that show it', async () => {
    const { report } = await tryCheck(above50, forAll({ values: upTo(1000), runs: 20 }));
    expect(report.verdict).toBe('fail');
    expect(report.failure?.counterexample).toEqual({ q: '51' });
    expect(report.failure?.reproduced).toBe('3 of 3');
    expect(report.failure?.exchanges.map(({ request }) => new URL(request.url).search)).toEqual(['?q=51']);
    expect(report.failure?.exchanges[0]?.response?.status).toBe(404);
  });

  it('is reported with the example of the document where that shows it', async () => {
    const { report } = await tryCheck(
      above50,
      forAll({ values: upTo(1000), runs: 20, examples: [10, 77, 900] }),
    );
    expect(report.failure?.counterexample).toEqual({ q: '77' });
  });

  it('takes no more requests to shrink than the profile allows', async () => {
    const { report } = await tryCheck(above50, forAll({ values: upTo(1_000_000), runs: 10 }), {
      profile: 'quick',
    });
    expect(report.verdict).toBe('fail');
    // 10 cases, 2 more to confirm, 8 to shrink, 1 and 2 more for the shrunk case.
    expect(report.requests).toBeLessThanOrEqual(10 + 2 + 8 + 3);
    expect(Number(report.failure?.counterexample['q'])).toBeGreaterThan(50);
  });
});

describe('a shrunk case that does not show the violation again', () => {
  it('is not reported: the case that was confirmed is', async () => {
    const asked = new Map<number, number>();
    const { report } = await tryCheck(
      brokenFor((value) => {
        const times = (asked.get(value) ?? 0) + 1;
        asked.set(value, times);
        // Everything below 900 slips once, the first time that shrinking comes to it.
        return value >= 900 || (asked.size > 31 && times === 1);
      }),
      forAll({ values: fc.integer({ min: 901, max: 1_000_000 }).map((value) => value), runs: 30 }),
    );
    expect(report.verdict).toBe('fail');
    const reported = Number(report.failure?.counterexample['q']);
    expect(reported).toBeGreaterThanOrEqual(900);
    expect(report.failure?.reproduced).toBe('3 of 3');
  });

  it('leaves the larger one, where only that is always broken', async () => {
    const values = fc.constantFrom(1, 2, 3, 4, 1000);
    const asked = new Map<number, number>();
    const { report } = await tryCheck(
      brokenFor((value) => {
        const times = (asked.get(value) ?? 0) + 1;
        asked.set(value, times);
        return value === 1000;
      }),
      forAll({ values, runs: 40 }),
    );
    expect(report.failure?.counterexample).toEqual({ q: '1000' });
    expect(report.failure?.exchanges[0]?.request.url).toContain('q=1000');
  });
});

describe('a property that holds', () => {
  it('passes, and asks each value once', async () => {
    const { report } = await tryCheck(
      brokenFor(() => false),
      forAll({ values: upTo(5), runs: 50, examples: [3, 3, 4] }),
    );
    expect(report.verdict).toBe('pass');
    expect(report.requests).toBe(5);
    expect(report.cases).toBe(5);
  });

  it('with no runs tries its examples alone', async () => {
    const { report } = await tryCheck(
      brokenFor(() => false),
      forAll({ values: upTo(1000), runs: 0, examples: [7] }),
    );
    expect(report.cases).toBe(1);
    expect(report.verdict).toBe('pass');
  });

  it('with neither runs nor examples does not pass', async () => {
    const { report } = await tryCheck(
      brokenFor(() => false),
      forAll({ values: upTo(9), runs: 0 }),
    );
    expect(report.verdict).toBe('inconclusive');
  });
});

describe('the cases of a property', () => {
  it('are the same for the same seed', () => {
    const property = { values: upTo(1_000_000), runs: 20 };
    expect(casesOf(property, 5)).toEqual(casesOf(property, 5));
    expect(casesOf(property, 5)).not.toEqual(casesOf(property, 6));
  });

  it('begin with the examples, which fast-check did not generate', () => {
    const [first, second, third] = casesOf({ values: upTo(1000), runs: 2, examples: [0, -1] }, 1);
    expect(first).toEqual({ value: 0, at: null });
    expect(second).toEqual({ value: -1, at: null });
    expect(third?.at).toBe(0);
  });

  it('are each there once, and keep the place at which they were generated', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const cases = casesOf({ values: upTo(4), runs: 30 }, seed);
        const all = fc.sample(upTo(4), { seed, numRuns: 30 });
        expect(new Set(cases.map(({ value }) => value)).size).toBe(cases.length);
        expect(new Set(cases.map(({ value }) => value))).toEqual(new Set(all));
        for (const { value, at } of cases) expect(all[at ?? -1]).toBe(value);
      }),
      { numRuns: 30 },
    );
  });
});

describe('shrinking', () => {
  it('starts from the very value that was generated at its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.nat(19), async (seed, at) => {
        const values = fc.array(upTo(1_000_000), { maxLength: 4 });
        const cases = casesOf({ values, runs: 20 }, seed);
        const one = cases.find((candidate) => candidate.at === at);
        fc.pre(one !== undefined);
        const tried: (readonly number[])[] = [];
        await shrink(values, { seed, at, most: 1 }, (value) => {
          tried.push(value);
          return Promise.resolve(true);
        });
        expect(tried).toEqual([one?.value]);
      }),
      { numRuns: 50 },
    );
  });

  it('finds the smallest value that is broken', async () => {
    const values = upTo(100_000);
    const at = fc.sample(values, { seed: 3, numRuns: 20 }).findIndex((value) => value > 1234);
    const found = await shrink(values, { seed: 3, at, most: 200 }, (value) => Promise.resolve(value > 1234));
    expect(found).toBe(1235);
  });

  it('gives nothing where the value is not broken any more', async () => {
    expect(await shrink(upTo(9), { seed: 1, at: 0, most: 50 }, () => Promise.resolve(false))).toBeUndefined();
  });

  it('gives nothing where no smaller value is broken', async () => {
    const values = upTo(1000);
    const [first] = fc.sample(values, { seed: 1, numRuns: 1 });
    expect(
      await shrink(values, { seed: 1, at: 0, most: 50 }, (value) => Promise.resolve(value === first)),
    ).toBeUndefined();
  });

  it('tries no more values than it may', async () => {
    let tries = 0;
    await shrink(upTo(1_000_000), { seed: 2, at: 3, most: 6 }, () => {
      tries += 1;
      return Promise.resolve(true);
    });
    expect(tries).toBeLessThanOrEqual(6);
  });
});

describe('the seed of a rule', () => {
  it('differs from rule to rule and from run to run, and is one that fast-check takes', () => {
    expect(seedFor(1, 'list.ok')).not.toBe(seedFor(1, 'list.array'));
    expect(seedFor(1, 'list.ok')).not.toBe(seedFor(2, 'list.ok'));
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, id) => {
        const made = seedFor(seed, id);
        expect(made).toBe(seedFor(seed, id));
        expect(Number.isInteger(made) && made >= 0 && made < 2 ** 31).toBe(true);
      }),
    );
  });
});
