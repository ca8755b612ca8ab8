import { describeExchange, type Exchange } from '../client/exchange.ts';
import { bearer, issuesPath, type RepositoryName, type RequestSpec } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import { sameRepository, type TestBed } from '../client/test-bed.ts';
import { hindrance } from './listing.ts';

/** A bad moment is no wrong setting. */
const LOOKS = 3;

/** Whether a listing is shown, be it in a wrong way, or more than is read. */
export const isShown = (answer: Exchange | undefined): boolean =>
  answer !== undefined && answer.response?.status === 200 && hindrance(answer) === null;

/**
 * Why nothing may be written, where the repository that is written to is another one than the one that is read: it has to
 * be listed with TOKEN first, or a slip in its name would be taken for a fault of the service. What is wrong with the one
 * that is read too is for the first reading, and for the rules, to say.
 * @returns a sentence for people; `null` where all is well
 * @throws {Stopped}
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
  for (let left = LOOKS - 1; left > 0 && !isShown(answer); left -= 1)
    answer = await target.send(() => plain(written));
  if (isShown(answer) || !isShown(await target.ask(plain(repository)))) return null;
  return `WRITE_OWNER and WRITE_REPO name ${name}, which TOKEN does not list: GET ${baseUrl}${issuesPath(written)} with TOKEN was answered ${describeExchange(answer)}, and the list of ${other} was shown. Check WRITE_OWNER and WRITE_REPO, and that TOKEN may use ${name}; or leave both out, so that issues are created in ${other}.`;
}
