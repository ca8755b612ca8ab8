import { Shared } from '../client/shared.ts';

/** Answers of so many records are no pages: what they hold is not looked up, which would take longer than it saves. */
const MOST_ON_A_PAGE = 1000;

const shared = new Shared<object>();
const once = new WeakSet<object>();

/** Whether a record is kept once for all answers that hold it: what is found out about it is worth remembering. */
export const isKeptOnce = (record: unknown): record is object =>
  record !== null && typeof record === 'object' && once.has(record);

/**
 * The records of one answer, with those that came before as they are kept already: the pages of a list hold the same issues
 * over and over.
 * @param length of their text
 * @returns the records, and how much of the text is of such as were not there before
 */
export function keptOnce(
  records: readonly unknown[],
  length: number,
): { readonly records: readonly unknown[]; readonly bytes: number } {
  if (records.length > MOST_ON_A_PAGE) return { records, bytes: length };
  let bytes = 0;
  const all = records.map((record): unknown => {
    if (record === null || typeof record !== 'object') return record;
    const text = JSON.stringify(record);
    const { value, isNew } = shared.share(text, record);
    if (!isNew) return value;
    once.add(value);
    bytes += text.length;
    return value;
  });
  return { records: all, bytes };
}
