import { difference, type Keys } from '../listings/compare.ts';
import type { ShownRecord } from '../model/finding.ts';
import type { Answer, Answers } from '../model/planned-request.ts';

/** Records that are shown before and after a difference. */
const AROUND = 2;

/** Names of records in order, and the answers that list them, one after the other. The last answers may repeat others. */
export interface Sequence {
  readonly keys: Keys;
  readonly answers: Answers;
}

/** Returns a record with all its places in some sequences; at most two in each. */
export function recordIn(name: string, differs: boolean, ...sequences: readonly Sequence[]): ShownRecord {
  const places = sequences.flatMap(({ keys, answers }) => {
    const all = answers.flatMap(({ exchange, list }) => (list ?? []).map((_, at) => ({ exchange, at })));
    return all.filter((_, index) => keys[index] === name).slice(0, 2);
  });
  return { name, places, differs };
}

export const recordsAt = (answer: Answer, keys: Keys | null, indexes: readonly number[]): ShownRecord[] =>
  indexes
    .filter((at) => at < (answer.list?.length ?? 0))
    .map((at) => ({
      name: keys?.[at] ?? `result ${at + 1}`,
      places: [{ exchange: answer.exchange, at }],
      differs: true,
    }));

export const endOfList = ({ exchange, list }: Answer): ShownRecord => ({
  name: null,
  places: [{ exchange, at: list?.length ?? 0 }],
  differs: true,
});

/** Returns the records around the first difference between a page and its part of another list, in order. */
export function excerpt(
  page: Answer,
  own: Keys,
  part: Sequence & { readonly from?: number; readonly to?: number },
): ShownRecord[] {
  const expected = part.keys.slice(part.from, part.to);
  const found = difference(own, expected);
  if (found === null) return [];
  const { at, extra, missing } = found;
  const isOrder = extra === undefined && missing === undefined;
  const near = [own[at], expected[at], extra, missing, own[at + 1], expected[at + 1]];
  const names = [...expected.slice(Math.max(0, at - AROUND), at), ...near].filter((key) => key !== undefined);
  const placeOf = (name: string): number => (own.includes(name) ? own : expected).indexOf(name);
  const inOrder = [...new Set(names)].toSorted((a, b) => placeOf(a) - placeOf(b));
  const records = inOrder.map((name) => {
    const [ownAt, expectedAt] = [own.indexOf(name), expected.indexOf(name)];
    const isMoved = ownAt !== expectedAt && (isOrder || ownAt < 0 || expectedAt < 0);
    const differs = isMoved || ownAt !== own.lastIndexOf(name);
    return recordIn(name, differs, { keys: own, answers: [page] }, part);
  });
  return own.length < expected.length ? [...records, endOfList(page)] : records;
}
