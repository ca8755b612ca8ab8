import type { Known } from '../survey/known.ts';
import { readListAnswer } from '../survey/list-answer.ts';
import { describeExchange, type Exchange } from '../target/exchange.ts';
import { HELD, type Judgement } from './probe.ts';
import { rearranged } from './rearranged.ts';

/** Results that others may move within one page while it is read. */
const TOUCHED = 5;

/** The first answers must have this status. */
export function statusIs(wanted: number, what: string) {
  return ([answer]: readonly Exchange[]): Judgement =>
    answer?.response?.status === wanted && answer.fault === null
      ? HELD
      : {
          kind: 'violated',
          expected: `${wanted} ${what}`,
          actual: answer === undefined ? 'nothing' : describeExchange(answer),
        };
}

/** Judges the records of an answer that must be 200 with one JSON array; `expected` says what array, for people. */
export function listedAs(expected: string, judge: (records: readonly unknown[], known: Known) => Judgement) {
  return ([answer]: readonly Exchange[], known: Known): Judgement => {
    if (answer === undefined) return { kind: 'undecided', reason: 'Nothing was asked.' };
    const list = readListAnswer(answer);
    switch (list.kind) {
      case 'list':
        return judge(list.records, known);
      case 'undecidable':
        return { kind: 'undecided', reason: list.reason };
      case 'no-array':
      case 'status':
      case 'trouble':
        return { kind: 'violated', expected: `200 and ${expected}`, actual: list.seen, inItself: true };
    }
  };
}

const SHOWN = 4;
const SHOWN_LENGTH = 40;

/** Some results in a few words: how many, and how they begin. */
export function describeKeys(keys: readonly string[]): string {
  if (keys.length === 0) return 'no results';
  const shown = keys
    .slice(0, SHOWN)
    .map((key) => (key.length > SHOWN_LENGTH ? `${key.slice(0, SHOWN_LENGTH)}…` : key));
  const results = keys.length === 1 ? '1 result' : `${keys.length} results`;
  return `${results} (${shown.join(', ')}${keys.length > SHOWN ? ', …' : ''})`;
}

export const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);

/** Results from + 1 to `to` of the list, in its order. Where they would be no other than the first page, nothing is shown. */
export function resultsAre(from: number, to: number, words: string) {
  return listedAs(words, (records, known): Judgement => {
    const slice = known.slice(from, to);
    if (!known.distinct) return { kind: 'vacuous', needs: 'issues that can be told apart' };
    const keys = known.keysOf(records);
    const twice = known.repeated(records);
    if (twice !== undefined) {
      const actual = `${twice} more than once in ${describeKeys(keys)}`;
      return { kind: 'violated', expected: `${words}, each issue once`, actual, inItself: true };
    }
    if (slice.kind === 'unknown') {
      const again = known.standingBefore(records, from);
      return again.length === 0
        ? { kind: 'vacuous', needs: 'a list whose end is within the first 200 issues' }
        : {
            kind: 'violated',
            expected: `${words}, none of which is among the ${from} before`,
            actual: `${describeKeys(again)} that stand before`,
          };
    }
    if (slice.keys.length === 0)
      return { kind: 'vacuous', needs: `more than ${from === 1 ? '1 issue' : `${from} issues`}` };
    if (sameKeys(keys, slice.keys))
      return known.shows(from, to) ? HELD : { kind: 'vacuous', needs: 'issues that can be told apart' };
    return {
      kind: 'violated',
      expected: `${words}: ${describeKeys(slice.keys)}`,
      actual: describeKeys(keys),
      shuffled: (rearranged(keys, slice.keys) ?? 0) > TOUCHED,
    };
  });
}
