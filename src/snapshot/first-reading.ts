import { type Exchange, isRateLimited, isServerError } from '../client/exchange.ts';
import type { Query, RepositoryName, RequestSpec } from '../client/request.ts';
import type { Hide } from '../client/secrets.ts';
import type { Target } from '../client/target.ts';
import { type Caller, callersOf, credentialOf, sameRepository, type TestBed } from '../client/test-bed.ts';
import { complaintOf, Unusable } from './complaint.ts';
import { findIdentity, type Identity, keyOf } from './identity.ts';
import { findLastPage } from './last-page.ts';
import { areKeysKept, keysOf, listingOf, resultsIn, sampleOf, withKeys } from './listing.ts';
import { sameKeys } from './sequence.ts';
import { pageQuery, readList, type Snapshot } from './snapshot.ts';
import { isShown } from './written.ts';

/** The default page size (section 8), by which the plain list is held against the beginning of the list. */
const DEFAULT_SIZE = 30;
/** The documented example of a page (section 4.1): results 6 to 10. Rules ask for it anyway. */
const EXAMPLE: Query = { per_page: '5', page: '2' };
const BEFORE_EXAMPLE = 5;

/** Whether a made-up repository is told from the configured one, and if not, why not. */
type Distinction = 'told' | 'alike' | 'flaky';

/** What is found out about a target before anything is tried, in a handful of requests. */
export interface FirstReading {
  /** By whom list rules ask where one caller will do: the member where TOKEN is set and let in. */
  readonly base: Caller;
  /** Everybody whose plain list is answered with 200. */
  readonly listers: readonly Caller[];
  /** What each caller was answered for the plain list. */
  readonly plain: ReadonlyMap<Caller, Exchange>;
  /** The base caller's plain list, asked for once more. */
  readonly plainAgain: Exchange;
  /** What the base caller's list held, before this run wrote anything. */
  readonly snapshot: Snapshot;
  /** The same of the repository that is written to; `null` where that is another one, and was not read. */
  readonly written: Snapshot | null;
  readonly identity: Identity;
  readonly distinction: Distinction;
  /** Whether another page or another size was answered with other results of the same list. */
  readonly isAnsweredByQuery: boolean;
  /** Whether leaving `page` out gives another page than the first; which one it gives is not shown (section 8). */
  readonly firstIsNamed: boolean;
}

/** The status of an answer that came and that no bad day explains. */
function soundStatus(exchange: Exchange): number | undefined {
  const status = exchange.response?.status;
  return status === undefined || status >= 500 || isRateLimited(exchange) ? undefined : status;
}

/** Whether one request was answered with one status and then with another one. */
export function hasChanged(before: Exchange, after: Exchange): boolean {
  const [first, second] = [soundStatus(before), soundStatus(after)];
  return first !== undefined && second !== undefined && first !== second;
}

/** Whether keys are those of a page of the list after the first one, all of them and in their order. */
function isLaterPage(keys: readonly string[], list: readonly string[]): boolean {
  for (let from = DEFAULT_SIZE; from < list.length; from += DEFAULT_SIZE)
    if (sameKeys(keys, list.slice(from, from + DEFAULT_SIZE))) return new Set(keys).size > 1;
  return false;
}

/** How often what is read first is asked for as long as it is answered with 5xx. */
const TRIES = 3;

/** What shows how issues are told apart, of each answer; taken at once, since large answers are not kept for long. */
type Samples = ReadonlyMap<Exchange, readonly unknown[]>;

/** What one caller is answered at first. */
interface FirstAnswers {
  readonly caller: Caller;
  readonly plain: Exchange;
  readonly unknown: Exchange;
  /** The documented example of a page. */
  readonly example: Exchange;
  readonly pages: readonly Exchange[];
}

const isUsable = ({ plain, pages }: FirstAnswers): boolean =>
  [plain, ...pages].some((exchange) => listingOf(exchange).kind === 'list');

/**
 * Looks at a target for the first time.
 * @param madeUp a repository that surely does not exist
 * @param hide takes secrets out of what the message says of the target
 * @param isWritten whether to read what the repository that is written to holds, where that is another one
 * @throws {Unusable} where there is nothing to check; the message is for people
 */
