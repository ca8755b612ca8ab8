import type { Exchange } from '../client/exchange.ts';
import { scalarText } from '../client/json.ts';
import { cut } from '../client/secrets.ts';
import type { Known } from '../model/case.ts';
import type { ListDifference, Misplaced } from '../model/violation.ts';
import { listingOf } from '../snapshot/listing.ts';
import { isRecord, type Records } from '../snapshot/records.ts';

/** Names by which people know an issue: its number, or its title. */
const NUMBERS = ['number', 'iid', 'nr', 'no'] as const;
const TITLES = ['title', 'subject', 'summary', 'name'] as const;
const NAME_CHARACTERS_AT_MOST = 40;

/** Results that are named before the first difference, and in all. */
const NAMES_BEFORE_DIFFERENCE = 2;
const NAMES_AT_MOST = 8;
/** Issues that are named of those that are repeated or missing. */
const ISSUES_NAMED_AT_MOST = 6;

const recordsIn = (answer: Exchange): Records | null => {
  const listing = listingOf(answer);
  return listing.kind === 'list' ? listing.records : null;
};

const firstOf = (record: unknown, fields: readonly string[]): string | undefined =>
  isRecord(record) ? fields.flatMap((field) => scalarText(record[field]) ?? []).find(Boolean) : undefined;

function nameOfRecord(record: unknown, key: string): string {
  const isShort = key.length <= NAME_CHARACTERS_AT_MOST && !/^[[{]/.test(key);
  return firstOf(record, NUMBERS) ?? (isShort ? key : (firstOf(record, TITLES) ?? key));
}

/** The name of a result, by its answer and its place, counted from 0. */
type NameOf = (answer: Exchange, place: number) => string;

/**
 * Returns how to name the results of some answers in one way: by their keys, if the records of one answer were let go.
 */
function namesIn(answers: readonly Exchange[], known: Known): NameOf {
  const areKept = answers.every((answer) => recordsIn(answer)?.areKept === true);
  return (answer, place) => {
    const records = recordsIn(answer);
    const key = records === null ? '' : (known.keysOf(records)[place] ?? '');
    const name = areKept ? nameOfRecord(records?.all[place], key) : key;
    return cut(known.hide(name), NAME_CHARACTERS_AT_MOST);
  };
}

/** An issue in a sentence, by its name. */
export const issueCalled = (name: string): string =>
  /^[\w#./:-]+$/.test(name) ? `issue ${name}` : `issue "${name}"`;

/** The results of an answer, or a part of them. */
export interface ResultsPart {
  readonly answer: Exchange;
  /** Keys of the results, and the number of results before them in the answer. */
  readonly keys: readonly string[];
  readonly from?: number;
}

/** The first place at which two lists differ, and the results there, in a few words. */
export interface Compared {
  readonly difference: ListDifference;
  readonly own: string;
  readonly twin: string;
}

/** Compares the results of a case with those of its twin. */
export function compared(own: ResultsPart, twin: ResultsPart, known: Known): Compared {
  const first = own.keys.findIndex((key, index) => key !== twin.keys[index]);
  const at = first === -1 ? own.keys.length : first;
  const start = Math.max(0, at - NAMES_BEFORE_DIFFERENCE);
  const name = namesIn([own.answer, twin.answer], known);
  const named = (part: ResultsPart): string[] =>
    part.keys
      .slice(start, start + NAMES_AT_MOST)
      .map((_key, index) => name(part.answer, (part.from ?? 0) + start + index));
  const inWords = (names: readonly string[]): string => {
    const there = names[at - start];
    return there === undefined ? `no result ${at + 1}` : `result ${at + 1} is ${issueCalled(there)}`;
  };
  const [ofCase, ofTwin] = [named(own), named(twin)];
  return {
    difference: {
      at: at + 1,
      from: start + 1,
      case: ofCase,
      twin: ofTwin,
      caseTotal: own.keys.length,
      twinTotal: twin.keys.length,
    },
    own: inWords(ofCase),
    twin: inWords(ofTwin),
  };
}

/** Returns the names of issues with some keys, and their places in some answers. */
export function placesOf(
  keys: readonly string[],
  exchanges: readonly Exchange[],
  known: Known,
): readonly Misplaced[] {
  const answers = [...new Set(exchanges)].filter((answer) => recordsIn(answer) !== null);
  const name = namesIn(answers, known);
  return [...new Set(keys)].slice(0, ISSUES_NAMED_AT_MOST).map((key) => {
    const at = answers.flatMap((exchange) => {
      const records = recordsIn(exchange);
      const own = records === null ? [] : known.keysOf(records);
      return own.flatMap((each, place) => (each === key ? [{ exchange, result: place + 1 }] : []));
    });
    const [first] = at;
    return {
      name:
        first === undefined
          ? cut(known.hide(key), NAME_CHARACTERS_AT_MOST)
          : name(first.exchange, first.result - 1),
      at,
    };
  });
}

/** Results at some places of an answer, counted from 0, by their names. */
export function resultsAt(places: readonly number[], answer: Exchange, known: Known): readonly Misplaced[] {
  const name = namesIn([answer], known);
  return places
    .slice(0, ISSUES_NAMED_AT_MOST)
    .map((place) => ({ name: name(answer, place), at: [{ exchange: answer, result: place + 1 }] }));
}
