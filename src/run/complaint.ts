import {
  type Exchange,
  isRateLimited,
  type ReceivedResponse,
  type TransportFault,
} from '../client/exchange.ts';
import type { RepositoryName } from '../client/request.ts';
import { cut, type Hide } from '../client/secrets.ts';
import { listIn } from './answer.ts';

/** The target cannot be checked at all. The message says what is wrong and what to set. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** What a sentence on a target needs to know. */
interface Circumstances {
  readonly repository: RepositoryName;
  readonly baseUrl: string;
  readonly withToken: boolean;
  readonly hide: Hide;
  /** Milliseconds since the first request. */
  readonly forMs: number;
  /** The settings that name the repository. */
  readonly names?: string | undefined;
}

/** The setting may be wrong, or the service. */
export const NOT_PRIVATE =
  'PRIVATE_REPO is listed without a credential: if it is really public, set PRIVATE_REPO to a private repository; else whoever asks is shown private issues.';

const HEADER_LENGTH = 60;
const LOCATION_LENGTH = 1000;
const ADDRESS = "check that BASE_URL is the service's address";

const seconds = (ms: number): string => `${Math.round(ms / 1000).toLocaleString('en')} s`;

const otherScheme = (baseUrl: string): string =>
  baseUrl.startsWith('https:')
    ? 'speaks TLS there (if it does not, begin BASE_URL with http://)'
    : 'speaks HTTP there (if it speaks TLS, begin BASE_URL with https://)';

/** What is wrong with a target that gives no complete answer, and what to set. */
const OF_FAULTS: Readonly<Record<TransportFault, (message: string, baseUrl: string) => string>> = {
  unreachable: (message) => `cannot be reached (${message}): check BASE_URL and that the service is up`,
  barred: (message) => `cannot be reached, since ${message}`,
  proxy: (message) => `cannot be reached, since ${message}`,
  broken: (message, baseUrl) =>
    `breaks off every response (${message}): ${ADDRESS} and that it ${otherScheme(baseUrl)}`,
  malformed: (message) => `does not speak HTTP (${message}): check the scheme and the port in BASE_URL`,
  timeout: (message) =>
    `does not answer in time (${message}): check BASE_URL, or set a higher TIMEOUT_MS (--timeout)`,
  'too-large': (message) => `sends more than can be read (${message}): ${ADDRESS}`,
  undecodable: (message) => `sends what cannot be decoded (${message}): ${ADDRESS}`,
  gone: (message) => `does not show the list (${message}): run it again later`,
  withheld: (message) => `does not show the list (${message}): run it again later`,
};

/** Returns the BASE_URL with which a redirected request would go where it was sent; `null` if there is none. */
function addressOf(location: string, from: string): string | null {
  if (!URL.canParse(location, from)) return null;
  const { origin, pathname } = new URL(location, from);
  const path = new URL(from).pathname.split('/').slice(-4).join('/');
  return /^https?:/.test(origin) && pathname.endsWith(`/${path}`)
    ? `${origin}${pathname.slice(0, -path.length - 1)}`
    : null;
}

/** Says where a redirect leads, and which BASE_URL would follow it. */
function ofRedirect(status: number, location: string | undefined, from: string, hide: Hide): string {
  const shown = (text: string): string => cut(hide(text), LOCATION_LENGTH);
  const followed = location === undefined ? null : addressOf(location, from);
  const to = location === undefined ? '' : ` to ${shown(location)}`;
  const advice = followed === null ? 'check BASE_URL' : `set BASE_URL to ${shown(followed)}`;
  return `redirects (${status}${to}), and redirects are not followed: ${advice}`;
}

/** Says what is wrong with an answer other than 200, and what to set. */
function ofStatus(
  exchange: Exchange,
  status: number,
  { repository: { owner, repo }, baseUrl, withToken, hide, forMs, names = 'OWNER, REPO' }: Circumstances,
): string {
  const headers: Readonly<Record<string, string>> = exchange.response?.headers ?? {};
  const repository = `${owner}/${repo}`;
  if (isRateLimited(exchange)) {
    const { 'retry-after': after } = headers;
    const asks =
      after === undefined
        ? 'without saying how long to wait'
        : `though it said Retry-After: ${cut(hide(after), HEADER_LENGTH)}`;
    return `answers ${status} (too many requests), and nothing else, for ${seconds(forMs)}, ${asks}: wait,${withToken ? '' : ' set TOKEN for a higher limit,'} or set a lower MAX_RATE`;
  }
  if (status >= 300 && status < 400)
    return ofRedirect(status, headers['location'], exchange.request.url, hide);
  if (status === 401)
    return withToken
      ? 'answers 401 with TOKEN and without it: check TOKEN and BASE_URL'
      : `answers 401 without a credential: set TOKEN, and check that ${repository} is public`;
  if (status === 403) return `answers 403: check that ${repository} is public and that TOKEN may use it`;
  if (status === 404)
    return `answers 404 for ${repository}: check ${names} and the path in BASE_URL (requests go to {BASE_URL}/repos/{OWNER}/{REPO}/issues)`;
  if (status === 426 || status === 505)
    return `answers ${status}, because it accepts only another version of HTTP: set BASE_URL to an address that accepts HTTP/1.1`;
  const advice =
    status === 400 && baseUrl.startsWith('http:')
      ? 'check BASE_URL, and begin it with https:// if the service speaks TLS'
      : 'check that the service is up and BASE_URL is its address';
  return `answers ${status} where the issues of ${repository} should be listed: ${advice}`;
}

/** Says what is wrong with an answer of 200, and what to set. */
function ofBody(response: ReceivedResponse, { repository: { owner, repo }, hide }: Circumstances): string {
  const list = listIn(response);
  if (list !== null && 'reason' in list)
    return `sends more than can be read: ${ADDRESS}. ${list.reason.replace(/\.$/, '')}`;
  const type = cut(hide(response.headers['content-type'] ?? 'a body without Content-Type'), HEADER_LENGTH);
  return `answers 200 with ${type}, not with a JSON array, for ${owner}/${repo} as well as for a repository that does not exist: check that BASE_URL is the address of the API and not of a web page`;
}

/** Returns a sentence on why a list answer makes the target unusable, and what to set. */
export function complaintOf(exchange: Exchange, circumstances: Circumstances): string {
  const { response, fault } = exchange;
  const { baseUrl } = circumstances;
  const sentence = (text: string): string => `${baseUrl} ${text}.`;
  if (fault !== null) return sentence(OF_FAULTS[fault.kind](fault.message, baseUrl));
  if (response === null) return sentence('does not answer');
  return sentence(
    response.status === 200
      ? ofBody(response, circumstances)
      : ofStatus(exchange, response.status, circumstances),
  );
}
