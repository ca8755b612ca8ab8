import { unlessLike } from '../src/checks/unless.ts';
import type { Query } from '../src/client/request.ts';
import { type Check, unshown } from '../src/model/check.ts';
import { nameOf } from '../src/model/query.ts';
import type { RuleId } from '../src/model/rule-ids.ts';
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
