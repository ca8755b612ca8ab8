import { partOf, type Slice } from '../../src/checks/part-of.ts';
import type { Caller } from '../../src/model/ask.ts';
import type { Case } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { caseOf } from '../cases.ts';
import { pageOf } from './walks.ts';

/** A page of a size, and the number of such pages that a larger one holds. */
export type Part = readonly [size: number, page: number, times: number];

/** A page, beside the larger page that holds it. */
export function slice(run: Run, caller: Caller, [size, page, times]: Part, quick: boolean): Case {
  const larger = Math.ceil(page / times);
  const part: Omit<Slice, 'shown'> = {
    size,
    page,
    from: (page - 1) * size - (larger - 1) * size * times,
    largerSize: size * times,
    isLargerFirst: larger === 1,
  };
  return caseOf(pageOf(run, caller, size, page), {
    twins: { large: pageOf(run, caller, size * times, larger), first: pageOf(run, caller, size, 1) },
    quick,
    check: (attempt) => partOf(attempt, { ...part, shown: run.shown(caller) }, run.keys),
  });
}
