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
  describe: (answer: Answer, seen: Seen) => string = statusText,
): Asked => ({
  requests: typeof requests === 'function' ? requests : () => requests,
  tell: (seen) => {
    const told = [...seen.answers].map(([name, answer]) => [name, describe(answer, seen)] as const);
    return together(told.filter(([, text]) => text !== ''));
  },
});

/** The names of a listing that is like its twin, and of one that is not. */
type Names = readonly [same: string, other: string];

export const RESULTS: Names = ['same results', 'other results'];
export const PAGES: Names = ['same as page 1', 'other results'];
export const BY_SIZE: Names = ['default size', 'another size'];
export const ORDERS: Names = ['default order', 'another order'];
const STATES: Names = ['same as open', 'other issues'];
/** More results than the leading digits of any value ask for that is tried as a size. */
const FEW_RESULTS = 10;

/** Describes a listing beside its twin, but not the twin itself. @throws {NotMade} */
function beside(run: Run, own: Answer, twin: Answer, names: Names): string {
  if (own === twin) return '';
  const [size, usual] = [own.list?.length ?? 0, twin.list?.length ?? 0];
  if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : statusText(own);
  if (names === BY_SIZE && size !== usual && size <= FEW_RESULTS) return `200, size ${size}`;
  // A number that grows with the list says nothing.
  if (names === BY_SIZE) return `200, ${names[size === usual ? 0 : 1]}`;
  if (size === 0 && usual > 0) return '200, empty';
  const [mine, others] = [run.keys(own), run.keys(twin)];
  if (names === ORDERS && (others?.length ?? 0) < 2)
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
  if (mine === null || others === null)
    return `200, ${size === usual ? 'as many' : 'another number of'} results`;
  // Equals may change places, and say nothing of a state.
  if (isAtRest(names === STATES ? [mine.toSorted(), others.toSorted()] : [mine, others]))
    return `200, ${names[0]}`;
  const { doubt } = run.stability;
  if (doubt !== null) throw new NotMade('unstable', `${doubt}.`, 'list.page.partition');
  return `200, ${names[1]}`;
}

/** Requests of which each answer is compared with the plain list. */
export const listings = (names: Names, requests: Requests | Asked['requests']): Asked =>
  described(requests, (own, { run, plain }) => beside(run, own, plain, names));

/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';

/** The first hundred in likely states, each compared with those under `open`. */
export const likelyStates = described(
  requestsFor(['open', 'all', 'closed', 'OPEN', MADE_UP], (state) => ({
    query: { state, per_page: String(LARGEST_PAGE) },
  })),
  (own, { run, to }) => beside(run, own, to('`open`'), STATES),
);

/** The default order is usually one of the two of `created`. */
const LIKELY_ORDERS = ['created asc', 'created desc', 'updated asc', 'title asc'];

/** Sort keys, each compared with a made-up one in the same direction. */
export const sortKeys = described(
  requestsFor([...LIKELY_ORDERS, `${MADE_UP} asc`, `${MADE_UP} desc`], (value) => {
    const [sort = '', direction = ''] = value.split(' ');
    return { query: { sort, direction } };
  }),
  (own, { run, to }) => beside(run, own, to(`\`${MADE_UP} ${own.ask.query['direction']}\``), ORDERS),
);

/** A page that no list reaches. */
const FAR = 1_000_000;

/** The page after the last one, unless the end of the list was not seen. */
export const beyondEnd = listings(PAGES, (run) => {
  const most = Math.max(run.shown(), (run.openAtFirst ?? 0) + run.ledger.creations.length);
  const page = run.openAtFirst === null ? FAR : Math.ceil(most / LARGEST_PAGE) + 1;
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
const validatorOf = ({ exchange: { response } }: Answer, name: string): string =>
  SENDABLE.exec(response?.headers[name.toLowerCase()] ?? '')?.[0] ?? '';

/** Conditional requests, by the validators of the plain list right before them. */
export const caching: Asked = {
  requests: (_, plain) => {
    const [etag, modified] = ['ETag', 'Last-Modified'].map((name) => validatorOf(plain, name));
    return {
      ...(etag && { ETag: { headers: { 'if-none-match': etag } } }),
      ...(modified && { 'Last-Modified': { headers: { 'if-modified-since': modified } } }),
    };
  },
  tell: ({ plain, answers }) => {
    const told = [...answers].map(([name, answer]) => {
      const { list } = answer;
      const isNew = list !== null && validatorOf(answer, name) !== validatorOf(plain, name);
      const changed = list?.filter((one, at) => canonical(one) !== canonical(plain.list?.[at])).length ?? 0;
      // If most records changed, they do so by themselves.
      if (changed > 0 && 2 * changed <= (list?.length ?? 0))
        throw new NotMade('unstable', 'Somebody edited issues meanwhile; run again while nobody writes.');
      return `${name} → ${statusText(answer)}${isNew ? ` with a new ${name}` : ''}`;
    });
    return told.join('; ') || 'no ETag or Last-Modified';
  },
};

/** Returns a function that describes the status of an answer, and one of its headers. */
export const withHeader =
  (header: string) =>
  (answer: Answer): string => {
    const value = answer.exchange.response?.headers[header];
    return `${statusText(answer)}${value === undefined ? '' : `, ${header}: ${value}`}`;
  };
