import { type Answer, LARGEST_PAGE } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isAtRest } from '../snapshot/compare.ts';
import { linksIn, queryOfLink } from '../snapshot/links.ts';
import { type Asked, NotMade, type Other, type Requests, type Seen } from './observed-rule.ts';
import { joined, mediaTypeOf, together, truncate } from './texts.ts';

/** Returns the status of an answer. The answer to HEAD has no body, so none broke off. */
export const statusOf = ({ status, exchange: { request, response } }: Answer): number =>
  request.method === 'HEAD' ? (response?.status ?? 0) : status;
export const statusText = (answer: Answer): string => String(statusOf(answer));

/** Returns requests with values that are their names. */
export const named = (values: readonly string[], request: (value: string) => Other): Requests =>
  Object.fromEntries(values.map((value) => [value === '' ? 'empty' : `\`${value}\``, request(value)]));

/** Requests of which each answer is described by itself. */
export const described = (
  requests: Requests | Asked['requests'],
  describe: (answer: Answer, seen: Seen) => string = statusText,
): Asked => ({
  requests: typeof requests === 'function' ? requests : () => requests,
  tell: (seen) =>
    together(Object.entries(seen.answers).map(([name, one]) => [name, describe(one, seen)] as const)),
});

/** The names of a listing that is like its twin, and of one that is not. */
interface Names {
  readonly same: string;
  readonly other: string;
  /** Issues that a list must have to show a difference. */
  readonly least?: number;
  /** The request that is compared with the others; by default the plain list. */
  readonly twin?: string;
}

export const RESULTS: Names = { same: 'same results', other: 'other results' };
export const PAGES: Names = { same: 'same as page 1', other: 'other results' };
export const ORDERS: Names = { same: 'default order', other: 'another order', least: 2 };
export const STATES: Names = { same: 'same as open', other: 'other issues', twin: 'open' };
export const SIZES: Names = { same: 'default size', other: 'than the default size' };

/** More results than the leading digits of any value ask for that is tried as a size. */
const FEW_RESULTS = 10;

/** Describes a number of results, in words that stay the same if a list grows or shrinks. */
function sizeText(size: number, usual: number): string {
  if (size === usual) return SIZES.same;
  if (size > LARGEST_PAGE) return `more than ${LARGEST_PAGE} results`;
  if (size <= FEW_RESULTS || size === LARGEST_PAGE) return size === 1 ? '1 result' : `${size} results`;
  return `${size < usual ? 'fewer' : 'more'} ${SIZES.other}`;
}

/** Describes a listing beside its twin. @throws {NotMade} */
export function beside(run: Run, own: Answer, twin: Answer, names: Names): string {
  const [size, usual] = [own.list?.length ?? 0, twin.list?.length ?? 0];
  if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : statusText(own);
  if (names === SIZES) return `200, ${sizeText(size, usual)}`;
  const [mine, others] = [run.keys(own), run.keys(twin)];
  if (mine === null || others === null)
    return `200, ${size === usual ? 'as many' : 'another number of'} results`;
  // Equals may change places, and say nothing of a state.
  if (isAtRest(names === STATES ? [mine.toSorted(), others.toSorted()] : [mine, others]))
    return `200, ${names.same}`;
  const doubt = run.stability.unstable ?? run.stability.aged;
  if (doubt !== null) throw new NotMade('unstable', `${doubt}.`, 'list.page.partition');
  return `200, ${size === 0 ? 'empty' : names.other}`;
}

/** Requests of which each answer is compared with the plain list, or with another one of them. */
export const listings = (names: Names, requests: Requests | Asked['requests']): Asked => ({
  ...described(requests),
  compares: true,
  tell: (seen) => {
    needsIssues(seen, names.least);
    const { [names.twin ?? '']: twin = seen.plain, ...others } = seen.answers;
    const told = Object.entries(others).map(
      ([name, own]) => [name, beside(seen.run, own, twin, names)] as const,
    );
    return together(told);
  },
});

function needsIssues({ run, plain }: Seen, least = 0): void {
  if ((run.keys(plain)?.length ?? 0) < least)
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
}

