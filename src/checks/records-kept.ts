import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import type { Trial } from '../run/trial.ts';
import { areRecordsKept, sampleOf } from '../snapshot/listing.ts';
import { pageQuery } from '../snapshot/snapshot.ts';

/** Returns an answer with its records. It is asked for again if they were let go. @throws {Stopped} */
export async function askForRecords(t: Trial, spec: RequestSpec): Promise<Exchange> {
  const answer = await t.ask(spec);
  return areRecordsKept(answer) ? answer : t.send(() => spec);
}

/**
 * Returns the records of the first reading, a sample of pages that are far too large. Records that were let go are read
 * again.
 * @throws {Stopped}
 */
export async function recordsAtFirst(t: Trial): Promise<readonly unknown[]> {
  const { snapshot, firstIsNamed } = t.first;
  const pages = await Promise.all(
    snapshot.exchanges.map(async (exchange, index) => {
      const spec = t.listing(pageQuery(index + 1, firstIsNamed));
      return sampleOf(areRecordsKept(exchange) ? exchange : await t.send(() => spec));
    }),
  );
  return pages.flat();
}
