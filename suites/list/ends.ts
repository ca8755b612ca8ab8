import { broken, wrongStatus } from '../../src/checks/broken.ts';
import { judgePart } from '../../src/checks/part-of.ts';
import { unreadable } from '../../src/checks/same.ts';
import { dividing, walkOf } from '../../src/checks/walk.ts';
import { type Answer, type Answers, type Caller, queryText, told } from '../../src/model/ask.ts';
import { type Finding, holds, nothing } from '../../src/model/finding.ts';
import { type Attempt, around, type Case } from '../../src/run/rule.ts';
import type { Run } from '../../src/run/run.ts';
import type { Keys } from '../../src/snapshot/compare.ts';
import { pageOf, walked, walkedSize } from './walks.ts';

/** Splits the answers of a walk from those of the result behind its end and of the last page of a dividing size, if they were asked for. */
function split(own: Answers): { readonly pages: Answers; readonly behind: Answers; readonly last: Answers } {
  const at = own.findIndex(({ ask }) => ask.query['per_page'] === '1');
  const end = at < 0 ? own.length : at;
  return { pages: own.slice(0, end), behind: own.slice(end, end + 1), last: own.slice(end + 1) };
}

/** Judges the last page of a size that divides the number of issues: it is full. */
function judgeLast(answer: Answer, whole: Keys, twins: Answers, run: Run): Finding {
  if (answer.status === 0 || answer.status >= 500) return wrongStatus('200', answer, twins);
  if (answer.status !== 200)
    return nothing('other-rule', `The last page, ${queryText(answer.ask.query)}, got ${told(answer)}.`);
  if (run.keys(answer) === null) return unreadable([answer]);
  return judgePage(answer, whole, twins, run);
}

/** Judges one page of a walk. */
function judgePage(answer: Answer, whole: Keys, twins: Answers, run: Run): Finding {
  const [size, page] = [Number(answer.ask.query['per_page']), Number(answer.ask.query['page'])];
  const [from, to] = [(page - 1) * size, page * size];
  const evidence = { answers: [answer], twins };
  return judgePart(run.keys(answer) ?? [], whole.slice(from, to), `results ${from + 1} to ${to}`, evidence);
}

/** Judges the pages of a walk one by one, the short last one included, beside the same part of the list in hundreds. */
function pagesInOrder({ own, ...attempt }: Attempt, run: Run, caller: Caller): Finding {
  const size = walkedSize(run, caller);
  const { pages, behind, last } = split(own);
  const result = walkOf({ ...attempt, own: pages }, { size, shown: run.shown(caller), keysOf: run.keys });
  if ('is' in result) return result;
  const twins = around({ ...attempt, own }, 'hundreds').flat();
  const [inHundreds, inPages] = [result.whole.length, new Set(result.own).size];
  if (inHundreds < inPages)
    return broken('too-few', `${inPages} issues on pages of 100`, `${inHundreds}`, {
      answers: twins.slice(-1),
      twins: pages,
    });
  const findings = pages.map((answer) => judgePage(answer, result.whole, twins, run));
  const isOpen = (one: Finding): boolean =>
    one.is === 'broken' || (one.is === 'nothing' && one.cause !== 'data');
  const other = findings.find(isOpen);
  if (other !== undefined) return other;
  // A page behind the end may be anything that was listed before; it may not hold one more issue.
  const walkedKeys = new Set([...result.own, ...result.whole]);
  const isMore = behind.some((answer) => run.keys(answer)?.some((key) => !walkedKeys.has(key)));
  if (isMore)
    return broken('too-few', 'the last page to hold the last issue', 'one more issue stands behind it', {
      answers: [...pages.slice(-1), ...behind],
      twins,
    });
  if (!result.hasEnded) return nothing('data', 'a list that ends within the walk');
  const ends = last.map((answer) => judgeLast(answer, result.own, twins, run));
  return ends.find(({ is }) => is !== 'holds') ?? holds(own);
}

/** The pages of a walk to the last one, the single result behind it, and the last page of a size that divides their number. */
export function lastPage(run: Run, caller: Caller): Case {
  const size = walkedSize(run, caller);
  const walk = walked(run, caller, size, caller === run.first);
  return {
    ...walk,
    name: `pages of ${size} to the last with ${caller.shown}`,
    own: async (send) => {
      const pages = await walk.own(send);
      const results = pages.reduce((sum, { list }) => sum + (list?.length ?? 0), 0);
      const hasEnded = results < pages.length * size && results > 0;
      if (!hasEnded) return pages;
      const behind = await send(pageOf(run, caller, 1, results + 1));
      const divisor = dividing(results);
      const last = divisor === null ? [] : [await send(pageOf(run, caller, divisor, results / divisor))];
      return [...pages, behind, ...last];
    },
    check: (attempt) => pagesInOrder(attempt, run, caller),
  };
}
