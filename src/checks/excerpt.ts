import { difference, type Keys } from '../listings/compare.ts';
import type { Answer } from '../model/planned-request.ts';
import type { RecordPlace, ShownRecord } from '../model/violation.ts';

/** Records that are shown before and after a difference. */
const AROUND = 2;

/** Names of records in order, and the place of each. */
export interface Sequence {
  readonly keys: Keys;
  readonly places: readonly RecordPlace[];
}

/** Returns the places of all results in some answers. */
const placesOf = (answers: readonly Pick<Answer, 'exchange' | 'list'>[]): RecordPlace[] =>
  answers.flatMap(({ exchange, list }) => (list ?? []).map((_, at) => ({ exchange, at })));

/** Returns the results of answers, one after the other. @param keys their names; there may be fewer, if the last answers repeat others */
export const sequenceOf = (
  keys: Keys | null,
  ...answers: readonly Pick<Answer, 'exchange' | 'list'>[]
): Sequence => ({ keys: keys ?? [], places: placesOf(answers) });

/** Returns a record with all its places in some sequences; at most two in each. */
export function recordIn(name: string, differs: boolean, ...sequences: readonly Sequence[]): ShownRecord {
  const places = sequences.flatMap(({ keys, places: all }) =>
    keys.flatMap((key, index) => (key === name ? (all[index] ?? []) : [])).slice(0, 2),
  );
  return { name, places, differs };
}

export const recordsAt = (
  answer: Answer,
  keys: Keys | null,
  indexes: readonly number[],
  differs = true,
): ShownRecord[] =>
  indexes
    .filter((at) => at < (answer.list?.length ?? 0))
    .map((at) => ({
      name: keys?.[at] ?? `result ${at + 1}`,
      places: [{ exchange: answer.exchange, at }],
      differs,
    }));

export const endOfList = ({ exchange, list }: Pick<Answer, 'exchange' | 'list'>): ShownRecord => ({
  name: null,
  places: [{ exchange, at: list?.length ?? 0 }],
  differs: true,
});

/**
 * Returns the records around the first difference between a page and its part of another list: those that both have in
 * common, then those in which they part.
 * @param part the part of the other list with which the page must agree
 */
export function excerpt(
  page: Answer,
  own: Keys,
  {
    whole,
    from = 0,
    to = whole.keys.length,
    twin,
  }: {
    readonly whole: Sequence;
    readonly from?: number;
    readonly to?: number;
    /** The answer with which the other list ends, if it does. */
    readonly twin?: Answer | undefined;
  },
): ShownRecord[] {
  const expected = whole.keys.slice(from, to);
  const found = difference(own, expected);
  if (found === null) return [];
  const { at, extra, missing } = found;
  const [inOwn, inExpected] = [new Set(own), new Set(expected)];
  const isOrder = extra === undefined && missing === undefined;
  const near = [own[at], expected[at], extra, missing, own[at + 1], expected[at + 1]];
  const names = [...expected.slice(Math.max(0, at - AROUND), at), ...near].filter((key) => key !== undefined);
  const mine = sequenceOf(own, page);
  const records = [...new Set(names)].map((name) => {
    const isOwnAlone = !inOwn.has(name) || !inExpected.has(name);
    const isMoved = isOrder && own.indexOf(name) !== expected.indexOf(name);
    const isRepeated = own.indexOf(name) !== own.lastIndexOf(name);
    return recordIn(name, isOwnAlone || isMoved || isRepeated, mine, whole);
  });
  const orderOf = ({ name }: ShownRecord): number => {
    const ownAt = own.indexOf(name ?? '');
    return ownAt < 0 ? expected.indexOf(name ?? '') : ownAt;
  };
  const inOrder = records.toSorted((a, b) => orderOf(a) - orderOf(b));
  if (own.length < expected.length) return [...inOrder, endOfList(page)];
  return own.length > expected.length && twin !== undefined ? [...inOrder, endOfList(twin)] : inOrder;
}
