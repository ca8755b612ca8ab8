import { resultsAt } from '../checks/naming.ts';
import type { Exchange } from '../client/exchange.ts';
import { type Credential, type RepositoryName } from '../client/request.ts';
import { LISTINGS_LOOKED_INTO, TIMES_SHOWN_AGAIN } from '../model/tuning.ts';
import { type ConfirmedViolation, count } from '../model/violation.ts';
import { breather } from '../run/breather.ts';
import type { Trial } from '../run/trial.ts';
import { recordsOf } from '../snapshot/listing.ts';
import { privateRecords, publicOnes, publicRecords } from './member-access.ts';
import { oneOf } from './private-records.ts';
import { keptRecords, leaked, listingsGivenTo, queryOf, type Stranger, sameCredential } from './strangers.ts';

/**
 * Returns a private record in a listing of a public repository that no member is shown there, or `null`; `alike` if the
 * records of both cannot be told apart.
 * @throws {Stopped}
 */
export async function ofPublicListing(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
): Promise<ConfirmedViolation | 'alike' | null> {
  const { identity } = t.first;
  if (identity.kind === 'none') return 'alike';
  const isHidden = oneOf(await privateRecords(t, repository), identity, 'equal');
  let left = LISTINGS_LOOKED_INTO;
  let areAlike = false;
  const breathe = breather(t.run);
  for (const listed of publicOnes(t))
    for (const exchange of listingsGivenTo(t, by, listed)) {
      await breathe();
      if (left === 0) break;
      const records = keptRecords(exchange);
      const places = records.flatMap((record, place) => (isHidden(record) ? [place] : []));
      const [first] = places;
      if (first === undefined) continue;
      left -= 1;
      const isOpen = await isShownToMember(t, exchange, by, listed, records[first]);
      areAlike ||= isOpen === 'yes';
      if (isOpen !== 'no') continue;
      return leaked(t, by, exchange, listed, {
        actual: `${count(places.length, 'private record')} among ${count(records.length, 'result')} of a public repository`,
        records: resultsAt(places, exchange, t.known),
      });
    }
  return areAlike ? 'alike' : null;
}

/**
 * Returns `yes` if the member is shown a record of a public listing too. The member asks for the same listing before and
 * after the stranger is shown it again, and after LISTED_WITHIN_MS. Then the member asks for every listing of the repository. If the stranger
 * is not shown it after that, nothing is known.
 * @throws {Stopped}
 */
async function isShownToMember(
  t: Trial,
  exchange: Exchange,
  by: Stranger,
  repository: RepositoryName,
  record: unknown,
): Promise<'yes' | 'no' | 'unknown'> {
  const isSame = oneOf([record], t.first.identity, 'same issue');
  if (listingsGivenTo(t, 'member', repository).some((each) => keptRecords(each).some(isSame))) return 'yes';
  if (by === 'anonymous' && t.run.target.left('none', true) < TIMES_SHOWN_AGAIN) return 'unknown';
  const query = queryOf(exchange);
  const ask = async (as: Credential): Promise<boolean> =>
    recordsOf(await t.send(() => ({ repository, as, query }), { confirming: true })).some(isSame);
  const [member, stranger] = [t.as('member'), sameCredential(exchange, by)];
  if (await ask(member)) return 'yes';
  // A record that is not shown again may have been open to everybody.
  if (!(await ask(stranger))) return 'unknown';
  if (await ask(member)) return 'yes';
  await t.run.age(t.run.clock.now());
  if (await ask(member)) return 'yes';
  const open = await publicRecords(t, repository);
  if (open === null) return 'unknown';
  if (open.some(isSame)) return 'yes';
  // A record that is gone by now may have been open to everybody.
  return (await ask(stranger)) ? 'no' : 'unknown';
}