export async function readFirst(
  target: Target,
  bed: TestBed,
  baseUrl: string,
  madeUp: RepositoryName,
  isWritten: boolean,
  hide: Hide,
): Promise<FirstReading> {
  const { repository } = bed;
  const list = (caller: Caller, query: Query = {}, of = repository): RequestSpec => ({
    repository: of,
    as: credentialOf(caller, bed),
    query,
  });
  const unknown = (caller: Caller): RequestSpec => ({ repository: madeUp, as: credentialOf(caller, bed) });
  const samples = new Map<Exchange, readonly unknown[]>();
  const taken = async (asking: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await asking;
    samples.set(exchange, sampleOf(exchange));
    return exchange;
  };
  // Much rests on it: a 5xx may come by chance, and is no answer as long as there may be another one.
  const steadily = async (spec: RequestSpec): Promise<Exchange> => {
    let answer = await target.ask(spec);
    for (let left = TRIES; left > 1 && isServerError(answer); left -= 1)
      answer = await target.askInsteadOf(answer, spec);
    return answer;
  };
  const ask = (spec: RequestSpec): Promise<Exchange> => taken(steadily(spec));
  const askFirst = async (caller: Caller): Promise<FirstAnswers> => {
    const [plain, refused, example, first, second] = await Promise.all([
      ask(list(caller)),
      ask(unknown(caller)),
      ask(list(caller, EXAMPLE)),
      ask(list(caller, pageQuery(1))),
      ask(list(caller, pageQuery(2))),
      // What a cache may keep is asked for before this run writes anything; rules ask for it anyway.
      target.ask(list(caller, { state: 'open', ...pageQuery(1) })),
    ]);
    return { caller, plain, unknown: refused, example, pages: [first, second] };
  };
  const callers = callersOf(bed);
  const plainOf = async (): Promise<Map<Caller, Exchange>> =>
    new Map(
      await Promise.all(callers.map(async (caller) => [caller, await steadily(list(caller))] as const)),
    );
  const favourite = bed.token === undefined ? 'anonymous' : 'member';
  const [first, plain] = await Promise.all([askFirst(favourite), plainOf()]);
  const isSilent = first.plain.response === null;
  const stranger =
    isUsable(first) || favourite === 'anonymous' || isSilent ? first : await askFirst('anonymous');
  const answers = isUsable(stranger) ? stranger : first;

  // Where the recommended headers are refused, the list shows without them: then that is what is wrong.
  const listsWithoutHeaders = async (): Promise<boolean> => {
    if (isSilent) return false;
    return listingOf(await target.ask({ ...list(favourite), bare: true })).kind === 'list';
  };
  const unknownStatus = answers.unknown.response?.status;
  const plainStatus = answers.plain.response?.status ?? 0;
  // A listing that is answered in a wrong way is still one, if a repository that does not exist has none.
  const isAnswered =
    plainStatus >= 200 && plainStatus < 300 && unknownStatus !== undefined && unknownStatus !== plainStatus;
  if (!isUsable(answers) && !isAnswered && !(await listsWithoutHeaders()))
    throw new Unusable(complaintOf(first.plain, repository, baseUrl, bed.token !== undefined, hide));

  const { caller: base } = answers;
  // In this order: a server that answers by turns, whatever it is asked, answers otherwise than before.
  const [unknownAgain, plainAgain] = await Promise.all([
    target.send(() => unknown(base)),
    taken(target.send(() => list(base))),
  ]);
  const isTold =
    unknownStatus !== undefined &&
    (unknownStatus !== answers.plain.response?.status ||
      (answers.pages.some((page) => resultsIn(page) > 0) && resultsIn(answers.unknown) === 0));
  const isFlaky = hasChanged(answers.unknown, unknownAgain) || hasChanged(answers.plain, plainAgain);
  const distinction = isTold ? (isFlaky ? 'flaky' : 'told') : 'alike';

  const { identity, firstIsNamed } = await identify(
    (query) => ask(list(base, query)),
    { ...answers, plainAgain },
    samples,
  );
  const read = (of: RepositoryName): Promise<Snapshot> =>
    readList((page, anew) => {
      const spec = list(base, pageQuery(page, firstIsNamed), of);
      return anew ? target.send(() => spec) : target.ask(spec);
    }, identity);
  // What is compared later is compared by its keys.
  const compared = (exchange: Exchange): Promise<Exchange> =>
    withKeys(exchange, identity, () => target.send(() => list(base)));
  const snapshot = await read(repository);
  const isSame = sameRepository(repository, bed.written);
  return {
    base,
    listers: callers.filter((caller) => isShown(plain.get(caller))),
    plain: new Map([...plain, [base, await compared(answers.plain)]]),
    plainAgain: await compared(plainAgain),
    snapshot,
    written: isSame ? snapshot : isWritten ? await read(bed.written) : null,
    identity,
    distinction,
    isAnsweredByQuery: isAnsweredByQuery(answers, identity),
    firstIsNamed,
  };
}

