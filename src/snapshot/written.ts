import { describeExchange, type Exchange } from '../client/exchange.ts';
import { bearer, issuesPath, type RepositoryName, type RequestSpec } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import { sameRepository, type TestBed } from '../client/test-bed.ts';
import { hindrance } from './listing.ts';

/** Attempts before the setting is called wrong; a single failure may be transient. */
const MAX_ATTEMPTS = 3;

/** True if a list is answered with 200, even if it is malformed or too large to read. */
export const isShown = (answer: Exchange | undefined): boolean =>
  answer !== undefined && answer.response?.status === 200 && hindrance(answer) === null;

/**
 * Returns why nothing may be written to a separate repository, or `null`. TOKEN must list that repository
 * first: a typo in its name would look like a fault of the service. Problems that also affect the repository
 * that is read are left to the first reading and the rules.
 * @returns a sentence for people
 * @throws {Stopped} if the run is over
 */
export async function whyUnwritable(
  target: Target,
  { repository, written, token }: TestBed,
  baseUrl: string,
): Promise<string | null> {
  if (sameRepository(repository, written)) return null;
  const [name, other] = [written, repository].map(({ owner, repo }) => `${owner}/${repo}`);
  if (token === undefined)
    return `WRITE_OWNER and WRITE_REPO name ${name}, which has to be listed with TOKEN before anything is written to it, and TOKEN is not set: set TOKEN, or leave WRITE_OWNER and WRITE_REPO out.`;
  const plain = (of: RepositoryName): RequestSpec => ({ repository: of, as: bearer(token) });
  let answer = await target.send(() => plain(written));
  for (let left = MAX_ATTEMPTS - 1; left > 0 && !isShown(answer); left -= 1)
    answer = await target.send(() => plain(written));
  if (isShown(answer) || !isShown(await target.ask(plain(repository)))) return null;
  return `WRITE_OWNER and WRITE_REPO name ${name}, which TOKEN does not list: GET ${baseUrl}${issuesPath(written)} with TOKEN was answered ${describeExchange(answer)}, and the list of ${other} was shown. Check WRITE_OWNER and WRITE_REPO, and that TOKEN may use ${name}; or leave both out, so that issues are created in ${other}.`;
}
