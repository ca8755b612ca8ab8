import { orderLasts } from '../checks/preconditions.ts';
import { askForRecords } from '../checks/records-kept.ts';
import { unless } from '../checks/unless.ts';
import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isSuccess } from '../client/exchange.ts';
import { goesTo, type RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { Reader } from '../created/reading.ts';
import { type Check, undecided } from '../model/check.ts';
import type { Precondition } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { areRecordsKept, hindrance, recordsOf } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { plantCanary } from './canary.ts';
import { givenTo, keptRecords, listingsGivenTo } from './strangers.ts';

const NOT_FOUND = 404;

/** True if TOKEN was answered 200 to a listing of the private repository. */
export const hasListed = (t: Trial, repository: RepositoryName): boolean =>
  listingsGivenTo(t, 'member', repository).some(({ response }) => response?.status === 200);

/** True if TOKEN has created an issue in the private repository. */
const hasCreated = (t: Trial, repository: RepositoryName): boolean =>
  givenTo(t, 'member').some(
    (exchange) => exchange.request.method === 'POST' && goesTo(exchange, repository) && isSuccess(exchange),
  );

/** Returns the doubt of a 404: everybody without access is answered like that too (section 5.5). */
async function whyNotFound(t: Trial, repository: RepositoryName): Promise<Doubt> {
  const { outsiderToken } = t.bed;
  const outsider = outsiderToken === undefined ? null : await t.ask({ repository, as: t.as('outsider') });
  const isExchanged = outsider?.response?.status === 200;
  return because(
    'access',
    `TOKEN is answered 404, as for a repository that does not exist: check PRIVATE_REPO (${repository.owner}/${repository.repo}), and that TOKEN may read it.${isExchanged ? ' OUTSIDER_TOKEN lists it with 200: TOKEN and OUTSIDER_TOKEN may have been exchanged.' : ''}`,
  );
}

/** Returns why TOKEN is not known to have access to the private repository, or `null`; found out once a run. @throws {Stopped} */
function whyNoAccess(t: Trial): Promise<Doubt | null> {
  return t.run.once('access of TOKEN', async () => {
    const repository = t.bed.privateRepository;
    if (repository === undefined || hasListed(t, repository)) return null;
    const member = await t.ask({ repository, as: t.as('member'), query: { per_page: String(FULL_PAGE) } });
    if (member.response?.status === 200) return null;
    await plantCanary(t);
    if (hasCreated(t, repository)) return null;
    if (member.response?.status === NOT_FOUND) return whyNotFound(t, repository);
    return (
      hindrance(member) ??
      because(
        'access',
        `TOKEN does not list the private repository (${describeExchange(member)}), so a refusal of others shows nothing; check PRIVATE_OWNER, PRIVATE_REPO and TOKEN.`,
      )
    );
  });
}

/** TOKEN has access to the private repository: then a refusal of others is for want of access. */
export const memberHasAccess: Precondition = {
  says: 'TOKEN lists the private repository, or has created an issue there',
  establish: whyNoAccess,
};

/** Holds the reason for which a 404 to TOKEN shows nothing, once a 404 was seen. */
const foundOut = (t: Trial): { doubt: Doubt | null } =>
  t.run.once('404 of a member', (): { doubt: Doubt | null } => ({ doubt: null }));

/** Finds out what a 404 to TOKEN shows, if the answer is one. @returns the answer @throws {Stopped} */
export async function heedNotFound(t: Trial, answer: Exchange): Promise<Exchange> {
  if (answer.response?.status === NOT_FOUND) foundOut(t).doubt = await whyNoAccess(t);
  return answer;
}

/** A check for TOKEN in the private repository: a 404 says nothing unless TOKEN is known to have access. */
export const unlessNotFound = (t: Trial, check: Check): Check =>
  unless(check, (_violated, { looks }) => {
    const { doubt } = foundOut(t);
    const isNotFound = looks.every(({ answers }) => answers.at(-1)?.response?.status === NOT_FOUND);
    return isNotFound && doubt !== null ? undecided(doubt) : null;
  });

/** Returns the private records that the member was shown and that are still kept. @throws {Stopped} */
export async function privateRecords(t: Trial, repository: RepositoryName): Promise<readonly unknown[]> {
  const shown = listingsGivenTo(t, 'member', repository).filter(({ response }) => response?.status === 200);
  const records = [...new Set(shown.flatMap(keptRecords))];
  if (records.length > 0) return records;
  const query = { per_page: String(FULL_PAGE) };
  return recordsOf(await askForRecords(t, { repository, as: t.as('member'), query }));
}

/** Returns the records of all listings of a public repository to the member, or `null` if their end was not seen. @throws {Stopped} */
export async function publicRecords(
  t: Trial,
  repository: RepositoryName,
): Promise<readonly unknown[] | null> {
  // A list without an order shows no end.
  if ((await orderLasts.establish(t)) !== null) return null;
  const reads = await new Reader(t, repository, 'member').everything('whole', 'every state');
  const pages = reads.flatMap(({ answers }) => answers);
  return reads.every(({ whole }) => whole) && pages.every(areRecordsKept) ? pages.flatMap(recordsOf) : null;
}

/** The public repositories whose listings a run reads. */
export const publicOnes = ({ bed: { repository, written } }: Trial): RepositoryName[] =>
  sameRepository(repository, written) ? [repository] : [repository, written];
