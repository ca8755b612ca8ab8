import { goesTo, type RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { Reader } from '../created/reading.ts';
import { orderLasts } from '../engine/preconditions.ts';
import { askForRecords } from '../engine/records-kept.ts';
import type { Trial } from '../engine/trial.ts';
import { areRecordsKept, recordsOf } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { givenTo, plainestFirst } from './strangers.ts';

/** The private records that the member was shown, as far as they are kept. @throws {Stopped} */
export async function privateRecords(t: Trial, repository: RepositoryName): Promise<readonly unknown[]> {
  const kept = givenTo(t, 'member').filter(
    (each) => goesTo(each, repository) && each.response?.status === 200 && areRecordsKept(each),
  );
  const records = [...new Set(plainestFirst(kept).flatMap(recordsOf))];
  if (records.length > 0) return records;
  const query = { per_page: String(FULL_PAGE) };
  return recordsOf(await askForRecords(t, { repository, as: t.as('member'), query }));
}

/** What the member is shown of a public repository in all of its listings; `null` if their end was not seen. @throws {Stopped} */
export async function publicRecords(
  t: Trial,
  repository: RepositoryName,
): Promise<readonly unknown[] | null> {
  // Of a list without an order nobody knows whether it was read to its end.
  if ((await orderLasts.establish(t)) !== null) return null;
  const reads = await new Reader(t, repository, 'member').everything('whole', 'every state');
  const pages = reads.flatMap(({ answers }) => answers);
  return reads.every(({ whole }) => whole) && pages.every(areRecordsKept) ? pages.flatMap(recordsOf) : null;
}

/** The public repositories whose listings a run reads. */
export const publicOnes = ({ bed: { repository, written } }: Trial): RepositoryName[] =>
  sameRepository(repository, written) ? [repository] : [repository, written];
