import type { Exchange } from '../target/exchange.ts';
import type { Query } from '../target/question.ts';
import { scalarAt, scalarPaths } from './identity.ts';
import { type Known, SURVEY_PAGE_SIZE } from './known.ts';
import { readListAnswer } from './list-answer.ts';

/** So many values more are asked for where those before gave no list with other issues. */
const FURTHER_TRIES = 2;

/** Values of `state` that trackers know for issues that are not open; which ones a service knows is not shown (section 3). */
const LIKELY = ['all', 'closed', 'any', 'done', 'resolved', 'archived', 'merged', 'inactive'];

function inOrder(values: readonly string[]): 'up' | 'down' | null {
  const numbers = values.map((value) => (/^-?\d+$/.test(value) ? BigInt(value) : value));
  const steps = numbers.slice(1).map((value, index) => {
    const before = numbers[index] ?? value;
    return value === before ? 0 : value > before ? 1 : -1;
  });
  if (steps.every((step) => step >= 0)) return 'up';
  return steps.every((step) => step <= 0) ? 'down' : null;
}

/** By some field the list is in order, and a record would stand between two of the records that were read. */
function wouldStandAmong(record: unknown, head: readonly unknown[]): boolean {
  return scalarPaths(head[0]).some((path) => {
    const values = head.map((one) => scalarAt(one, path));
    const value = scalarAt(record, path);
    if (value === undefined || values.includes(undefined) || new Set(values).size < 2) return false;
    const texts = values.flatMap((one) => one ?? []);
    const order = inOrder(texts);
    const [first = '', last = ''] = [texts[0], texts.at(-1)];
    return order !== null && value !== first && value !== last && inOrder([first, value, last]) === order;
  });
}

/**
 * Whether the target is known to hold an issue that is not open, and one that would show among the first results if
 * leaving `state` out were read as something else than `open`. Found out by looking; asserted never.
 *
 * Issues that a value of `state` lists and the plain list does not are not open where the plain list was read whole, or
 * where they stand between issues of it.
 *
 * @param tries how many values of `state` may be asked for, and two more if none of these lists other issues
 */
export async function notOpenIsVisible(
  ask: (query: Query) => Promise<Exchange>,
  known: Known,
  tries: number,
): Promise<boolean> {
  if (known.head.kind !== 'list' || !known.distinct) return false;
  const head = known.head.records;
  const headKeys = new Set(known.keys.slice(0, head.length));
  let hasStrangers = false;
  for (const [asked, state] of LIKELY.slice(0, tries + FURTHER_TRIES).entries()) {
    if (asked >= tries && hasStrangers) break;
    const answer = readListAnswer(await ask({ state, per_page: String(SURVEY_PAGE_SIZE) }));
    if (answer.kind !== 'list') continue;
    const keys = known.keysOf(answer.records);
    const lastShared = keys.findLastIndex((key) => headKeys.has(key));
    const listed = new Set(known.keys);
    const strangers = keys.flatMap((key, index) =>
      listed.has(key) ? [] : [{ index, record: answer.records[index] }],
    );
    hasStrangers ||= strangers.length > 0;
    const visible = strangers.some(
      ({ index, record }) =>
        index < lastShared ||
        (known.complete && head.length < SURVEY_PAGE_SIZE) ||
        wouldStandAmong(record, head),
    );
    if (visible) return true;
  }
  return false;
}
