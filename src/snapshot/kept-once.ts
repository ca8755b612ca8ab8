import { Shared } from '../client/shared.ts';
import { compact } from './compact.ts';

/** Records of an answer above which they are not deduplicated; the lookup would take longer than it saves. */
const MAX_SHARED_RECORDS = 1000;

const shared = new Shared<object>();
const once = new WeakSet<object>();

/** True if a record is shared by all answers that hold it, so that derived data can be cached. */
export const isKeptOnce = (record: unknown): record is object =>
  record !== null && typeof record === 'object' && once.has(record);

/**
 * Replaces records by equal ones from earlier answers, since the pages of a list hold the same issues
 * repeatedly.
 * @returns the records with long texts shortened, and the bytes of the new ones
 */
export function keptOnce(values: readonly unknown[]): {
  readonly records: readonly unknown[];
  readonly bytes: number;
} {
  const isPage = values.length <= MAX_SHARED_RECORDS;
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
