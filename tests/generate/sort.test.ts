import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directions, fewInvalidSorts, invalidSortExamples, invalidSorts } from '../../src/generate/sort.ts';

/** Names by which a service might plausibly sort. */
const PLAUSIBLE = new Set(
  `id number iid key title name body text description created created_at createdat creation date updated updated_at
  updatedat modified modified_at changed closed closed_at comments comment_count reactions votes popularity interactions
  relevance best-match score rank ranking position order priority severity weight milestone due due_date assignee
  author user creator owner label labels status state type kind category asc desc newest oldest recent random default
  none size length url slug views stars hot top activity last_activity_at long-running triage`.split(/\s+/),
);

/** Normalisations that a service may apply to a value. */
const TIDYINGS: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => value.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  (value) => value.replaceAll(/[^A-Za-z_-]/g, ''),
  (value) => value.split(/[^\p{L}\p{N}_-]/u)[0] ?? '',
  (value) => value.split('\0')[0] ?? '',
];

/** Patterns that may break a service that uses the text as a column name. */
const MARKS = [/'/, /"/, /\\/, /%/, /,/, /[([{<]/, /^-/m, /[а-я]/, /\p{Emoji_Presentation}/u, /q{300}/];

const all = fc.oneof(invalidSorts, fc.constantFrom(...invalidSortExamples, ...fewInvalidSorts));

describe('an invalid sort', () => {
  it('is none that a service may sort by, is not empty, and can be encoded', () => {
    fc.assert(
      fc.property(all, (sort) => {
        expect(TIDYINGS.filter((tidy) => PLAUSIBLE.has(tidy(sort).trim().toLowerCase()))).toEqual([]);
        expect(sort.trim().length).toBeGreaterThan(2);
        expect(encodeURIComponent(sort).length).toBeLessThan(4000);
        expect(decodeURIComponent(encodeURIComponent(sort))).toBe(sort);
      }),
      { numRuns: 1000 },
    );
  });

  it('is of many kinds', () => {
    const sorts = fc.sample(invalidSorts, { seed: 5, numRuns: 3000 });
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    const control = /[\u0000-\u001f]/;
    const kinds = [
      /^q[a-z]{8,14}$/,
      /['"`]/,
      /\\/,
      /[😀𠮷𐍈]/u,
      control,
      /^(constructor|__proto__|toString)$/,
      /^.{300,}$/,
    ];
    for (const kind of kinds)
      expect(sorts.filter((sort) => kind.test(sort)).length, kind.source).toBeGreaterThan(10);
  });

  it('has an example of each kind, and one that holds all marks, where few can be tried', () => {
    const examples = invalidSortExamples.join('\n');
    for (const kind of [/^q[a-z]+$/m, /^constructor$/m, /^__proto__$/m, /^\d+$/m, /\0/, ...MARKS])
      expect(examples).toMatch(kind);
    const missing = fewInvalidSorts.map((sort) => MARKS.filter((mark) => !mark.test(sort)));
    expect(missing).toContainEqual([]);
    expect(fewInvalidSorts).toContain('constructor');
    const known = fc.sample(directions, { seed: 1, numRuns: 200 });
    expect([known.includes('asc'), known.includes('desc'), known.includes('')]).toEqual([true, true, false]);
  });
});
