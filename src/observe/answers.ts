import { type Exchange, textOf } from '../client/exchange.ts';
import { sendsCookie } from '../client/extra-header.ts';
import { canonical, readJson } from '../client/json.ts';
import { CUT } from '../client/secrets.ts';
import type { Answer, Caller } from '../model/ask.ts';
import { linksIn, queryOfLink } from '../snapshot/links.ts';
import type { Heard } from './heard.ts';
import { beside } from './listings.ts';
import type { Observe } from './observed-rule.ts';
import { allOf, disturbed, NotMade, type Observer, statusOf } from './observer.ts';
import { alternatives, mediaTypeOf, truncate, truncateAll } from './texts.ts';

/** Constructor: what the run heard, at no cost. */
const heard =
  (tell: (heard: Heard, observer: Observer) => Awaited<ReturnType<Observe>>): Observe =>
  async (observer) =>
    tell(observer.run.heard, observer);

/** Describes the Content-Type of the first plain list. */
export const listContentType = heard(({ plain }, { run }) => {
  const type = plain?.exchange.response?.headers['content-type'] ?? 'none';
  return plain === null ? null : truncate(run.secrets.hide(type));
});

/** The error statuses that the specification names (section 7): others come and go with what a run happens to send. */
const DOCUMENTED_ERRORS = [401, 404, 422] as const;

/** Describes the answers of each documented error status. */
export const errorBodies = heard(({ errors }, { run: { secrets } }) => {
  const texts = DOCUMENTED_ERRORS.flatMap((status) => {
    const shapes = [...(errors.get(status)?.values() ?? [])].map(({ contentType, body }) => {
      const type = mediaTypeOf(secrets.scrub(contentType));
      if (typeof body !== 'string') return `${type} {${truncateAll(body.map(secrets.scrub), 4, 18)}}`;
      if (body === 'empty' && contentType === '') return body;
      return `${type}${body === '[…]' ? '' : ','} ${body}`;
    });
    // Their number depends on the requests that a run happens to send.
    const text = alternatives(shapes, 2, ' or others');
    return text === null ? [] : [`${status}: ${text}`];
  });
  return texts.length === 0 ? null : texts.join('; ');
});

/** Describes the rate limit headers of listings, and the limits that they name. */
export const rateLimits = heard(({ limitHeaders, limits }, { run: { secrets, bed, settings } }) => {
  if (limitHeaders.size === 0) return 'no rate limit headers';
  const limitOf = (caller: Caller['kind'], who: string): string[] => {
    const [limit, ...others] = limits.get(caller) ?? [];
    // A limit that changes during a run says nothing of the next run.
    return limit === undefined ? [] : [`${others.length > 0 ? 'changing limits' : limit} ${who}`];
  };
  return [
    truncateAll([...limitHeaders].toSorted().map(secrets.hide), 5, 26),
    ...(bed.token === undefined ? [] : limitOf('member', 'with TOKEN')),
    ...(sendsCookie(settings.address.extra) ? [] : limitOf('anonymous', 'without a credential')),
  ].join('; ');
});

/** Issues that others are likely to close or to delete while a list is read. */
const ISSUES_OF_OTHERS = 5;

/** Describes the Link header of the plain list, and the page behind its link to the next one. */
export const links: Observe = async (observer) => {
  const { run } = observer;
  const plain = await observer.plain();
  const found = linksIn(plain.exchange.response?.headers['link'] ?? '');
  const [results, shown] = [plain.list?.length ?? 0, run.shown()];
  const page2 = { query: { page: '2' } };
  // The page may be the only one by now, unless the run has seen many more issues than it holds.
  const hasMore = async (): Promise<boolean> =>
    shown > results + ISSUES_OF_OTHERS ||
    (run.profile.observes && (await observer.newest(observer.listing(page2))).list?.length !== 0);
  if (!found.has('next') && !(await hasMore()))
    throw new NotMade(
      'data',
      `The plain list names no next page, and it may hold all open issues: it shows ${results} of ${shown} that the run has seen. Create more, then run again.`,
    );
  if (found.size === 0) return 'no Link header';
  const relations = truncateAll([...found.keys()].map((name) => run.secrets.hide(name)).toSorted(), 6);
  const next = found.get('next');
  if (next === undefined) return `${relations}; no next`;
  const query = queryOfLink(next, plain.exchange.request.url);
  if (query === null) return `${relations}; next leads elsewhere`;
  const names = { same: 'same as page 2', other: 'other results' };
  const text = await beside(observer, { query }, page2, names);
  // A link that holds a place in the list leads to page 2 only while the list stays as it is.
  const isMoved = async (): Promise<boolean> =>
    canonical(run.keys(await observer.send(observer.listing()))) !== canonical(run.keys(plain));
  if (!text.endsWith(names.same) && (await isMoved()))
    throw disturbed('The list changed when its link to the next page was followed');
  return `${relations}; next → ${text}`;
};

/** Headers by which a client can ask if a list has changed. */
const VALIDATORS = [
  { header: 'etag', name: 'ETag', condition: 'if-none-match' },
  { header: 'last-modified', name: 'Last-Modified', condition: 'if-modified-since' },
] as const;
/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;
/** Conditional requests until one is answered 304, or the same is seen twice. */
const CONDITIONAL_TRIES = 6;

/** True if a list stayed the same. A few changed records are somebody's edits; if most changed, they do so by themselves. */
function isSameList({ run }: Observer, before: Answer, after: Answer): boolean {
  if (canonical(run.keys(before)) !== canonical(run.keys(after))) return false;
  const later = (after.list ?? []).map((record) => canonical(record));
  const changed = (before.list ?? []).filter((record, index) => canonical(record) !== later[index]).length;
  return changed === 0 || 2 * changed > later.length;
}

