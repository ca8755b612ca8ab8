import { Shared } from '../client/shared.ts';
import { compact } from './compact.ts';

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
 * @returns the records, their long texts shortened, and the bytes of those that were not there before
 */
export function keptOnce(values: readonly unknown[]): {
  readonly records: readonly unknown[];
  readonly bytes: number;
} {
  const isPage = values.length <= MOST_ON_A_PAGE;
  let total = 0;
  const records = values.map((given): unknown => {
    const { value: record, bytes } = compact(given);
    if (isPage && record !== null && typeof record === 'object') {
      const { value, isNew } = shared.share(JSON.stringify(record), record);
      if (!isNew) return value;
      once.add(record);
    }
    total += bytes;
    return record;
  });
  return { records, bytes: total };
}
