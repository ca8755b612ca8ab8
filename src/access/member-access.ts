import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isSuccess } from '../client/exchange.ts';
import { goesTo, type RepositoryName } from '../client/request.ts';
import { type Oracle, undecided } from '../engine/oracle.ts';
import type { Precondition } from '../engine/rule.ts';
import type { Trial } from '../engine/trial.ts';
import { unless } from '../engine/unless.ts';
import { hindrance } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { plantCanary } from './canary.ts';

const NOT_FOUND = 404;

/** Returns true if TOKEN was given an answer of a kind for the private repository. */
const wasMember = (t: Trial, repository: RepositoryName, is: (exchange: Exchange) => boolean): boolean =>
  t.run.exchanges.some(
    (exchange) => t.run.askerOf(exchange) === 'member' && goesTo(exchange, repository) && is(exchange),
  );

const isListing = ({ request, response }: Exchange): boolean =>
  request.method === 'GET' && response?.status === 200;
const isCreation = (exchange: Exchange): boolean => exchange.request.method === 'POST' && isSuccess(exchange);

/** Returns what a 404 says of the settings: whoever has no access is answered like that too (section 5.5). */
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
    if (repository === undefined || wasMember(t, repository, isListing)) return null;
    const member = await t.ask({ repository, as: t.as('member'), query: { per_page: String(FULL_PAGE) } });
    if (member.response?.status === 200) return null;
    await plantCanary(t);
    if (wasMember(t, repository, isCreation)) return null;
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

/** An oracle for TOKEN in the private repository: a 404 says nothing unless TOKEN is known to have access. */
export const unlessNotFound = (t: Trial, oracle: Oracle): Oracle =>
  unless(oracle, (_violated, { looks }) => {
    const { doubt } = foundOut(t);
    const isNotFound = looks.every(({ answers }) => answers.at(-1)?.response?.status === NOT_FOUND);
    return isNotFound && doubt !== null ? undecided(doubt) : null;
  });
