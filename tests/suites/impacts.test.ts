import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Effect } from '../../src/model/violation.ts';
import type { Impact } from '../../src/model/words.ts';
import { isGating } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';
import { ruleOf } from '../report/reports.ts';

/** Claims in sentences that only some ways of breaking a rule show. */
const CLAIMS: readonly { readonly says: RegExp; readonly shownBy: readonly Effect[] }[] = [
  { says: /private issues are|\breads?\b/i, shownBy: ['leaked'] },
  {
    says: /(?<!whether it )was created|is there although|left behind/,
    shownBy: ['accepted', 'stored', 'lost'],
  },
  { says: /know whether/, shownBy: ['server-error'] },
  { says: /failure on|fails on the side|out of order/, shownBy: ['server-error'] },
  { says: /given more|more than the/, shownBy: ['too-many'] },
  { says: /everything|whole|grows|runs out/, shownBy: ['too-many'] },
  { says: /fewer|stops too early|the last one/, shownBy: ['too-few'] },
  { says: /another order|different orders/, shownBy: ['wrong-order'] },
  { says: /refused|refusal|turned away|status/, shownBy: ['refused', 'stored'] },
  { says: /misses|gone|in no listing|not listed/, shownBy: ['lost', 'too-few'] },
  { says: /twice|more than once/, shownBy: ['duplicated', 'stored'] },
];

const gating = rules.filter(isGating);
const impactOfRule = (id: RuleId): Impact => ruleOf(id).impact;
/** A sentence for each of some effects. */
const sentences = (...effects: readonly Effect[]) =>
  Object.fromEntries(effects.map((effect) => [effect, expect.any(String)]));
const waysOf = (id: RuleId): string[] => Object.keys(impactOfRule(id)).filter((way) => way !== 'general');

describe('the impact of breaking a rule', () => {
  // The tests of the faults check that each way that a fault shows has a sentence of its own.
  it('is said for a way in which it can be broken', () => {
    expect(gating.map(({ id }) => id).filter((id) => waysOf(id).length === 0)).toEqual([]);
  });

  it('is said for each status if it is said for one', () => {
    const judging = gating.filter(({ impact }) => 'refused' in impact || 'server-error' in impact);
    for (const { id, impact } of judging)
      expect(impact, id).toMatchObject(sentences('redirected', 'refused', 'server-error'));
  });

  it('is said of a service that goes away, unless that may be a lock-out', () => {
    const judging = gating.filter(({ impact }) => 'refused' in impact);
    const lockedOut = judging.filter(({ phase, ...rule }) =>
      [phase, 'asked' in rule ? rule.asked : phase].includes('strangers'),
    );
    expect(judging.filter(({ impact }) => !('gone-away' in impact))).toEqual(lockedOut);
  });

  it('is said for a shorter list and another order if it is said for other results', () => {
    for (const { id, impact } of gating.filter((rule) => 'wrong-results' in rule.impact))
      expect(impact, id).toMatchObject(sentences('too-few', 'wrong-order'));
  });

  it('is another one for each way, and says more than what is true of any', () => {
    const same = gating.filter(
      ({ id }) => new Set(Object.values(impactOfRule(id))).size < waysOf(id).length + 1,
    );
    expect(same.map(({ id }) => id)).toEqual([]);
  });

  it('claims nothing that the way of breaking it does not show', () => {
    const claimed = gating.flatMap(({ id }) =>
      Object.entries(impactOfRule(id)).flatMap(([way, sentence]) =>
        CLAIMS.filter(({ says, shownBy }) => {
          const isShown = shownBy.some((each) => each === way);
          return way !== 'general' && !isShown && says.test(sentence);
        }).map(({ says }) => `${id} ${way}: ${sentence} (${says})`),
      ),
    );
    expect(claimed).toEqual([]);
  });

  it('claims in general nothing that only some way of breaking it shows', () => {
    const only = /private issues are|was created|fails on|fewer|another order|refused|gone|twice|status/;
    expect(gating.filter(({ impact }) => only.test(impact.general)).map(({ id }) => id)).toEqual([]);
  });
});
