import { type Attempt, lastOf } from '../context/rule.ts';
import { areMostlyDifferent, type Keys } from '../listings/compare.ts';
import type { Finding, ShownRecord } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, violated, wrongStatus } from '../model/finding.ts';
import type { Answer, Answers } from '../model/planned-request.ts';
import { DEFAULT_PAGE, describeListing, sizeOf, USUAL_SORTS } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { endOfList, recordIn, recordsAt } from './excerpt.ts';
import { LATER, leftToOthers } from './other-rules.ts';
import { moreThan, type SeenLists, unreadable } from './same.ts';

/** Results of a page that other clients may replace in a moment. */
const VOLATILE_PAGE_LENGTH = 3;

/** The demand of a rule on the number of results of a page. */
export interface SizeDemand {
  /** The side on which the rule judges a page: more results than requested, fewer, or both. */
  readonly judges: 'more' | 'fewer' | 'both';
  readonly demands200?: boolean;
}

/** Returns the last result, the end of the list, and an issue of other pages that is missing. */
function recordsMissing(own: Answer, pages: Answers, keysOf: SeenLists['keys']): ShownRecord[] {
  const keys = keysOf(own) ?? [];
  const known = new Set(keys);
  const missing = pages.flatMap((page) => {
    const others = keysOf(page) ?? [];
    const name = others.find((key) => !known.has(key));
    return name === undefined ? [] : [recordIn(name, true, { keys: others, answers: [page] })];
  });
  const last = keys.slice(-1).map((name) => recordIn(name, false, { keys, answers: [own] }));
  return [...last, endOfList(own), ...missing.slice(0, 1)];
}

/** Returns what a page holds: `31 results for per_page=30`. */
function holding({ ask: { query }, list }: Answer): string {
  const { per_page } = query;
  return `${countOf(list?.length ?? 0, 'result')} ${per_page === undefined ? 'without per_page' : `for per_page=${per_page}`}`;
}

/** Returns a violation of a page with more results than its size allows. */
export function tooMany(
  own: Answer,
  size: number,
  { keys, ...facts }: { readonly keys: Keys | null; readonly expected?: string; readonly twins?: Answers },
): Finding {
  // The last result that was due, and the first one too many.
  const records = recordsAt(own, keys, [size - 1, size]).map((record, at) =>
    Object.assign(record, { differs: at > 0 }),
  );
  const expected = `at most ${countOf(size, 'result')}`;
  return violated('too-many', { expected, actual: holding(own), answers: [own], records, ...facts });
}

/**
 * Returns a judge of every listing: it holds no more results than its size allows, whatever the other parameters are.
 * @param isMeant true for the sizes that the rule is on; `NaN` is a size that is left out
 */
export const neverTooMany =
  (isMeant: (size: number) => boolean) =>
  (answer: Answer): Finding | null => {
    const { per_page, sort } = answer.ask.query;
    const most = sizeOf(answer.ask.query);
    const isKnown = sort === undefined || USUAL_SORTS.includes(sort);
    if (!isMeant(Number(per_page)) || !isKnown || (answer.list?.length ?? 0) <= most) return null;
    return tooMany(answer, most, { keys: null });
  };

/**
 * Judges the number of results on a first page. Different records show that more issues exist: at first all records of the
 * run, then those of the pages that are requested with it.
 */
export function checkPageSize(
  attempt: Attempt,
  { judges, demands200 = false }: SizeDemand,
  run: SeenLists,
): Finding {
  const own = lastOf(attempt);
  const { per_page } = own.ask.query;
  const size = Number(per_page ?? DEFAULT_PAGE);
  const { pages } = attempt.beforeConfirming;
  const isRedirect = own.status >= 300 && own.status < 400;
  if (own.status !== 200 && !isRedirect && demands200) {
    const isOther = pages?.some(({ status }) => status !== 200 && status !== own.status) === true;
    if (!isOther && pages?.[2]?.status !== own.status) return wrongStatus('200', own);
  }
  if (own.status !== 200) return leftToOthers(own);
  if (own.list === null) return unreadable([own]);
  const { length } = own.list;
  const keys = [own, ...(pages ?? [])].map((answer) => run.keys(answer) ?? []);
  const exist = pages === undefined ? run.listed.count() : new Set(keys.flat()).size;
  const [mine, again] = [run.keys(own), run.keys(pages?.[0])];
  // A page that is cut short holds the same records, and fewer.
  const isRenamed =
    mine !== null && again !== null && areMostlyDifferent(mine, again.slice(0, Math.max(1, mine.length)));
  // Records whose names change would be counted twice. Without a page number, the list may begin anywhere.
  const isElsewhere = length < size && again?.length === size;
  if (isRenamed && (length > VOLATILE_PAGE_LENGTH || isElsewhere))
    return inconclusiveFinding(
      'unclear',
      'The same page has other records each time, or page 1 is not the default.',
      LATER,
    );
  if (length > size && judges === 'fewer') return blocked(describeListing(own), 'list.per-page.at-most');
  const due = `${judges === 'more' ? 'at most ' : ''}${countOf(size, 'result')}`;
  if (length > size) return tooMany(own, size, { keys: mine, expected: due });
  if (length < size && exist > size && judges !== 'more')
    return violated('too-few', {
      expected: due,
      actual: `${holding(own)}, though at least ${countOf(exist, 'issue')} exist`,
      answers: [own],
      context: pages ?? [],
      records: mine === null ? [] : recordsMissing(own, pages ?? [], run.keys),
    });
  const isOther = 'state' in own.ask.query || 'sort' in own.ask.query;
  const seen = isOther ? 0 : run.listed.count(own.ask.caller);
  if (exist <= size && seen > size)
    return inconclusiveFinding('unstable', `These pages hold ${exist} issues; before, the run saw ${seen}.`, [
      'list.state.default-open',
    ]);
  return exist > size && (length === size || judges === 'more')
    ? holds([own])
    : needsData(moreThan(size, exist));
}
