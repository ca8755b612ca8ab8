import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { areRecordsKept, sampleOf } from '../snapshot/listing.ts';
import { pageQuery } from '../snapshot/snapshot.ts';
import type { Trial } from './trial.ts';

/** One answer, for what is needed of its records; where those were let go, they are asked for again. @throws {Stopped} */
export async function askForRecords(t: Trial, spec: RequestSpec): Promise<Exchange> {
  const answer = await t.ask(spec);
  return areRecordsKept(answer) ? answer : t.send(() => spec);
}

/** The records that the first reading saw, of pages with far too many a sample; what was let go as it is now. @throws {Stopped} */
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
