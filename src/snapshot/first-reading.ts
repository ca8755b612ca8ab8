import { type Exchange, isRateLimited } from '../client/exchange.ts';
import type { Query, RepositoryName } from '../client/request.ts';
import type { Hide } from '../client/secrets.ts';
import type { Target } from '../client/target.ts';
import { type Caller, callersOf, sameRepository, type TestBed } from '../client/test-bed.ts';
import { complaintOf, Unusable } from './complaint.ts';
import { type FirstAnswers, FirstRequests, isUsable } from './first-answers.ts';
import { findIdentity, type Identity, keyOf } from './identity.ts';
import { findLastPage } from './last-page.ts';
import { areKeysKept, keysOf, listingOf, resultsIn, withKeys } from './listing.ts';
import { sameKeys } from './sequence.ts';
import { pageQuery, readList, type Snapshot } from './snapshot.ts';
import { isShown } from './written.ts';

/** The default page size (section 8), used to find later pages in the list. */
const DEFAULT_SIZE = 30;
/** Results before the documented example of a page. */
const BEFORE_EXAMPLE = 5;

/** Result of comparing a made-up repository with the configured one: different, the same, or changing. */
type Distinction = 'told' | 'alike' | 'flaky';

/** Findings about a target from a few requests before any rule runs. */
export interface FirstReading {
  /** Caller of rules that need only one: the member if TOKEN is set and accepted. */
  readonly base: Caller;
  /** Callers whose plain list is answered with 200. */
  readonly listers: readonly Caller[];
  /** The answer to each caller's plain list. */
  readonly plain: ReadonlyMap<Caller, Exchange>;
  /** A second answer to the base caller's plain list. */
  readonly plainAgain: Exchange;
  /** The base caller's list before this run wrote anything. */
  readonly snapshot: Snapshot;
  /** The same of the repository that is written to; `null` if it is another one and was not read. */
  readonly written: Snapshot | null;
  readonly identity: Identity;
  readonly distinction: Distinction;
  /** True if another page or page size returned other results of the same list. */
  readonly isAnsweredByQuery: boolean;
  /**
   * True if leaving out `page` does not return page 1. The page that it returns is unspecified (section 8).
   */
  readonly firstIsNamed: boolean;
}

/** Returns the status of an answer that no transient failure explains; else `undefined`. */
function soundStatus(exchange: Exchange): number | undefined {
  const status = exchange.response?.status;
  return status === undefined || status >= 500 || isRateLimited(exchange) ? undefined : status;
}

/** True if two answers to the same request have different statuses, neither of them transient. */
export function hasChanged(before: Exchange, after: Exchange): boolean {
  const [first, second] = [soundStatus(before), soundStatus(after)];
  return first !== undefined && second !== undefined && first !== second;
}

/** True if the keys are exactly those of a page after the first, in order. */
function isLaterPage(keys: readonly string[], list: readonly string[]): boolean {
  for (let from = DEFAULT_SIZE; from < list.length; from += DEFAULT_SIZE)
    if (sameKeys(keys, list.slice(from, from + DEFAULT_SIZE))) return new Set(keys).size > 1;
  return false;
}

/** True if an answer with 2xx proves a list though it shows none: an unknown repository gets another status. */
function isAnswered({ plain, unknown }: FirstAnswers): boolean {
  const [status = 0, unknownStatus] = [plain.response?.status, unknown.response?.status];
  return status >= 200 && status < 300 && unknownStatus !== undefined && unknownStatus !== status;
}

/**
 * Asks the caller of TOKEN first, and anonymously if that one is shown no list.
 * @throws {Unusable} if neither shows that there is one
 */
async function answersOf(
  requests: FirstRequests,
  favourite: Caller,
  complain: (plain: Exchange) => string,
): Promise<{ readonly answers: FirstAnswers; readonly plain: ReadonlyMap<Caller, Exchange> }> {
  const [first, plain] = await Promise.all([requests.answersTo(favourite), requests.plainLists()]);
  const isSilent = first.plain.response === null;
  const stranger =
    isUsable(first) || favourite === 'anonymous' || isSilent ? first : await requests.answersTo('anonymous');
  if (isUsable(stranger)) return { answers: stranger, plain };
  if (isAnswered(first) || (!isSilent && (await requests.isListedBare(favourite))))
    return { answers: first, plain };
  throw new Unusable(complain(first.plain));
}

