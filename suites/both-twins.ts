import type { Query } from '../src/client/request.ts';
import { judgeAlike, nameOf, withQuery } from '../src/engine/alike.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { judgeBy, type Oracle, unshown, withTwins } from '../src/engine/oracle.ts';
import type { RuleId } from '../src/engine/rule-ids.ts';
import { toConfirm } from '../src/engine/twins.ts';
import { isBeyond } from './sizes.ts';

/** The name of the twin that another rule gives the request. */
const OTHER = 'of the other rule';

/** True if two rules give the request a twin: one for its size, one for its sort. */
const hasBoth = ({ query }: RuleCase): boolean => query['sort'] !== undefined && isBeyond(query);

/**
 * Accuses a size beyond the range beside an invalid sort only if its answer is unlike both twins. An answer that is like one of
 * them shows that the other twin is wrong, which is judged where that one is asked for itself.
 * @param own compares with the twin of the rule
 * @param otherOf the query of the other rule's twin
 * @param blames the rules that judge the other twin
 */
export function unlikeBoth(own: Oracle, otherOf: (query: Query) => Query, blames: readonly RuleId[]): Oracle {
  return {
    says: `${own.says}; a size beyond the range beside an invalid sort has to be unlike the other rule's twin too`,
    twins: (one) => ({
      ...own.twins(one),
      [OTHER]: hasBoth(one) ? toConfirm(withQuery(one, otherOf(one.query))) : 'none',
    }),
    judge: (looks, one) => {
      const judgement = judgeBy(own, looks, one);
      if (judgement.kind !== 'broken' || !hasBoth(one)) return judgement;
      const beside = judgeAlike(withTwins(looks, [OTHER]), one, otherOf(one.query), OTHER);
      switch (beside.kind) {
        case 'held':
          return unshown(`an answer unlike that to ${nameOf(otherOf(one.query))}`, blames);
        case 'undecided':
          return beside;
        case 'vacuous':
        case 'broken':
          return judgement;
      }
    },
  };
}
