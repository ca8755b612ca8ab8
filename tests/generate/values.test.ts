import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonType } from '../../src/client/json.ts';
import { madeUpNames, names, suffixes } from '../../src/generate/names.ts';
import { pageCount, pagesWithin } from '../../src/generate/page.ts';
import * as payloads from '../../src/generate/payloads.ts';
import { aboveMaximum, allHonoured, honoured, huge, negative } from '../../src/generate/per-page.ts';

const sample = <T>(values: fc.Arbitrary<T>): T[] => fc.sample(values, { seed: 11, numRuns: 1000 });

describe('generated values', () => {
  it.each<readonly [string, fc.Arbitrary<unknown>, RegExp]>([
    ['names', names, /^[a-z][a-z0-9]{15,22}[a-z]$/],
    ['endings of names', suffixes, /^-[a-z][a-z0-9]{8,10}$/],
    ['sizes that are honoured', honoured, /^([1-9]\d?|100)$/],
    ['sizes above the maximum', aboveMaximum, /^(10[1-9]|1[1-9]\d|[2-9]\d\d|[1-9]\d{3,9})$/],
    ['huge sizes', huge, /^[1-9]\d{9,}$/],
    ['negative sizes', negative, /^-[1-9]\d*$/],
    ['titles', payloads.titleWords, /^(?=.*\S)[^\n]{1,119}$/u],
    ['bodies', payloads.bodies, /^(?=[\s\S]*\S)[\s\S]{1,999}$/u],
    ['plain titles', payloads.plainWords.map((text) => payloads.isPlainText(text)), /^true$/],
    ['plain bodies', payloads.plainBodies.map((text) => payloads.isPlainText(text)), /^true$/],
  ])('are %s of their form', (_what, values, form) => {
    fc.assert(
      fc.property(values, (value) => form.test(String(value))),
      { numRuns: 1000 },
    );
  });

  it('are names that hardly repeat, the same for the same seed', () => {
    expect(new Set(fc.sample(names, { seed: 1, numRuns: 500 })).size).toBe(500);
    expect(madeUpNames(5)).toEqual(madeUpNames(5));
    const many = Array.from({ length: 100 }, (_, seed) => madeUpNames(seed));
    expect(new Set(many.map(({ other }) => other)).size).toBe(100);
  });

  it('are all honoured sizes, each once, in any order', () => {
    const [first = [], second = []] = fc.sample(allHonoured, { seed: 1, numRuns: 2 });
    expect(first.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(first).not.toEqual(second);
  });

  it('are sizes often just above the maximum, and within every integer type', () => {
    expect(sample(aboveMaximum).filter((size) => size <= 300).length).toBeGreaterThan(300);
    expect(Math.max(...sample(aboveMaximum))).toBeLessThan(2 ** 31 - 1);
  });

  it.each([
    [huge, 32, 50],
    [huge, 64, 50],
    [negative, 32, 1],
  ])('are some that wrap round to a small size: %#', (sizes, bits, least) => {
    const wrapped = sample(sizes).filter((size) => {
      const value = BigInt.asUintN(bits, BigInt(size));
      return value >= 1n && value <= 100n;
    });
    expect(wrapped.length).toBeGreaterThanOrEqual(least);
  });
});

describe('pages of a list', () => {
  const lists = fc.record({ total: fc.integer({ min: 1, max: 400 }), complete: fc.boolean() });

  it('begin within what is known of it, and lie within it where its end is not', () => {
    const drawn = lists.chain((known) => fc.tuple(fc.constant(known), pagesWithin(known)));
    fc.assert(
      fc.property(drawn, ([{ total, complete }, { size, number }]) => {
        expect(size >= 1 && size <= 100 && number >= 1).toBe(true);
        expect((number - 1) * size).toBeLessThan(total);
        if (!complete) expect(number === 1 || number * size <= total).toBe(true);
      }),
    );
    const [page] = fc.sample(pagesWithin({ total: 0, complete: true }), 1);
    expect(page).toEqual({ size: 1, number: 1 });
  });

  it.each([
    [25, true, 3],
    [25, false, 2],
    [20, true, 2],
    [5, false, 1],
  ])('of %i results (complete: %s) are %i of ten', (total, complete, pages) => {
    expect(pageCount({ total, complete }, 10)).toBe(pages);
  });
});

describe('payloads', () => {
  const {
    wrongTitles,
    wrongTitleExamples,
    wrongBodies,
    wrongBodyExamples,
    wrongPayloads,
    wrongPayloadExamples,
  } = payloads;
  const [a, b, nil, n, o, s] = ['array', 'boolean', 'null', 'number', 'object', 'string'];

  it.each<
    readonly [string, fc.Arbitrary<unknown>, readonly unknown[], readonly unknown[], readonly unknown[]]
  >([
    ['titles', wrongTitles, wrongTitleExamples, [a, b, nil, n, o], [0, false, [], {}, null, 42, true]],
    ['bodies', wrongBodies, wrongBodyExamples, [a, b, n, o], [0, false, [], {}, 42, true]],
    [
      'payloads',
      wrongPayloads,
      wrongPayloadExamples,
      [a, b, nil, n, s],
      [0, false, [], '', null, [{ title: 'text' }]],
    ],
  ])(
    'are wrong %s of every other type, with examples of something and of nothing',
    (_what, values, examples, types, some) => {
      const typesOf = (all: readonly unknown[]): string[] => [...new Set(all.map(jsonType))].toSorted();
      expect(typesOf(sample(values))).toEqual(types);
      expect(typesOf(examples)).toEqual(types);
      for (const example of some) expect(examples).toContainEqual(example);
    },
  );

  it('are titles that read like nothing, each beside one of its length that does not', () => {
    const nothings = new Set<string>(payloads.falsyTitles.map(({ title }) => title));
    expect(nothings).toEqual(new Set(['0', 'null', 'false']));
    for (const { title, like } of payloads.falsyTitles)
      expect([like.length, nothings.has(like)]).toEqual([title.length, false]);
  });

  it('are unusual where a service may refuse them', () => {
    for (const unusual of ['<b>', 'Größe', `it's`, 'a\u0000b', '"'])
      expect(payloads.isPlainText(unusual)).toBe(false);
    expect(sample(payloads.titleWords).some((title) => !payloads.isPlainText(title))).toBe(true);
    expect(sample(payloads.bodies).some((text) => /\n/.test(text))).toBe(true);
  });
});
