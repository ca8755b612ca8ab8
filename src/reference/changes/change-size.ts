import type { Behaviour } from '../behaviour.ts';
import { wholeNumber } from '../conforming/whole-number.ts';

/** Changes the page size where a whole number is given. */
export function changeSize(
  b: Behaviour,
  change: (given: number, conforming: number, raw: string) => number,
): Pick<Behaviour, 'pageSize'> {
  return {
    pageSize: (raw, request) => {
      const given = wholeNumber(raw);
      const size = b.pageSize(raw, request);
      return given === undefined || raw === undefined ? size : change(given, size, raw);
    },
  };
}
