import { isAccepted } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { blocked, type Finding, holds, inconclusiveFinding, wrongStatus } from '../model/finding.ts';
import type { Answer, Answers, Caller } from '../model/planned-request.ts';
import { describeListing, isCreation, LARGEST_PAGE, USUAL_SORTS } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';

/** Rules on page numbers. */
export const LATER: readonly RuleId[] = ['list.page.second', 'list.page.slices'];

/** Returns the rules that judge if a listing with a size is accepted. */
function judgesOfSize(size: number): readonly RuleId[] {
  if (size > LARGEST_PAGE) return ['list.per-page.above-maximum', 'list.per-page.huge'];
  if (size > 0) return ['list.per-page.maximum', 'list.per-page.at-most'];
  return size === 0 ? ['list.per-page.zero'] : ['list.per-page.negative'];
}

/** Returns an inconclusive finding for a listing that got no 200, which the rules on its parameters and its caller judge. */
export function unlisted(answer: Answer) {
  const { query, caller } = answer.ask;
  const { sort, state, page, per_page } = query;
  const isInvalid = sort !== undefined && !USUAL_SORTS.includes(sort);
  return blocked(
    describeListing(answer),
    ...(isInvalid ? (['list.sort.invalid-ok', 'list.sort.invalid-ignores-direction'] as const) : []),
    ...(state === 'open' ? (['list.state.open'] as const) : []),
    ...(per_page === undefined ? [] : judgesOfSize(Number(per_page))),
    ...(page === undefined ? [] : LATER),
    'list.ok',
    caller.kind === 'anonymous' ? 'list.anonymous' : 'list.token',
  );
}

/** Demands one of several statuses. Three answers with a 2xx instead are enough, but a gateway may list nothing for a while. */
export function refusedWith(statuses: readonly number[], answers: Answers): Finding {
  const other = answers.find(({ status }) => !statuses.includes(status));
  if (other === undefined) return holds(answers);
  const isLetIn = isAccepted(other) && (isCreation(other.ask) || (other.list ?? []).length > 0);
  return wrongStatus(statuses.join(' or '), other, { isUnambiguous: isLetIn });
}

/** Returns the statuses that are right for an invalid credential. */
export const statusesOf = ({ kind }: Caller): number[] => (kind === 'malformed' ? [401, 400] : [401]);

/** Returns an inconclusive finding if no answer shows that TOKEN has access to the private repository, else `null`. */
export function withoutAccess({ preflight, ledger, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  const mayCreate = privateRepository !== undefined && ledger.mayCreate(privateRepository);
  if (preflight.mayReadPrivate || mayCreate) return null;
  return inconclusiveFinding('access', preflight.unreadReason, ['list.private.member', 'list.unknown-repo']);
}
