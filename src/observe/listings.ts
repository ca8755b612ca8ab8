import type { RequestSpec } from '../client/request.ts';
import { type Answer, type Ask, LARGEST_PAGE } from '../model/ask.ts';
import { isAtRest } from '../snapshot/compare.ts';
import type { Observe } from './observed-rule.ts';
import { allOf, disturbed, NotMade, type Observer, statusOf } from './observer.ts';
import { inOtherCase, type Told, together } from './texts.ts';

/** The names of a listing that is like its twin, and of one that is not. */
interface Names {
  readonly same: string;
  readonly other: string;
}

export const RESULTS: Names = { same: 'same results', other: 'other results' };
export const PAGES: Names = { same: 'same as page 1', other: 'other results' };
export const ORDERS: Names = { same: 'default order', other: 'another order' };
const STATES: Names = { same: 'same as open', other: 'other issues' };

/** Requests that differ from the plain list, by their names in the value. */
type Requests = Readonly<Record<string, Partial<RequestSpec>>>;
type Asks = Requests | ((observer: Observer) => Requests | Promise<Requests>);
/** Describes the answer to a request. */
type Describe = (observer: Observer, answer: Answer, spec: Partial<RequestSpec>) => string | Promise<string>;

/** Two listings beside one another; `isSame` if nothing tells them apart. */
interface Compared {
  readonly isSame: boolean;
  readonly text: string;
}

type Compare = (own: Answer, twin: Answer) => Compared;

/** Times that two listings are compared until the list is at rest. */
const TRIES = 3;
/** More results than the leading digits of any value ask for that is tried as a size. */
const FEW_RESULTS = 10;
/** A sort key, and a state, that no service knows. */
const MADE_UP = 'qxnonexistent';
const LIKELY_KEYS = ['created', 'updated', 'title'] as const;

const sizeOf = ({ list }: Answer): number => list?.length ?? 0;

/** Returns requests with values that are their names. */
export const named = (
  values: readonly string[],
  requestWith: (value: string) => Partial<RequestSpec>,
): Requests =>
  Object.fromEntries(
    values.map((value) => [value === '' ? 'empty' : `\`${value}\``, requestWith(value)] as const),
  );

/** Returns a function that compares the records of two listings; if they cannot be told apart, their numbers. */
const byRecords =
  ({ run }: Observer, names: Names): Compare =>
  (own, twin) => {
    const [mine, others] = [run.keys(own), run.keys(twin)];
    const more = sizeOf(own) - sizeOf(twin);
    if (sizeOf(own) === 0 && more < 0) return { isSame: false, text: '200, empty' };
    if (mine === null || others === null)
      return {
        isSame: more === 0,
        text: `200, ${more === 0 ? 'as many' : more < 0 ? 'fewer' : 'more'} results`,
      };
    // Equals may change places, and say nothing of a state.
    const isSame = isAtRest(names === STATES ? [mine.toSorted(), others.toSorted()] : [mine, others]);
    return { isSame, text: `200, ${isSame ? names.same : names.other}` };
  };

/** Compares the numbers of results, in words that stay the same if a list grows or shrinks. */
const bySize: Compare = (own, twin) => {
  const size = sizeOf(own);
  const more = size - sizeOf(twin);
  if (more === 0) return { isSame: true, text: '200, default size' };
  if (size > LARGEST_PAGE) return { isSame: false, text: `200, more than ${LARGEST_PAGE} results` };
  if (size <= FEW_RESULTS || size === LARGEST_PAGE)
    return { isSame: false, text: `200, ${size === 1 ? '1 result' : `${size} results`}` };
  return { isSame: false, text: `200, ${more < 0 ? 'fewer' : 'more'} than the default size` };
};

/** Describes a listing beside its twin, which is the same before and after it. @throws {NotMade} @throws {Stopped} */
async function besideTwin(observer: Observer, asks: readonly [Ask, Ask], compare: Compare): Promise<string> {
  const [ownAsk, twinAsk] = asks;
  let [own, twin] = await Promise.all([observer.seen(ownAsk), observer.seen(twinAsk)]);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (own.list === null) return statusOf(own) === 200 ? '200, no JSON array' : String(statusOf(own));
    const { isSame, text } = compare(own, twin);
    if (isSame) return text;
    const { unstable, aged } = observer.run.stability;
    if (unstable !== null || aged !== null)
      throw new NotMade('unstable', `${unstable ?? aged}.`, ['list.page.partition']);
    const after = await observer.later(twinAsk, own.exchange);
    const late = compare(own, after);
    if (late.isSame) return late.text;
    if (compare(twin, after).isSame) return text;
    [own, twin] = [await observer.later(ownAsk, after.exchange), after];
  }
  throw disturbed('The list changed whenever two listings were compared');
}

/** Describes a listing beside another one. @throws {NotMade} @throws {Stopped} */
export const beside = (
  observer: Observer,
  own: Partial<RequestSpec>,
  twin: Partial<RequestSpec>,
  names: Names,
): Promise<string> =>
  besideTwin(observer, [observer.listing(own), observer.listing(twin)], byRecords(observer, names));

/** Describes each of some requests, all at once. @throws {NotMade} @throws {Stopped} */
async function describeEach(
  observer: Observer,
  asks: Asks,
  describe: (spec: Partial<RequestSpec>) => Promise<string>,
): Promise<readonly Told[]> {
  const requests = Object.entries(typeof asks === 'function' ? await asks(observer) : asks);
  return allOf(requests.map(async ([name, spec]) => ({ name, text: await describe(spec) })));
}