/** A sort key, and a state, that no service knows. */
export const MADE_UP = 'qxnonexistent';
const LIKELY_KEYS = ['created', 'updated', 'title'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** Sort keys, each compared with a made-up one in the same direction. */
export const sortKeys: Asked = {
  compares: true,
  requests: () =>
    Object.fromEntries(
      [...LIKELY_KEYS, MADE_UP].flatMap((sort) =>
        DIRECTIONS.map((direction) => [`${sort} ${direction}`, { query: { sort, direction } }]),
      ),
    ),
  tell: (seen) => {
    needsIssues(seen, ORDERS.least);
    const told = LIKELY_KEYS.map((sort) => {
      const texts = DIRECTIONS.flatMap((direction) => {
        const [own, twin] = [sort, MADE_UP].map((key) => seen.answers[`${key} ${direction}`]);
        return own === undefined || twin === undefined ? [] : beside(seen.run, own, twin, ORDERS);
      });
      const telling = texts.find((text) => !text.endsWith(ORDERS.same));
      return [`\`${sort}\``, telling ?? texts[0] ?? ''] as const;
    });
    return together(told);
  },
};

/** A page that no list reaches. */
const FAR = 1_000_000;

/** The page after the last one, unless the end of the list was not seen. */
export const beyondEnd = listings(PAGES, (run) => {
  const page = run.openAtFirst === null ? FAR : Math.ceil(run.shown() / LARGEST_PAGE) + 1;
  return { beyond: { query: { per_page: String(LARGEST_PAGE), page: String(page) } } };
});

const linksOf = ({ exchange: { response } }: Answer): ReadonlyMap<string, string> =>
  linksIn(response?.headers['link'] ?? '');

/** Returns the query of the link to the next page: only that is sent. */
function nextOf(plain: Answer): Requests {
  const next = linksOf(plain).get('next');
  const query = next === undefined ? null : queryOfLink(next, plain.exchange.request.url);
  return query === null ? {} : { next: { query } };
}

/** The relations of the plain list, and the page behind its link to the next one. */
export const links: Asked = {
  compares: true,
  requests: (_, plain) => ({ 'page 2': { query: { page: '2' } }, ...nextOf(plain) }),
  tell: ({ run, plain, answers: { next, 'page 2': second } }) => {
    const found = linksOf(plain);
    if (!found.has('next') && second?.list?.length === 0)
      throw new NotMade('data', 'The plain list holds all open issues: create more, then run again.');
    if (found.size === 0) return 'no Link header';
    const relations = joined(
      [...found.keys()].map((name) => truncate(run.secrets.hide(name), 24)).toSorted(),
    );
    if (!found.has('next')) return `${relations}; no next`;
    if (next === undefined || second === undefined) return `${relations}; next leads elsewhere`;
    const names = { same: 'same as page 2', other: 'other results' };
    return `${relations}; next → ${beside(run, next, second, names)}`;
  },
};

/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;
const validatorOf = ({ exchange: { response } }: Answer, name: string): string =>
  SENDABLE.exec(response?.headers[name.toLowerCase()] ?? '')?.[0] ?? '';

/** A conditional request, by the validator of the plain list right before it. */
export const caching: Asked = {
  compares: true,
  requests: (_, plain) => {
    const [etag, modified] = ['ETag', 'Last-Modified'].map((name) => validatorOf(plain, name));
    if (etag) return { ETag: { headers: { 'if-none-match': etag } } };
    return modified ? { 'Last-Modified': { headers: { 'if-modified-since': modified } } } : {};
  },
  tell: ({ plain, answers }) => {
    const [told] = Object.entries(answers).map(([name, answer]) => {
      const isNew = answer.list !== null && validatorOf(answer, name) !== validatorOf(plain, name);
      return `${name} → ${statusText(answer)}${isNew ? ` with a new ${name} each time` : ''}`;
    });
    return told ?? 'no ETag or Last-Modified';
  },
};

/** Describes the media type of an answer. */
export const mediaType = (run: Run, { exchange: { response } }: Answer): string =>
  mediaTypeOf(run.secrets.hide(response?.headers['content-type'] ?? ''));

/** Describes the status of an answer, and the methods that it says are allowed. */
export function withAllowed(answer: Answer, { run }: Seen): string {
  const allow = answer.exchange.response?.headers['allow'];
  return allow === undefined
    ? statusText(answer)
    : `${statusText(answer)}, Allow: ${truncate(run.secrets.hide(allow), 40)}`;
}
