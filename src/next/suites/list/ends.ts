import { judgePart } from '../../checks/part-of.ts';
import { walkOf } from '../../checks/walk.ts';
import type { Caller } from '../../model/ask.ts';
import { type Attempt, around, type Case, type Finding, holds, nothing } from '../../model/rule.ts';
import type { Run } from '../../run/run.ts';
import { walked, walkedSize } from './walks.ts';

/** Judges the pages of a walk one by one, the short last one included, beside the same part of the list in hundreds. */
function pagesInOrder(attempt: Attempt, run: Run, caller: Caller): Finding {
  const size = walkedSize(run, caller);
  const result = walkOf(attempt, { size, shown: run.shown(caller), keysOf: run.keys });
  if ('is' in result) return result;
  const twins = around(attempt, 'hundreds').flat();
  const pages = attempt.own.map((answer, index) =>
    judgePart(
      run.keys(answer) ?? [],
      result.whole.slice(index * size, (index + 1) * size),
      `results ${index * size + 1} to ${(index + 1) * size}`,
      { answers: [answer], twins },
    ),
  );
  const other = pages.find(
    (finding) => finding.is === 'broken' || (finding.is === 'nothing' && finding.cause !== 'data'),
  );
  if (other !== undefined) return other;
  return result.hasEnded ? holds(attempt.own) : nothing('data', 'a list that ends within the walk');
}

/** The pages of a walk to the last one. */
export const lastPage = (run: Run, caller: Caller): Case => ({
  ...walked(run, caller, walkedSize(run, caller), false),
  name: `pages of ${walkedSize(run, caller)} to the last with ${caller.shown}`,
  check: (attempt) => pagesInOrder(attempt, run, caller),
});