/** Compares the answers for a made-up repository with those for the configured one. */
function distinctionOf(
  { plain, unknown, pages }: FirstAnswers,
  again: { readonly unknown: Exchange; readonly plain: Exchange },
): Distinction {
  const status = unknown.response?.status;
  const isTold =
    status !== undefined &&
    (status !== plain.response?.status ||
      (pages.some((page) => resultsIn(page) > 0) && resultsIn(unknown) === 0));
  if (!isTold) return 'alike';
  return hasChanged(unknown, again.unknown) || hasChanged(plain, again.plain) ? 'flaky' : 'told';
}

/**
 * Reads a target for the first time.
 * @param madeUp a repository that does not exist
 * @param hide removes secrets from the error message
 * @param isWritten true to read the repository that is written to, if it is another one
 * @throws {Unusable} if there is nothing to check; its message is for people
 */
export async function readFirst(
  target: Target,
  bed: TestBed,
  baseUrl: string,
  madeUp: RepositoryName,
  isWritten: boolean,
  hide: Hide,
): Promise<FirstReading> {
  const { repository, token, written } = bed;
  const requests = new FirstRequests(target, bed, madeUp);
  const { answers, plain } = await answersOf(
    requests,
    token === undefined ? 'anonymous' : 'member',
    (refused) => complaintOf(refused, repository, baseUrl, token !== undefined, hide),
  );
  const { caller: base } = answers;
  const again = await requests.repeat(base);
  const distinction = distinctionOf(answers, again);
  const { identity, firstIsNamed } = await identify(requests, answers, again.plain);
  const read = (of: RepositoryName): Promise<Snapshot> =>
    readList((page, anew) => {
      const spec = requests.list(base, pageQuery(page, firstIsNamed), of);
      return anew ? target.send(() => spec) : target.ask(spec);
    }, identity);
  // Later comparisons need the keys.
  const compared = (exchange: Exchange): Promise<Exchange> =>
    withKeys(exchange, identity, () => target.send(() => requests.list(base)));
  const snapshot = await read(repository);
  return {
    base,
    listers: callersOf(bed).filter((caller) => isShown(plain.get(caller))),
    plain: new Map([...plain, [base, await compared(answers.plain)]]),
    plainAgain: await compared(again.plain),
    snapshot,
    written: sameRepository(repository, written) ? snapshot : isWritten ? await read(written) : null,
    identity,
    distinction,
    isAnsweredByQuery: isAnsweredByQuery(answers, identity),
    firstIsNamed,
  };
}

/**
 * True if another page or page size returns other results of the same list. It shows that the service reads
 * the query. A service that echoes the request, or sends a fixed file, fails this test.
 */
function isAnsweredByQuery({ plain, example, pages }: FirstAnswers, identity: Identity): boolean {
  const keysIn = (exchange: Exchange): readonly string[] | null => {
    const listing = listingOf(exchange);
    if (listing.kind !== 'list' || !areKeysKept(exchange, identity)) return null;
    // Records that cannot be told apart are still counted.
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

/** Determines the identity of records, and if page 1 must be requested by number. */
async function identify(
  requests: FirstRequests,
  answers: FirstAnswers,
  plainAgain: Exchange,
): Promise<Pick<FirstReading, 'identity' | 'firstIsNamed'>> {
  const ask = (query: Query): Promise<Exchange> => requests.ask(answers.caller, query);
  const recordsOf = (exchange: Exchange): readonly unknown[] => requests.recordsOf(exchange);
  const beginning = [answers.plain, plainAgain].map((exchange) => ({
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

  // The plain list is not the beginning of the list. Either the list moved, or one answer is broken, or
  // leaving out `page` returns another page.
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