/** Describes the validators of the plain list, and the answer to a conditional request. */
export const caching: Observe = async (observer) => {
  let before = await observer.plain();
  const valueOf = (answer: Answer, header: string): string => answer.exchange.response?.headers[header] ?? '';
  const offered = VALIDATORS.filter(({ header }) => {
    const value = valueOf(before, header);
    return SENDABLE.test(value) && !value.endsWith(CUT);
  });
  const [validator] = offered;
  if (validator === undefined) return 'no ETag or Last-Modified';
  const { header, name, condition } = validator;
  const made = (seen: string) => ({
    value: `${offered.map((one) => one.name).join(' and ')} → ${seen}`,
    note: offered.length > 1 ? `The conditional request was sent with ${name}.` : '',
  });
  const seen = new Set<string>();
  for (let tries = 0; tries < CONDITIONAL_TRIES; tries += 1) {
    const headers = { [condition]: valueOf(before, header) };
    const answer = await observer.send(observer.listing({ headers }));
    const status = String(statusOf(answer));
    if (status === '304') return made(status);
    const isList = answer.list !== null;
    const isNew = valueOf(answer, header) !== valueOf(before, header);
    if (isList && !isNew && isSameList(observer, before, answer)) return made(status);
    if (!isList || isSameList(observer, before, answer)) {
      const text = isList ? `200 with a new ${name} each time` : status;
      if (seen.has(text)) return made(text);
      seen.add(text);
    }
    if (isList) before = answer;
  }
  throw disturbed('The list changed between a request and the conditional one after it, each time');
};

/** Headers of the connection, which say nothing of the repository. */
const OF_CONNECTION = /^(connection|keep-alive)$/;
/** Headers whose values differ from answer to answer anyway; only their presence is compared. */
const VOLATILE =
  /^(date|age|etag|expires|last-modified|set-cookie|content-length|retry-after|cf-ray|server-timing|x-runtime)$|request-?id|trace|rate-?limit/;

/** An answer for a repository name. */
interface NamedAnswer {
  readonly exchange: Exchange;
  readonly name: string;
}

/** Returns the parts of an answer, each by the name that it has in a value. */
function partsOf({ response }: Exchange, rename: (text: string) => string): Map<string, string> {
  const parts = new Map<string, string>();
  if (response === null) return parts.set('answer', 'none');
  parts.set('status', String(response.status));
  for (const [name, value] of Object.entries(response.headers))
    if (!OF_CONNECTION.test(name)) parts.set(`header ${name}`, VOLATILE.test(name) ? 'there' : rename(value));
  const text = textOf(response) ?? response.body;
  const reading = readJson(text);
  const value = reading.kind === 'json' ? reading.value : null;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return parts.set('body', rename(text));
  for (const [key, item] of Object.entries(value)) parts.set(`body ${key}`, rename(canonical(item)));
  return parts;
}

/**
 * Returns the parts in which the answer for a real name differs from those for two made-up ones, which agree there. A
 * made-up name that an answer repeats counts as the real one.
 */
function differences(real: NamedAnswer, one: NamedAnswer, other: NamedAnswer): string[] {
  const parts = ({ exchange, name }: NamedAnswer): Map<string, string> =>
    partsOf(exchange, (text) => text.replaceAll(name, real.name));
  const [own, a, b] = [parts(real), parts(one), parts(other)];
  return [...new Set([...own.keys(), ...a.keys()])]
    .filter((part) => a.get(part) === b.get(part) && own.get(part) !== a.get(part))
    .toSorted();
}

/** Describes what tells the private repository from made-up ones, without a credential. */
export const differencesOfPrivate: Observe = async (observer) => {
  const { run } = observer;
  const hidden = run.bed.privateRepository;
  if (hidden === undefined) return null;
  const look = async (): Promise<string[]> => {
    const named = async (name: string): Promise<NamedAnswer> => {
      const ask = run.list(run.anonymous, {}, { owner: hidden.owner, repo: name });
      return { name, exchange: (await observer.send(ask)).exchange };
    };
    const [first, second] = [run.values.name('like private'), run.values.name('like private too')];
    const [own, one, other] = await allOf([named(hidden.repo), named(first), named(second)]);
    return own === undefined || one === undefined || other === undefined ? [] : differences(own, one, other);
  };
  const found = await look();
  // A difference by accident, such as a time, comes only once.
  const again = found.length > 0 ? await look() : [];
  const parts = found.filter((part) => again.includes(part)).map(run.secrets.hide);
  if (parts.length === 0) return 'cannot be told apart';
  return {
    value: `told apart by ${truncateAll(parts, 4, 36)}`,
    note: parts.length > 4 ? `In full: ${truncateAll(parts, 12, 60)}.` : '',
  };
};

/** Describes the media type of an answer. */
export const mediaType = ({ run }: Observer, { exchange: { response } }: Answer): string =>
  mediaTypeOf(run.secrets.hide(response?.headers['content-type'] ?? ''));

/** Describes the status of an answer, and the methods that it says are allowed. */
export function withAllowed({ run }: Observer, answer: Answer): string {
  const allow = answer.exchange.response?.headers['allow'];
  return allow === undefined
    ? String(statusOf(answer))
    : `${statusOf(answer)}, Allow: ${truncate(run.secrets.hide(allow), 40)}`;
}
