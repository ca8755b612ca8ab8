import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodies,
  isPlain,
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
import { jsonType } from '../../src/target/json.ts';

const typesOf = (values: fc.Arbitrary<unknown>): string[] =>
  [...new Set(fc.sample(values, { seed: 2, numRuns: 300 }).map(jsonType))].toSorted();

describe('wrong titles', () => {
  it('are of every JSON type but string', () => {
    expect(typesOf(wrongTitles)).toEqual(['array', 'boolean', 'null', 'number', 'object']);
    expect(wrongTitleExamples.map(jsonType).toSorted()).toEqual([
      'array',
      'boolean',
      'null',
      'number',
      'object',
    ]);
  });
});

describe('wrong bodies', () => {
  it('are of every JSON type but string and null', () => {
    expect(typesOf(wrongBodies)).toEqual(['array', 'boolean', 'number', 'object']);
    expect(wrongBodyExamples.map(jsonType).toSorted()).toEqual(['array', 'boolean', 'number', 'object']);
  });
});

describe('wrong payloads', () => {
  it('are of every JSON type but object', () => {
    expect(typesOf(wrongPayloads)).toEqual(['array', 'boolean', 'null', 'number', 'string']);
    expect([...new Set(wrongPayloadExamples.map(jsonType))].toSorted()).toEqual([
      'array',
      'boolean',
      'null',
      'number',
      'string',
    ]);
  });
});

describe('titles and bodies', () => {
  it('are plain where every service has to take them, and unusual where it may refuse them', () => {
    fc.assert(fc.property(plainWords, plainBodies, (title, body) => isPlain(title) && isPlain(body)));
    for (const unusual of ['<b>', 'Größe', `it's`, 'a\u0000b', '"']) expect(isPlain(unusual)).toBe(false);
    expect(fc.sample(titleWords, { seed: 1, numRuns: 50 }).some((title) => !isPlain(title))).toBe(true);
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
