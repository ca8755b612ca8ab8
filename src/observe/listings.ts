import { canonical } from '../client/json.ts';
import { type Answer, LARGEST_PAGE } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isAtRest } from '../snapshot/compare.ts';
import { linksOf } from '../snapshot/links.ts';
import { type Asked, NotMade, type Other, type Requests, type Seen } from './observed-rule.ts';

/** Returns the status of an answer. The answer to HEAD has no body, so none broke off. */
export const statusOf = ({ status, exchange: { request, response } }: Answer): number =>
  request.method === 'HEAD' ? (response?.status ?? 0) : status;
export const statusText = (answer: Answer): string => String(statusOf(answer));

/** Returns requests with values that are their names. */
export const requestsFor = (values: readonly string[], request: (value: string) => Other): Requests =>
  Object.fromEntries(values.map((value) => [value === '' ? 'empty' : `\`${value}\``, request(value)]));

/** Returns requests with values of one parameter. */
export const values = (parameter: string, ...all: readonly string[]): Requests =>
  requestsFor(all, (value) => ({ query: { [parameter]: value } }));

/** Puts names of equal texts together: `` `abc`, empty → 422; `1e2` → 200 ``. A single name is left out. */
export function together(told: readonly (readonly [name: string, text: string])[]): string {
  const [first] = told;
  if (first !== undefined && told.length === 1) return first[1];
  const names = new Map<string, string[]>();
  for (const [name, text] of told) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')} → ${text}`).join('; ');
}

/** Requests of which each answer is described by itself, unless its description is empty. */
export const described = (
  requests: Requests | Asked['requests'],
  describe: (answer: Answer, seen: Seen, name: string) => string = statusText,
): Asked => ({
  requests: typeof requests === 'function' ? requests : () => requests,
  tell: (seen) => {
    const told = [...seen.answers].map(([name, answer]) => [name, describe(answer, seen, name)] as const);
    return together(told.filter(([, text]) => text !== ''));
  },
});

/** The names of a listing that is like its twin, and of one that is not. */
type Names = readonly [same: string, other: string];

export const RESULTS: Names = ['same results', 'other results'];
export const PAGES: Names = ['same as page 1', 'other results'];
export const ORDERS: Names = ['default order', 'another order'];

/** Describes a listing beside its twin. @throws {NotMade} */
function beside(run: Run, own: Answer, twin: Answer, names: Names): string {
  if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : statusText(own);
  if (own.list.length === 0 && twin.list?.length !== 0) return '200, empty';
  const [mine, others] = [run.keys(own), run.keys(twin)];
  if (mine === null || others === null || (names === ORDERS && others.length < 2))
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
  if (isAtRest([mine, others])) return `200, ${names[0]}`;
  const { doubt } = run.stability;
  if (doubt !== null) throw new NotMade('unstable', `${doubt}.`, 'list.page.partition');
  return `200, ${names[1]}`;
}

/** Requests of which each answer is compared with a twin: the plain list, unless another one is named. */
export const listings = (
  names: Names,
  requests: Requests | Asked['requests'],
  twinOf: (own: Answer, seen: Seen) => Answer = (_, { plain }) => plain,
): Asked =>
  described(requests, (own, seen) => {
    const twin = twinOf(own, seen);
    return own === twin ? '' : beside(seen.run, own, twin, names);
  });

/** More results than the leading digits of any value ask for that is tried as a size. */
const FEW_RESULTS = 10;

/** Describes the size of a listing. One that grows with the list says nothing. */
export function sizeText(own: Answer, { plain }: Seen): string {
  const size = own.list?.length;
  if (size === undefined) return statusText(own);
  if (size === plain.list?.length) return '200, default size';
  return size <= FEW_RESULTS ? `200, size ${size}` : '200, another size';
}

/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';

/** The first hundred in likely states, each compared with those under `open`. */
export const likelyStates = listings(
  ['same as open', 'other issues'],
  requestsFor(['open', 'all', 'closed', 'OPEN', MADE_UP], (state) => ({
    query: { state, per_page: String(LARGEST_PAGE) },
  })),
  (_, { to }) => to('`open`'),
);

/** The default order is usually one of the two of `created`. */
const LIKELY_ORDERS = ['created asc', 'created desc', 'updated asc', 'title asc'];

/** Sort keys, each compared with a made-up one in the same direction. */
export const sortKeys = listings(
  ORDERS,
  requestsFor([...LIKELY_ORDERS, `${MADE_UP} asc`, `${MADE_UP} desc`], (value) => {
    const [sort = '', direction = ''] = value.split(' ');
    return { query: { sort, direction } };
  }),
  (own, { to }) => to(`\`${MADE_UP} ${own.ask.query['direction']}\``),
);

/** More issues than any list has. */
const MANY = 100_000_000;

/** The page after the last one, unless the end of the list was not seen. */
export const beyondEnd = listings(PAGES, ({ openAtFirst, ledger }) => {
  const page = Math.ceil(((openAtFirst ?? MANY) + ledger.creations.length) / LARGEST_PAGE) + 1;
  return { beyond: { query: { per_page: String(LARGEST_PAGE), page: String(page) } } };
});

/** The relations of the plain list, and the page behind its link to the next one, of which only the query is sent. */
export const links: Asked = {
  requests: (_, plain) => {
    const next = linksOf(plain.exchange).get('next');
    if (next == null) return {};
    const query = Object.fromEntries([...next.keys()].map((name) => [name, next.getAll(name)]));
    return { next: { query }, second: { query: { page: '2' } } };
  },
  tell: ({ run, plain, answers, to }) => {
    const names = [...linksOf(plain.exchange).keys()].toSorted().join(', ');
    if (names === '') return 'no Link header';
    const text = beside(run, to('next'), to('second'), ['same as page 2', 'other results']);
    return `${names}; next → ${answers.has('next') ? text : 'none, or elsewhere'}`;
  },
};

/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

/** A conditional request, by the ETag of the plain list right before it. */
export const caching: Asked = {
  requests: (_, plain) => {
    const { etag = '' } = plain.exchange.response?.headers ?? {};
    return SENDABLE.test(etag) ? { conditional: { headers: { 'if-none-match': etag } } } : {};
  },
  tell: ({ plain, answers }) => {
    const answer = answers.get('conditional');
    if (answer === undefined) return 'no ETag';
    if (answer.list === null || canonical(answer.list) === canonical(plain.list))
      return `ETag → ${statusText(answer)}`;
    throw new NotMade('unstable', 'The records changed meanwhile; run again while nobody writes.');
  },
};

/** Returns a function that describes the status of an answer, and one of its headers. */
export const withHeader =
  (header: string) =>
  (answer: Answer): string => {
    const value = answer.exchange.response?.headers[header];
    return `${statusText(answer)}${value === undefined ? '' : `, ${header}: ${value}`}`;
  };
