import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Effect } from '../../src/model/violation.ts';
import type { Impact } from '../../src/model/words.ts';
import { isGating } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';
import { ruleOf } from '../report/reports.ts';

const ANSWERS = ['redirected', 'refused', 'server-error', 'gone-away'] as const;
const LISTED = ['accepted', ...ANSWERS] as const;
const REFUSED = LISTED;
const ALIKE = ['too-few', 'too-many', 'wrong-order', 'wrong-results'] as const;
const OF_A_PAGE = ['too-few', 'wrong-order', 'wrong-results'] as const;

/** The ways in which each gating rule can be broken, by its check. */
const WAYS: Readonly<Partial<Record<RuleId, readonly Effect[]>>> = {
  'list.ok': LISTED,
  'list.array': ['malformed'],
  'list.records': ['malformed'],
  'list.anonymous': LISTED,
  'list.token': LISTED,
  'list.recommended-headers': LISTED,
  'list.state.open': LISTED,
  'list.state.default-open': ALIKE,
  'list.per-page.default': ['too-few', 'too-many'],
  'list.per-page.at-most': ['too-many'],
  'list.per-page.fills': ['too-few'],
  'list.per-page.maximum': [...LISTED, 'too-few'],
  'list.per-page.above-maximum': [...LISTED, ...ALIKE],
  'list.per-page.huge': [...LISTED, ...ALIKE],
  'list.per-page.zero': [...LISTED, ...ALIKE],
  'list.per-page.negative': [...LISTED, ...ALIKE],
  'list.page.second': [...LISTED, ...OF_A_PAGE],
  'list.page.slices': [...LISTED, ...OF_A_PAGE],
  'list.page.partition': ['duplicated', 'lost', 'wrong-order'],
  'list.page.effective-size': ALIKE,
  'list.sort.invalid-ok': LISTED,
  'list.sort.invalid-default-order': ALIKE,
  'list.sort.invalid-ignores-direction': [...LISTED, ...ALIKE],
  'list.invalid-token': ['accepted', 'redirected', 'refused', 'server-error', 'leaked'],
  'list.unknown-owner': REFUSED,
  'list.unknown-repo': REFUSED,
  'list.private.anonymous': [...REFUSED, 'leaked'],
  'list.private.outsider': [...REFUSED, 'leaked'],
  'list.private.member': LISTED,
  'create.anonymous': [...REFUSED, 'stored'],
  'create.invalid-token': ['accepted', 'redirected', 'refused', 'server-error', 'stored'],
  'create.malformed-credential': ['accepted', 'redirected', 'refused', 'server-error', 'stored'],
  'create.missing-title': REFUSED,
  'create.title-type': REFUSED,
  'create.body-type': REFUSED,
  'create.payload-type': REFUSED,
  'create.unknown-owner': REFUSED,
  'create.unknown-repo': REFUSED,
  'create.private.outsider': [...REFUSED, 'stored'],
  'create.rejected-no-effect': ['stored'],
  'create.accepted': ANSWERS,
  'create.body-optional': ANSWERS,
  'create.listed': ['lost'],
  'create.once': ['duplicated', 'lost'],
  'create.concurrent': [...ANSWERS, 'duplicated', 'lost'],
};

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
const waysOf = (id: RuleId): string[] => Object.keys(impactOfRule(id)).filter((way) => way !== 'general');

describe('the impact of breaking a rule', () => {
  it.each(gating.map(({ id }) => id))('is said of %s for each way in which it can be broken', (id) => {
    expect(waysOf(id).toSorted()).toEqual([...(WAYS[id] ?? [])].toSorted());
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
