import { describe, expect, it } from 'vitest';
import { catalogue, isRuleId } from '../../src/catalogue/index.ts';
import { faults } from '../../src/reference/index.ts';
import { tryReference } from '../support/try-reference.ts';

const GATING = catalogue.filter(({ level }) => level !== 'observed').map(({ id }) => id);
const LISTED_WITHIN_MS = 300;

describe('a mistake of an implementer', () => {
  const caughtBy = new Map<string, string[]>();

  for (const { id, mistake, rules } of faults) {
    it(`is caught: ${id} (${mistake})`, async () => {
      const named = rules.filter(isRuleId);
      const tried = await tryReference({ faults: [id] }, { only: named, listedWithinMs: LISTED_WITHIN_MS });
      const failed = tried.rules.filter(({ verdict }) => verdict === 'fail');
      expect(
        failed.map((rule) => rule.id),
        tried.rules.map((rule) => `${rule.id}: ${rule.verdict} ${rule.reason ?? ''}`).join('\n'),
      ).not.toEqual([]);
      for (const rule of failed) {
        caughtBy.set(rule.id, [...(caughtBy.get(rule.id) ?? []), id]);
        // A card can be acted upon: it says what was seen, how often, and how to see it again.
        expect(rule.failure?.expected).not.toBe('');
        expect(rule.failure?.actual).not.toBe(rule.failure?.expected);
        expect(rule.failure?.exchanges).not.toEqual([]);
        expect(rule.failure?.curl).toMatch(/^curl -si .*http:/);
      }
    });
  }

  it('is known for every rule that decides, and every such rule has caught one', () => {
    const uncaught = GATING.filter((id) => !caughtBy.has(id));
    expect(uncaught).toEqual([]);
  });
});
