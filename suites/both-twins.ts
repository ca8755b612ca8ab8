import { unless, unlessLike } from '../src/checks/unless.ts';
import type { Query } from '../src/client/request.ts';
import { type Check, unshown } from '../src/model/check.ts';
import { nameOf } from '../src/model/query.ts';
import type { RuleId } from '../src/model/rule-ids.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE } from '../src/model/tuning.ts';
import { toConfirm } from '../src/model/twins.ts';
import { isBeyond } from './sizes.ts';

/**
 * Accuses a size beyond the range beside an invalid sort only if its answer is unlike both twins. An answer that is like one of
 * them shows that the other twin is wrong. Another rule judges that twin when it is asked for itself.
 * @param own compares with the twin of the rule
 * @param otherOf returns the query of the other rule's twin
 * @param blames the rules that judge the other twin
 */
export const unlikeBoth = (
  own: Check,
  otherOf: (query: Query) => Query,
  blames: readonly RuleId[],
): Check => ({
  ...unlessLike(own, {
    name: 'of the other rule',
    queryOf: otherOf,
    at: toConfirm,
    isOf: ({ query }) => query['sort'] !== undefined && isBeyond(query),
    explain: (other) => unshown(`an answer unlike that to ${nameOf(other)}`, blames),
  }),
  says: `${own.says}; a size beyond the range beside an invalid sort has to be unlike the other rule's twin too`,
});

/**
 * Takes more attempts to accuse a sort whose size is beyond the range: the service may refuse some of such sizes. Callers
 * without a credential have too few requests for that.
 */
export const surelyBesideSize = (own: Check): Check =>
  unless(own, (violated, _looks, { query, caller }) =>
    isBeyond(query) && caller !== 'anonymous' ? { ...violated, looks: ATTEMPTS_TO_RULE_OUT_CHANCE } : null,
  );
