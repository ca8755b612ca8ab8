import { endOfList, excerpt, recordIn, type Sequence } from '../../src/checks/excerpt.ts';
import { judgePart } from '../../src/checks/page-slice.ts';
import { unreadable } from '../../src/checks/same.ts';
import { walkOf } from '../../src/checks/walk.ts';
import { type Attempt, around, type Case } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { linkedLast, toTheEnd } from '../../src/creations/full-listing.ts';
import { shortName } from '../../src/listings/compare.ts';
import { blocked, type Finding, holds, needsData, violated } from '../../src/model/finding.ts';
import type { Answer, Answers, Caller, RequestScript } from '../../src/model/planned-request.ts';
import { describeAnswer, LARGEST_PAGE, queryText, sendInOrder } from '../../src/model/planned-request.ts';
import { pageOf, walked, walkedSize } from './walks.ts';

/** Returns the largest size below 50 that fills all pages of a number of issues. */
function dividing(issues: number): number {
  let size = Math.min(LARGEST_PAGE / 2 - 1, Math.max(1, Math.floor(issues / 2)));
  while (issues % size !== 0) size -= 1;
  return size;
}

/** The list with which a page is compared. */
interface Beside extends Sequence {
  readonly skipped?: number;
}

/** Judges the last page of a size that divides the number of issues. It must be full. */
function judgeLast(run: RunContext, answer: Answer, whole: Beside): Finding {
  if (answer.status !== 200)
    return blocked(`The last page, ${queryText(answer.ask.query)}, got ${describeAnswer(answer)}.`);
  if (run.keys(answer) === null) return unreadable([answer]);
  return judgePage(run, answer, whole);
}

/** Judges a page by the list that it is a part of. */
function judgePage(run: RunContext, answer: Answer, { skipped = 0, ...whole }: Beside): Finding {
  const [size, page] = [Number(answer.ask.query['per_page']), Number(answer.ask.query['page'])];
  const from = (page - 1) * size - skipped;
  return judgePart(answer, run.keys(answer) ?? [], { ...whole, from, to: from + size });
}

/** Returns a violation if a page behind the end holds one more issue. Issues that were listed before, or closed, are allowed there. */
function oneMore(
  run: RunContext,
  answers: Answers,
  { known, last }: { readonly known: ReadonlySet<string>; readonly last: Answer | undefined },
): Finding | null {
  const closed = run.keysIn(run.preflight.otherStates.slice(1));
  for (const answer of answers) {
    const keys = run.keys(answer) ?? [];
    const more = keys.find((key) => !known.has(key) && !closed.has(key));
    if (more === undefined) continue;
    const ends = last === undefined || last === answer ? [] : [endOfList(last)];
    const actual = `${shortName(more)} stands behind the last page`;
    return violated('too-few', {
      expected: 'the last page to hold the last issue',
      actual,
      answers: [answer],
      context: last === undefined ? [] : [last],
      records: [...ends, recordIn(more, true, { keys, answers: [answer] })],
    });
  }
  return null;
}

/** Judges each page of a walk, the short last one included, by the same part of the list in pages of 100. */
function pagesInOrder({ answers, ...attempt }: Attempt, run: RunContext): Finding {
  // Behind the walk, the case requests a single result, and the last page of a dividing size.
  const single = answers.findIndex(({ ask }) => ask.query['per_page'] === '1');
  const end = single < 0 ? answers.length : single;
  const [pages, behind, last] = [answers.slice(0, end), answers.slice(end, end + 1), answers.slice(end + 1)];
  const size = Number(pages[0]?.ask.query['per_page']);
  const result = walkOf({ ...attempt, answers: pages }, size, run);
  if ('is' in result) return result;
  const [twins = []] = around({ ...attempt, answers }, 'hundreds');
  const [own, whole] = [
    { keys: result.own, answers: pages },
    { keys: result.whole, answers: twins },
  ];
  const [inHundreds, inPages] = [result.whole.length, new Set(result.own).size];
  const judged = twins.at(-1);
  if (inHundreds < inPages && judged !== undefined) {
    const missing = result.own.find((key) => !result.whole.includes(key)) ?? '';
    const from = result.whole.length - (judged.list?.length ?? 0);
    const actual = `pages of ${LARGEST_PAGE} lack ${shortName(missing)}, which pages of ${size} list`;
    return violated('too-few', {
      expected: `${inPages} issues on pages of ${LARGEST_PAGE}`,
      actual,
      answers: [judged],
      twins: pages,
      records: excerpt(judged, result.whole.slice(from), { ...own, from }),
    });
  }
  const findings = pages.map((answer) => judgePage(run, answer, whole));
  const isOpen = (one: Finding): boolean =>
    one.is === 'violated' || (one.is === 'inconclusive' && one.cause !== 'data');
  const other = findings.find(isOpen);
  if (other !== undefined) return other;
  const known = new Set([...result.own, ...result.whole]);
  const more = oneMore(run, [...pages.slice(-1), ...behind], { known, last: pages.at(-1) });
  if (more !== null) return more;
  const ends = last.map((answer) => judgeLast(run, answer, own));
  return ends.find(({ is }) => is !== 'holds') ?? holds(answers);
}

