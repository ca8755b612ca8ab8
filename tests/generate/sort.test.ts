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
const TIDYINGS: Readonly<Record<string, (value: string) => string>> = {
  'as it is': (value) => value,
  'in lower case': (value) => value.toLowerCase(),
  trimmed: (value) => value.trim(),
  'of its letters and digits alone': (value) => value.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  'of its ASCII letters alone': (value) => value.replaceAll(/[^A-Za-z_-]/g, ''),
  'up to its first odd character': (value) => value.split(/[^\p{L}\p{N}_-]/u)[0] ?? '',
  'up to a NUL': (value) => value.split('\0')[0] ?? '',
};

const all = fc.oneof(invalidSorts, fc.constantFrom(...invalidSortExamples, ...fewInvalidSorts));

describe('an invalid sort', () => {
  for (const [tidying, tidy] of Object.entries(TIDYINGS)) {
    it(`is none that a service may sort by, ${tidying}`, () => {
      fc.assert(
        fc.property(all, (sort) => {
          expect(PLAUSIBLE.has(tidy(sort).toLowerCase())).toBe(false);
        }),
        { numRuns: 500 },
      );
    });
  }

  it('is never empty, and not so when it is trimmed', () => {
    fc.assert(
      fc.property(all, (sort) => {
        expect(sort.trim().length).toBeGreaterThan(2);
      }),
    );
  });

  it('can be encoded, and fits into any address', () => {
    fc.assert(
      fc.property(all, (sort) => {
        expect(encodeURIComponent(sort).length).toBeLessThan(4000);
        expect(decodeURIComponent(encodeURIComponent(sort))).toBe(sort);
      }),
      { numRuns: 500 },
    );
  });

  it('is of many kinds', () => {
    const sorts = fc.sample(invalidSorts, { seed: 5, numRuns: 3000 });
    const kinds = {
      plain: /^q[a-z]{8,14}$/,
      'another script': /^[^\p{Script=Latin}\p{P}\p{S}\p{Cc}]+$/u,
      quoted: /['"`]/,
      'with a backslash': /\\/,
      'of four bytes': /[😀𠮷𐍈]/u,
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      control: /[\u0000-\u001f]/,
      inherited: /^(constructor|__proto__|toString)$/,
      long: /^.{300,}$/,
    };
    for (const [name, kind] of Object.entries(kinds))
      expect(sorts.filter((sort) => kind.test(sort)).length, name).toBeGreaterThan(10);
  });

  /** Patterns that may break a service that uses the text as a column name. */
  const MARKS = [/'/, /"/, /\\/, /%/, /,/, /[([{<]/, /^-/m, /[а-я]/, /\p{Emoji_Presentation}/u, /q{300}/];

  it('has an example of each kind, so that no profile leaves one out', () => {
    const examples = invalidSortExamples.join('\n');
    for (const kind of [/^q[a-z]+$/m, /^constructor$/m, /^__proto__$/m, /^\d+$/m, /\0/, ...MARKS])
      expect(examples).toMatch(kind);
    expect(new Set(invalidSortExamples).size).toBe(invalidSortExamples.length);
  });

  it('has one example that holds all marks at once, where few can be tried', () => {
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    const kinds = [...MARKS, /[\u0001-\u001f]/];
    const missing = fewInvalidSorts.map((sort) => kinds.filter((kind) => !kind.test(sort)));
    expect(missing).toContainEqual([]);
    expect(fewInvalidSorts).toContain('constructor');
  });
});

describe('directions beside an invalid sort', () => {
  it('include the two that are known', () => {
    const sampled = new Set(fc.sample(directions, { seed: 1, numRuns: 200 }));
    expect(sampled).toContain('asc');
    expect(sampled).toContain('desc');
    expect(sampled).not.toContain('');
  });
});