/** Constructor: requests that differ from the plain list; each answer is described by itself, by default its status. */
export const requests =
  (asks: Asks, describe: Describe = (_, answer) => String(statusOf(answer)), note = ''): Observe =>
  async (observer) => {
    const told = await describeEach(observer, asks, async (spec) =>
      describe(observer, await observer.seen(observer.listing(spec)), spec),
    );
    return { value: together(told), note };
  };

/** Constructor: listings that are compared with the plain one. */
export const listings =
  (names: Names, asks: Asks, note = ''): Observe =>
  async (observer) => {
    if (names === ORDERS) await needsOrder(observer);
    else await observer.plain();
    const told = await describeEach(observer, asks, (spec) => beside(observer, spec, {}, names));
    return { value: together(told), note };
  };

/** Constructor: listings whose numbers of results are compared with that of the plain one. */
export const sizes =
  (asks: Asks, note: string): Observe =>
  async (observer) => {
    await observer.plain();
    const told = await describeEach(observer, asks, (spec) =>
      besideTwin(observer, [observer.listing(spec), observer.listing()], bySize),
    );
    return { value: together(told), note };
  };

/** Throws if the list shows no order, for lack of two issues that can be told apart. @throws {NotMade} @throws {Stopped} */
async function needsOrder(observer: Observer): Promise<void> {
  const keys = observer.run.keys(await observer.plain()) ?? [];
  if (keys.length < 2)
    throw new NotMade('data', 'Needs two open issues that can be told apart: create them, then run again.');
}

/** Describes sort keys beside a made-up one, in the first direction in which the order differs. */
export const sortKeys: Observe = async (observer) => {
  await needsOrder(observer);
  const inDirection = (sort: string, direction: string): Promise<string> =>
    beside(observer, { query: { sort, direction } }, { query: { sort: MADE_UP, direction } }, ORDERS);
  const keys = named(LIKELY_KEYS, (sort) => ({ query: { sort } }));
  const told = await describeEach(observer, keys, async ({ query }) => {
    const sort = String(query?.['sort']);
    const ascending = await inDirection(sort, 'asc');
    return ascending.endsWith(ORDERS.same) ? inDirection(sort, 'desc') : ascending;
  });
  const working = told.filter(({ text }) => text.endsWith(ORDERS.other)).map(({ name }) => name);
  const refused = told.filter(({ text }) => !text.startsWith('200'));
  const works = working.length === 0 ? 'none' : working.join(', ');
  const value = [works, ...refused.map(({ name, text }) => `${name} → ${text}`)].join('; ');
  return { value, note: `Tried: ${LIKELY_KEYS.join(', ')}, each in both directions.` };
};

/** Describes the issues under likely values of `state` beside those under `open`: the first page, then the farthest that is known. */
export const states: Observe = async (observer) => {
  await observer.plain();
  const { farthest } = observer.run.heard;
  const size = { per_page: String(LARGEST_PAGE) };
  const stateOf = (state: string): Partial<RequestSpec> => ({ query: { state, ...size } });
  const asks = { ...named(['all', 'closed', 'OPEN'], stateOf), 'made-up': stateOf(MADE_UP) };
  const told = await describeEach(observer, asks, async ({ query = {} }) => {
    const first = await beside(observer, { query }, stateOf('open'), STATES);
    // All recent issues may be open, and others stand further on.
    if (!first.endsWith(STATES.same) || farthest === null) return first;
    const { query: far } = farthest.ask;
    return beside(observer, { query: { ...query, ...far } }, { query: { ...far, state: 'open' } }, STATES);
  });
  return together(told);
};

/** A page that no list reaches. */
const FAR = 1_000_000;

/** Describes the page after the last one or, if the second hundred is not the end, one far beyond. */
export const beyondEnd: Observe = async (observer) => {
  await observer.plain();
  const page = (number: number): Partial<RequestSpec> => ({
    query: { per_page: String(LARGEST_PAGE), page: String(number) },
  });
  const size = sizeOf(await observer.newest(observer.listing(page(2))));
  const number = size === LARGEST_PAGE ? FAR : size > 0 ? 3 : 2;
  const text = await beside(observer, page(number), {}, PAGES);
  if (number === FAR || text === '200, empty' || !text.startsWith('200')) return text;
  if (sizeOf(await observer.newest(observer.listing(page(FAR)))) > 0) return text;
  throw disturbed('The list had grown by a page when the page after its last one was asked for');
};

/** Describes the list under its owner and name in another case, and if that is not found, under each of them. */
export const namesInOtherCase: Observe = async (observer) => {
  const { owner, repo } = observer.run.bed.repository;
  const other = { owner: inOtherCase(owner), repo: inOtherCase(repo) };
  if (other.owner === owner && other.repo === repo)
    throw new NotMade('setting', 'Needs an OWNER or REPO with letters: set one, then run again.');
  await observer.plain();
  const both = await beside(observer, { repository: other }, {}, RESULTS);
  if (both.startsWith('200') || other.owner === owner || other.repo === repo) return both;
  const apart = {
    owner: { repository: { ...other, repo } },
    repository: { repository: { ...other, owner } },
  };
  const told = await describeEach(observer, apart, (spec) => beside(observer, spec, {}, RESULTS));
  return together([...told, { name: 'both', text: both }]);
};
