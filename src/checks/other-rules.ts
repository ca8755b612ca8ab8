import { blocked, type InconclusiveFinding } from '../model/finding.ts';
import { type Answer, describeListing, LARGEST_PAGE, USUAL_SORTS } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';

/** Rules on page numbers. */
export const LATER: readonly RuleId[] = ['list.page.second', 'list.page.slices'];

function judgesOfSize(size: number): readonly RuleId[] {
  if (size > LARGEST_PAGE) return ['list.per-page.above-maximum', 'list.per-page.huge'];
  if (size > 0) return ['list.per-page.maximum', 'list.per-page.at-most', 'list.per-page.fills'];
  return size === 0 ? ['list.per-page.zero'] : ['list.per-page.negative'];
}

/** Returns the rules that judge the status of a listing, or its contents if it got 200: those on its parameters are first. */
function judgesOf({ ask: { query, caller }, status }: Answer): readonly RuleId[] {
  const { sort, state, page, per_page } = query;
  const isListed = status === 200;
  const pick = (ofStatus: readonly RuleId[], ofContents: RuleId): readonly RuleId[] =>
    isListed ? [ofContents] : ofStatus;
  const isInvalid = sort !== undefined && !USUAL_SORTS.includes(sort);
  const ofCaller = caller.kind === 'anonymous' ? 'list.anonymous' : 'list.token';
  return [
    ...(isInvalid
      ? pick(
          ['list.sort.invalid-ok', 'list.sort.invalid-ignores-direction'],
          'list.sort.invalid-default-order',
        )
      : []),
    ...(state === 'open' ? pick(['list.state.open'], 'list.state.default-open') : []),
    ...(per_page === undefined ? [] : judgesOfSize(Number(per_page))),
    ...(page === undefined ? [] : LATER),
    ...pick(['list.ok', ofCaller, 'list.recommended-headers'], 'list.per-page.default'),
    // The service may not know a usual sort.
    ...(sort !== undefined && !isListed ? (['list.sort.invalid-ok'] as const) : []),
  ];
}

/** Returns an inconclusive finding for a listing that other rules judge. */
export const leftToOthers = (answer: Answer): InconclusiveFinding =>
  blocked(describeListing(answer), ...judgesOf(answer));