/**
 * True if another page or another size is answered with other results of the same list: then the service reads what it is
 * asked. What echoes the request, and a file that is sent whatever is asked, does not.
 */
function isAnsweredByQuery({ plain, example, pages }: FirstAnswers, identity: Identity): boolean {
  const keysIn = (exchange: Exchange): readonly string[] | null => {
    const listing = listingOf(exchange);
    if (listing.kind !== 'list' || !areKeysKept(exchange, identity)) return null;
    // Issues that cannot be told apart can still be counted.
    return identity.kind === 'none'
      ? Array.from({ length: listing.records.length }, (_, place) => String(place))
      : keysOf(exchange, identity);
  };
  const own = keysIn(plain);
  if (own === null || own.length === 0) return false;
  return [example, ...pages].some((other) => {
    const keys = keysIn(other);
    if (keys === null || sameKeys(keys, own)) return false;
    const [fewer, more] = keys.length < own.length ? [keys, new Set(own)] : [own, new Set(keys)];
    return 2 * fewer.filter((key) => more.has(key)).length >= fewer.length;
  });
}

/** Finds out how records are told apart, and whether page 1 has to be asked for by its number. */
async function identify(
  ask: (query: Query) => Promise<Exchange>,
  answers: FirstAnswers & { readonly plainAgain: Exchange },
  samples: Samples,
): Promise<Pick<FirstReading, 'identity' | 'firstIsNamed'>> {
  const recordsOf = (exchange: Exchange): readonly unknown[] => samples.get(exchange) ?? [];
  const beginning = [answers.plain, answers.plainAgain].map((exchange) => ({
    records: recordsOf(exchange),
    from: 0,
  }));
  const again = [...beginning, { records: recordsOf(answers.example), from: BEFORE_EXAMPLE }];
  const plain = recordsOf(answers.plain);
  const [head = [], second = []] = answers.pages.map(recordsOf);
  const sample = head.length > 0 ? answers.pages : [answers.plain];
  const identity = findIdentity(sample.map(recordsOf), again);
  // A first page does not hold fewer results than the second.
  const startsAlike =
    second.length <= head.length &&
    head.slice(0, plain.length).every((record, at) => keyOf(record, identity) === keyOf(plain[at], identity));
  const [firstPage] = answers.pages.map(listingOf);
  if (plain.length === 0 || firstPage?.kind !== 'list' || (head.length > 0 && startsAlike))
    return { identity, firstIsNamed: false };

  // The plain list is not the beginning of the list. It moved, or one of the two is broken, or leaving `page` out means
  // another page than the first.
  const named = await ask(pageQuery(1, true));
  const namedPages = [named, ...answers.pages.slice(1)].map(recordsOf);
  const other = findIdentity(namedPages, again);
  const keys = (records: readonly unknown[]) => records.map((record) => keyOf(record, other));
  // The last page of a long list is read only if the unnamed page shares nothing with the first.
  const isLastPage = async (): Promise<boolean> => {
    const first = new Set(keys(recordsOf(named)));
    if (head.length === 0 || first.size === 0 || keys(head).some((key) => first.has(key))) return false;
    const last = await findLastPage((page) => ask(pageQuery(page, true)));
    if (last === null) return false;
    const end = new Set(keys(recordsOf(await ask(pageQuery(last, true)))));
    return keys(head).some((key) => end.has(key));
  };
  if (isLaterPage(keys(plain), namedPages.flatMap(keys)) || (await isLastPage()))
    return { identity: other, firstIsNamed: true };
  const withNamed = [...again, { records: recordsOf(named), from: 0 }];
  return { identity: findIdentity(sample.map(recordsOf), withNamed), firstIsNamed: false };
}