/** Returns a case of a walk to the end, the single result behind it, and the last page of a size that divides the number of issues. */
export function lastPage(run: RunContext, caller: Caller): Case {
  const size = walkedSize(run, caller);
  const walk = walked(run)(caller, size, caller === run.primaryCaller);
  return {
    ...walk,
    name: `pages of ${size} to the last with ${caller.label}`,
    script: async (send) => {
      const pages = await walk.script(send);
      const results = pages.reduce((sum, { list }) => sum + (list?.length ?? 0), 0);
      const hasEnded = results < pages.length * size && results > 0;
      // The pages of one caller show what those of another with a token hold.
      if (!hasEnded || caller === run.outsider) return pages;
      // One caller requests the last result alone.
      const divisor = caller === run.primaryCaller ? dividing(results) : 1;
      // Requests of `quick` are few, and a single result says least.
      const isLast = divisor > 1 || run.settings.profile !== 'quick';
      const asks = [
        pageOf(run, caller, [1, results + 1]),
        ...(isLast ? [pageOf(run, caller, [divisor, results / divisor])] : []),
      ];
      return [...pages, ...(await sendInOrder(...asks)(send))];
    },
    check: pagesInOrder,
  };
}

/** Requests the last page of a long list, the page behind it, its last two results alone, and the single result behind it. */
const farEnd =
  (run: RunContext, likelyEnd: number): RequestScript =>
  async (send) => {
    const at = (size: number, page: number) => pageOf(run, run.primaryCaller, [size, page]);
    const first = await send(at(LARGEST_PAGE, 1));
    if (run.settings.writes !== 'none' && linkedLast(first) === undefined) {
      // Without a link, a search behind this page takes more requests than a run that creates issues has left.
      const beyond = await send(at(LARGEST_PAGE, likelyEnd));
      if (beyond.list?.length !== 0) return [];
    }
    const pages = await toTheEnd(run, send, { likelyEnd });
    const last = pages.findLast(({ list }) => (list?.length ?? 0) > 0);
    const page = Number(last?.ask.query['page'] ?? 0);
    const next = await send(at(LARGEST_PAGE, page + 1));
    // A short page need not be the last page, and pages behind the end may start the list again.
    if (last === undefined || next.list?.length !== 0) return [];
    const results = (page - 1) * LARGEST_PAGE + (last.list?.length ?? 0);
    const asks = [at(2, Math.floor(results / 2)), at(1, results + 1)];
    return [...pages, next, ...(await sendInOrder(...asks)(send))];
  };

/** Judges the end of a long list: its last two results stand on the last page of two, and no result behind it is new. */
function checkEnd({ answers }: Attempt, run: RunContext): Finding {
  const [pages, [pair, behind]] = [answers.slice(0, -3), answers.slice(-2)];
  const last = pages.findLast(({ list }) => (list?.length ?? 0) > 0);
  if (last === undefined || pair === undefined || behind === undefined)
    return needsData('a list whose end is shown by an empty page');
  const known = run.keysIn([...pages, pair]);
  const more = oneMore(run, [behind], { known, last });
  if (more !== null) return more;
  const skipped = (Number(last.ask.query['page']) - 1) * LARGEST_PAGE;
  return judgeLast(run, pair, { keys: run.keys(last) ?? [], answers: [last], skipped });
}

/**
 * Returns a case of the end of a list that is longer than a walk.
 * @param likelyEnd a page that is requested anyway; without links, a run that creates issues searches no further
 */
export const lastOfMany = (run: RunContext, likelyEnd: number): Case => ({
  name: 'the last page of a long list',
  script: farEnd(run, likelyEnd),
  twins: { end: farEnd(run, likelyEnd) },
  check: checkEnd,
});
