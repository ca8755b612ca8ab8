import { type Exchange, isRateLimited, type TransportErrorKind } from '../client/exchange.ts';
import { cut, type Secrets } from '../client/secrets.ts';
import { type Answer, type Answers, describeAnswer } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { answerOf } from './answer.ts';
import { isAccepted } from './ledger.ts';
import type { RunContext } from './run-context.ts';

/** The target cannot be checked at all. The message says what is wrong and what to set. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  /** The request that shows it, if one does. */
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null = null) {
    super(message);
    this.exchange = exchange;
  }
}

/** The setting may be wrong, or the service. */
export const NOT_PRIVATE =
  'The service lists PRIVATE_REPO without a credential. If it is public, set PRIVATE_REPO to a private repository; otherwise anybody sees private issues.';

const HEADER_LENGTH = 60;
const LOCATION_LENGTH = 1000;
const ADDRESS = "check that BASE_URL is the service's address";

const seconds = (ms: number): string => `${Math.round(ms / 1000).toLocaleString('en')} s`;

/** Sentences on targets that give no complete answer: the problem, and what to set. */
const OF_FAULTS: Readonly<Partial<Record<TransportErrorKind, (message: string) => string>>> = {
  unreachable: (message) => `cannot be reached (${message}): check BASE_URL and that the service is up`,
  'connect-failed': (message) => `cannot be reached, because ${message}`,
  proxy: (message) => `cannot be reached, because ${message}`,
  'connection-lost': (message) =>
    `breaks off its response (${message}): ${ADDRESS}, with the right scheme (http:// or https://)`,
  'handler-failed': (message) => `is not answered (${message}): mend the handler, which is the option fetch`,
  malformed: (message) =>
    `does not speak HTTP that can be read (${message}): check the scheme and the port in BASE_URL, and what stands before the service`,
  timeout: (message) =>
    `does not answer in time (${message}): check BASE_URL, or set a higher TIMEOUT_MS (--timeout)`,
  'too-large': (message) => `sends more than can be read (${message}): ${ADDRESS}`,
};

/** Returns where a redirect leads, and which BASE_URL would follow it. */
function ofRedirect(status: number, location: string | undefined, hide: Secrets['scrub']): string {
  const to = location === undefined ? '' : ` to ${cut(hide(location), LOCATION_LENGTH)}`;
  const advice = to.includes('/repos/')
    ? 'set BASE_URL to that address without /repos and what follows'
    : 'check BASE_URL';
  return `redirects (${status}${to}), and redirects are not followed: ${advice}`;
}

/** Returns the problem of an answer without a list, and what to set. */
function ofStatus(
  { settings: { address }, clock, client, member, recorded, secrets: { scrub } }: RunContext,
  { exchange, ask: { repository }, unsaid }: Answer,
  names: string,
): string {
  const { status = 0, headers = {} } = exchange.response ?? {};
  const name = `${repository.owner}/${repository.repo}`;
  if (status === 200 && unsaid !== null)
    return `sends more than can be read: ${ADDRESS}. ${unsaid.reason.replace(/\.$/, '')}`;
  if (status === 200) {
    const { 'content-type': type = 'a body without Content-Type' } = headers;
    return `answers 200 with ${cut(scrub(type), HEADER_LENGTH)}, not with a JSON array, for ${name} as well as for a repository that does not exist: check that BASE_URL is the address of the API and not of a web page`;
  }
  if (isRateLimited(exchange)) {
    const { 'retry-after': after } = headers;
    const asks =
      after === undefined
        ? 'without saying how long to wait'
        : `with Retry-After: ${cut(scrub(after), HEADER_LENGTH)}`;
    const ms = clock.now() - client.throttle.startedAt;
    return `answers ${status} (too many requests)${client.hasAnsweredWhole ? '' : `, and listed nothing for ${seconds(ms)}`}, ${asks}: wait,${member === null ? ' set TOKEN for a higher limit,' : ''} or set a lower MAX_RATE`;
  }
  if (status >= 300 && status < 400) return ofRedirect(status, headers['location'], scrub);
  if (status === 401)
    return member === null
      ? `answers 401 without a credential: set TOKEN, and check that ${name} is public`
      : `answers 401 with TOKEN${recorded.plain.has('anonymous') ? ', and 200 without a credential: TOKEN is wrong or expired' : ': check TOKEN and BASE_URL'}`;
  if (status === 403)
    return `answers 403: check that ${name} is public${member === null ? '' : ' and that TOKEN may use it'}`;
  if (status === 404)
    return `answers 404 for ${name}: check ${names} and the path in BASE_URL (requests go to {BASE_URL}/repos/{OWNER}/{REPO}/issues)`;
  const advice =
    status === 400 && address.baseUrl.startsWith('http:')
      ? 'check BASE_URL, and begin it with https:// if the service speaks TLS'
      : 'check that the service is up and BASE_URL is its address';
  return `answers ${status} where the issues of ${name} should be listed: ${advice}`;
}

/** Returns the reason why a target with this first list cannot be checked. @param names the settings that name the repository */
export function unusable(run: RunContext, answer: Answer, names = 'OWNER, REPO'): Unusable {
  const { baseUrl } = run.settings.address;
  const { fault } = answer.exchange;
  const says =
    fault === null
      ? ofStatus(run, answer, names)
      : (OF_FAULTS[fault.kind]?.(fault.message) ?? `does not show the list (${fault.message}): ${ADDRESS}`);
  return new Unusable(`${baseUrl} ${says}.`, answer.exchange);
}

/** Returns an error that names the last incomplete answer before the deadline or the last request. */
export function neverAnswered(run: RunContext): Unusable {
  const { client, settings, target } = run;
  const exchange = client.last;
  if (exchange !== null) {
    // The preflight goes on to the other repository once this one is listed.
    const ask = run.list(run.primaryCaller, {}, target.writeRepository);
    const answer = answerOf(ask, exchange, { marker: '', transmissions: [exchange] });
    return unusable(run, answer);
  }
  return new Unusable(
    `${settings.address.baseUrl} gave no whole answer within the deadline (${seconds(settings.deadlineMs)}): check BASE_URL and that the service is up.`,
  );
}

/** Returns the reason why answers do not depend on requests; `null` if they do. */
export function whyNotGenuine([plain, ...again]: Answers, others: Answers, unknown: Answer): string | null {
  const { length } = plain?.list ?? [];
  if (length > 0 && again.every(({ list }) => list?.length === 0))
    return `the plain list held ${countOf(length, 'result')} at first, and none later`;
  const isAlsoListed = unknown.list === null ? plain?.list === null : unknown.list.length > 0;
  if (isAccepted(unknown) && isAlsoListed)
    return `a repository that does not exist got ${describeAnswer(unknown)}`;
  const body = JSON.stringify(plain?.list);
  // A server without the API may refuse some requests by chance.
  const listed = others.filter(({ list }) => list !== null);
  const isAlike = listed.every(({ list }) => JSON.stringify(list) === body);
  return length > 1 && isAlike
    ? `${listed.length > 0 ? 'each listing is the same' : 'nothing is listed'}, whatever the request is`
    : null;
}
