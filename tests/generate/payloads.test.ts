import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonType } from '../../src/client/json.ts';
import {
  bodies,
  falsyTitles,
  isPlainText,
  plainBodies,
  plainWords,
  titleWords,
  wrongBodies,
  wrongBodyExamples,
  wrongPayloadExamples,
  wrongPayloads,
  wrongTitleExamples,
  wrongTitles,
} from '../../src/generate/payloads.ts';

const typesOf = (values: fc.Arbitrary<unknown>): string[] =>
  [...new Set(fc.sample(values, { seed: 2, numRuns: 300 }).map(jsonType))].toSorted();

const typesIn = (values: readonly unknown[]): string[] => [...new Set(values.map(jsonType))].toSorted();

/** Falsy or empty values of each type. */
const NOTHINGS: readonly unknown[] = [0, false, [], {}];

describe('wrong titles', () => {
  it('are of every JSON type but string', () => {
    const types = ['array', 'boolean', 'null', 'number', 'object'];
    expect(typesOf(wrongTitles)).toEqual(types);
    expect(typesIn(wrongTitleExamples)).toEqual(types);
  });

  it('have examples that a program takes for something and for nothing, of each type', () => {
    for (const value of [...NOTHINGS, null, 42, true]) expect(wrongTitleExamples).toContainEqual(value);
    for (const type of ['array', 'object'])
      expect(wrongTitleExamples.filter((value) => jsonType(value) === type)).toHaveLength(2);
  });
});

describe('wrong bodies', () => {
  it('are of every JSON type but string and null', () => {
    const types = ['array', 'boolean', 'number', 'object'];
    expect(typesOf(wrongBodies)).toEqual(types);
    expect(typesIn(wrongBodyExamples)).toEqual(types);
  });

  it('have examples that a program takes for something and for nothing, of each type', () => {
    for (const value of [...NOTHINGS, 42, true]) expect(wrongBodyExamples).toContainEqual(value);
    for (const type of ['array', 'object'])
      expect(wrongBodyExamples.filter((value) => jsonType(value) === type)).toHaveLength(2);
  });
});

describe('wrong payloads', () => {
  it('are of every JSON type but object', () => {
    const types = ['array', 'boolean', 'null', 'number', 'string'];
    expect(typesOf(wrongPayloads)).toEqual(types);
    expect(typesIn(wrongPayloadExamples)).toEqual(types);
  });

  it('have examples that a program takes for nothing, and an array with what would be valid in it', () => {
    for (const value of [0, false, [], '', null, [{ title: 'text' }]])
      expect(wrongPayloadExamples).toContainEqual(value);
  });
});

describe('falsy titles', () => {
  it('are texts that read like what a program takes for nothing, each beside one of its length that does not', () => {
    const nothings = new Set<unknown>(falsyTitles.map(({ title }) => title));
    expect(nothings).toEqual(new Set(['0', 'null', 'false']));
    for (const { title, like } of falsyTitles) {
      expect(like).toHaveLength(title.length);
      expect(nothings.has(like)).toBe(false);
    }
  });
});

describe('titles and bodies', () => {
  it('are plain where every service has to take them, and unusual where it may refuse them', () => {
    fc.assert(fc.property(plainWords, plainBodies, (title, body) => isPlainText(title) && isPlainText(body)));
    for (const unusual of ['<b>', 'Größe', `it's`, 'a\u0000b', '"']) expect(isPlainText(unusual)).toBe(false);
    expect(fc.sample(titleWords, { seed: 1, numRuns: 50 }).some((title) => !isPlainText(title))).toBe(true);
  });

  it('are texts with something in them, of moderate length', () => {
    fc.assert(
      fc.property(titleWords, bodies, (title, body) => {
        expect(title.trim().length).toBeGreaterThan(0);
        expect(title.length).toBeLessThan(120);
        expect(title).not.toContain('\n');
        expect(body.trim().length).toBeGreaterThan(0);
        expect(body.length).toBeLessThan(1000);
      }),
    );
  });

  it('are of several lines and of several scripts now and then', () => {
    const texts = fc.sample(bodies, { seed: 1, numRuns: 100 });
    expect(texts.some((text) => text.includes('\n'))).toBe(true);
    expect(texts.some((text) => /[日т]/.test(text))).toBe(true);
  });

  it('survive JSON', () => {
    fc.assert(
      fc.property(titleWords, (title) => {
        expect(JSON.parse(JSON.stringify(title))).toBe(title);
        expect(Buffer.from(title).toString()).toBe(title);
      }),
    );
  });
});
