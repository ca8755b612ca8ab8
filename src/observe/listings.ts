import { canonical } from '../client/json.ts';
import { type Answer, LARGEST_PAGE } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isAtRest } from '../snapshot/compare.ts';
import { linksOf } from '../snapshot/links.ts';
import { type Asking, NotMade, type Observe } from './observed-rule.ts';
import { answersTo, described, type Requests, requestsFor, statusOf, statusText } from './requests.ts';

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

/** Sends requests, and compares each answer with the plain list. */
export const listings = (names: Names, requests: Requests | ((run: Run) => Requests)): Observe =>
  described(requests, (own, { run, plain }) => beside(run, own, plain, names));

/** More results than the leading digits of any value ask for that is tried as a size. */
const FEW_RESULTS = 10;

/** Describes the size of a listing. One that grows with the list says nothing. */
export function sizeText(own: Answer, { plain }: Asking): string {
  const size = own.list?.length;
  if (size === undefined) return statusText(own);
  if (size === plain.list?.length) return '200, default size';
  return size <= FEW_RESULTS ? `200, size ${size}` : '200, another size';
}

/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';

/** Compares the first hundred in likely states with those under `open`. */
export const likelyStates: Observe = async (asking) => {
  const inState = (state: string) => ({ query: { state, per_page: String(LARGEST_PAGE) } });
  const { open } = await answersTo(asking, { open: inState('open') });
  const others = requestsFor(['all', 'closed', 'OPEN', MADE_UP], inState);
  return listings(['same as open', 'other issues'], others)({ ...asking, plain: open });
};

/** Compares likely sort keys with a made-up one in the same direction. The default order is usually one of the two of `created`. */
export const sortKeys: Observe = async (asking) => {
  const sorted = (sort: string, direction: string) => ({ query: { sort, direction } });
  const { asc, desc } = await answersTo(asking, {
    asc: sorted(MADE_UP, 'asc'),
    desc: sorted(MADE_UP, 'desc'),
  });
  const likely = requestsFor(['created asc', 'created desc', 'updated asc', 'title asc'], (value) => {
    const [sort = '', direction = ''] = value.split(' ');
    return sorted(sort, direction);
  });
  const twinOf = ({ ask }: Answer): Answer => (ask.query['direction'] === 'asc' ? asc : desc);
  return described(likely, (own, { run }) => beside(run, own, twinOf(own), ORDERS))(asking);
};

/** More issues than any list has. */
const MANY = 100_000_000;

/** Asks for the page after the last one; for one far beyond if the end of the list was not seen. */
export const beyondEnd = listings(PAGES, ({ openAtFirst, ledger }) => {
  const page = Math.ceil(((openAtFirst ?? MANY) + ledger.creations.length) / LARGEST_PAGE) + 1;
  return { beyond: { query: { per_page: String(LARGEST_PAGE), page: String(page) } } };
});

/** Names the relations of the plain list, and sends the query of its link to the next page. */
export const links: Observe = async (asking) => {
  const found = linksOf(asking.plain.exchange);
  if (found.size === 0) return 'no Link header';
  const names = [...found.keys()].toSorted().join(', ');
  const parameters = found.get('next');
  if (parameters == null) return `${names}; next → none, or elsewhere`;
  const query = Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
  const { next, second } = await answersTo(asking, { next: { query }, second: { query: { page: '2' } } });
  return `${names}; next → ${beside(asking.run, next, second, ['same as page 2', 'other results'])}`;
};

/** A validator that can be sent back as it came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

/** Sends the ETag of the plain list back right after it. */
export const caching: Observe = async (asking) => {
  const { list, exchange } = asking.plain;
  const etag = exchange.response?.headers['etag'] ?? '';
  if (!SENDABLE.test(etag)) return 'no ETag';
  const { conditional } = await answersTo(asking, { conditional: { headers: { 'if-none-match': etag } } });
  if (conditional.list !== null && canonical(conditional.list) !== canonical(list))
    throw new NotMade('unstable', 'The records changed meanwhile; run again while nobody writes.');
  return `ETag → ${statusText(conditional)}`;
};
