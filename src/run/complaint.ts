import { type Exchange, isRateLimited } from '../client/exchange.ts';
import type { GivenUp } from '../client/only-limits.ts';
import type { RepositoryName } from '../client/request.ts';
import { cut, type Hide } from '../client/secrets.ts';
import { listIn } from './answer.ts';

/** The target cannot be checked at all. The message says what is wrong and what to set. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** The setting may be wrong, or the service. */
export const NOT_PRIVATE =
  'PRIVATE_REPO is listed without a credential: if it is really public, set PRIVATE_REPO to a private repository; else whoever asks is shown private issues.';

const HEADER_LENGTH = 60;
const LOCATION_LENGTH = 1000;

const seconds = (ms: number): string => `${Math.round(ms / 1000).toLocaleString('en')} s`;

/** Returns a sentence on a target that answers only rate limits, with advice. */
export function complaintOfLimits(
  { status, forMs, askedMs }: GivenUp,
  baseUrl: string,
  withToken: boolean,
): string {
  const asked =
    askedMs === null ? 'without saying how long to wait' : `though it asked to wait ${seconds(askedMs)}`;
  const seen = `answers ${status} (too many requests), and nothing else, for ${seconds(forMs)}, ${asked}`;
  return `${baseUrl} ${seen}: wait,${withToken ? '' : ' set TOKEN for a higher limit,'} or set a lower MAX_RATE.`;
}

/** Returns the BASE_URL with which a redirected request would go where it was sent; `null` if there is none. */
function addressOf(location: string, from: string): string | null {
  if (!URL.canParse(location, from)) return null;
  const { origin, pathname } = new URL(location, from);
  const path = new URL(from).pathname.split('/').slice(-4).join('/');
  return /^https?:/.test(origin) && pathname.endsWith(`/${path}`)
    ? `${origin}${pathname.slice(0, -path.length - 1)}`
    : null;
}

function ofStatus(
  exchange: Exchange,
  status: number,
  { repository, names }: { readonly repository: string; readonly names: string },
  isPlain: boolean,
  withToken: boolean,
  hide: Hide,
): string {
  const headers: Readonly<Record<string, string>> = exchange.response?.headers ?? {};
  const { 'retry-after': after } = headers;
  if (isRateLimited(exchange))
    return `answers ${status} (too many requests) to the first request${after === undefined ? '' : ` and asks for a wait (Retry-After: ${cut(hide(after), HEADER_LENGTH)})`}: wait,${withToken ? '' : ' set TOKEN for a higher limit,'} or set a lower MAX_RATE`;
  if (status >= 300 && status < 400) {
    const to = headers['location'];
    const followed = to === undefined ? null : addressOf(to, exchange.request.url);
    return `redirects (${status}${to === undefined ? '' : ` to ${cut(hide(to), LOCATION_LENGTH)}`}), and redirects are not followed: ${followed === null ? 'check BASE_URL' : `set BASE_URL to ${cut(hide(followed), LOCATION_LENGTH)}`}`;
  }
  if (status === 401) {
    return withToken
      ? 'answers 401 with TOKEN and without it: check TOKEN and BASE_URL'
      : `answers 401 without a credential: set TOKEN, and check that ${repository} is public`;
  }
  if (status === 403) return `answers 403: check that ${repository} is public and that TOKEN may use it`;
  if (status === 404)
    return `answers 404 for ${repository}: check ${names} and the path in BASE_URL (requests go to {BASE_URL}/repos/{OWNER}/{REPO}/issues)`;
  if (status === 426 || status === 505)
    return `answers ${status}, because it accepts only another version of HTTP: set BASE_URL to an address that accepts HTTP/1.1`;
  if (status === 400 && isPlain)
    return `answers 400 where the issues of ${repository} should be listed: check BASE_URL, and begin it with https:// if the service speaks TLS`;
  return `answers ${status} where the issues of ${repository} should be listed: check that the service is up and BASE_URL is its address`;
}

/** Returns a sentence on why a list answer makes the target unusable, and what to set. */
export function complaintOf(
  exchange: Exchange,
  repositoryName: RepositoryName,
  baseUrl: string,
  withToken: boolean,
  hide: Hide,
  names = 'OWNER, REPO',
): string {
  const repository = `${repositoryName.owner}/${repositoryName.repo}`;
  const { response, fault } = exchange;
  const sentence = (text: string) => `${baseUrl} ${text}.`;
  if (fault !== null) {
    switch (fault.kind) {
      case 'unreachable':
        return sentence(`cannot be reached (${fault.message}): check BASE_URL and that the service is up`);
      case 'barred':
      case 'proxy':
        return sentence(`cannot be reached, since ${fault.message}`);
      case 'broken': {
        const speaks = baseUrl.startsWith('https:')
          ? 'speaks TLS there (if it does not, begin BASE_URL with http://)'
          : 'speaks HTTP there (if it speaks TLS, begin BASE_URL with https://)';
        return sentence(
          `breaks off every response (${fault.message}): check that BASE_URL is the service's address and that it ${speaks}`,
        );
      }
      case 'malformed':
        return sentence(`does not speak HTTP (${fault.message}): check the scheme and the port in BASE_URL`);
      case 'timeout':
        return sentence(
          `does not answer in time (${fault.message}): check BASE_URL, or set a higher TIMEOUT_MS (--timeout)`,
        );
      case 'too-large':
        return sentence(
          `sends more than can be read (${fault.message}): check that BASE_URL is the service's address`,
        );
      case 'undecodable':
        return sentence(
          `sends what cannot be decoded (${fault.message}): check that BASE_URL is the service's address`,
        );
      case 'gone':
      case 'withheld':
        return sentence(`does not show the list (${fault.message}): run it again later`);
    }
  }
  if (response === null) return sentence('does not answer');
  if (response.status !== 200)
    return sentence(
      ofStatus(
        exchange,
        response.status,
        { repository, names },
        baseUrl.startsWith('http:'),
        withToken,
        hide,
      ),
    );
  const list = listIn(response);
  if (list !== null && 'reason' in list)
    return `${baseUrl} sends more than can be read: check that BASE_URL is the service's address. ${list.reason}`;
  const type = cut(hide(response.headers['content-type'] ?? 'a body without Content-Type'), HEADER_LENGTH);
  return sentence(
    `answers 200 with ${type}, not with a JSON array, for ${repository} as well as for a repository that does not exist: check that BASE_URL is the address of the API and not of a web page`,
  );
}
