import { type Exchange, isRateLimited } from '../client/exchange.ts';
import {
  bearer,
  type Credential,
  issuesPath,
  type RepositoryName,
  type RequestSpec,
} from '../client/request.ts';
import type { Target } from '../client/target.ts';
import type { TestBed } from '../client/test-bed.ts';

/** Statuses that refuse a token (section 7). */
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/** Returns the status with which an answer refuses a token, or `null`. */
const refusalIn = (answer: Exchange): number | null =>
  answer.fault === null &&
  answer.response !== null &&
  REFUSALS.has(answer.response.status) &&
  !isRateLimited(answer)
    ? answer.response.status
    : null;

/**
 * Returns a sentence on why TOKEN is unusable, or `null`. It is unusable if every request with it is refused
 * with the same status as a made-up token.
 * @param creations answers to creations with TOKEN
 * @throws {Stopped} if the run is over
 */
export async function whyTokenRefused(
  target: Target,
  { repository, privateRepository, token }: TestBed,
  baseUrl: string,
  madeUp: Credential,
  creations: readonly Exchange[],
): Promise<string | null> {
  if (token === undefined) return null;
  const list = (of: RepositoryName, as = bearer(token)): RequestSpec => ({ repository: of, as });
  const status = refusalIn(await target.ask(list(repository)));
  if (status === null) return null;
  const others = [
    ...creations,
    await target.ask(list(repository, madeUp)),
    // Asked again, because a transient refusal is not a wrong setting.
    await target.send(() => list(repository)),
    ...(privateRepository === undefined ? [] : [await target.ask(list(privateRepository))]),
  ];
  if (others.some((answer) => refusalIn(answer) !== status)) return null;
  return `TOKEN is not accepted (${status}): GET ${baseUrl}${issuesPath(repository)} is answered ${status} with TOKEN, and with a made-up token too. Check TOKEN, and that BASE_URL is the service that issued it.`;
}
