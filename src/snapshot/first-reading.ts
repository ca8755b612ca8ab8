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

/** The default page size (section 8), used to find later pages in the list. */
const DEFAULT_SIZE = 30;
/** The documented example of a page (section 4.1): results 6 to 10. Rules request it as well. */
const EXAMPLE: Query = { per_page: '5', page: '2' };
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

/** Attempts at a first request while it is answered with 5xx. */
const MAX_ATTEMPTS = 3;

/** The first records of each answer, taken at once because large answers are soon released. */
type Samples = ReadonlyMap<Exchange, readonly unknown[]>;

/** First answers to one caller. */
interface FirstAnswers {
  readonly caller: Caller;
  readonly plain: Exchange;
  readonly unknown: Exchange;
  /** The answer to the documented example of a page. */
  readonly example: Exchange;
  readonly pages: readonly Exchange[];
}

const isUsable = ({ plain, pages }: FirstAnswers): boolean =>
  [plain, ...pages].some((exchange) => listingOf(exchange).kind === 'list');

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
  // Everything rests on these answers, so a 5xx is asked again: it may be chance.
  const steadily = async (spec: RequestSpec): Promise<Exchange> => {
    let answer = await target.ask(spec);
    for (let left = MAX_ATTEMPTS; left > 1 && isServerError(answer); left -= 1)
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
      // Requested before this run writes, so that the answer may be cached. Rules request it as well.
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

  // If the list appears without the recommended headers, the refusal of those headers is the defect.
  const listsWithoutHeaders = async (): Promise<boolean> => {
    if (isSilent) return false;
    return listingOf(await target.ask({ ...list(favourite), bare: true })).kind === 'list';
  };
  const unknownStatus = answers.unknown.response?.status;
  const plainStatus = answers.plain.response?.status ?? 0;
  // A broken list answer still proves a list, if an unknown repository gets another status.
  const isAnswered =
    plainStatus >= 200 && plainStatus < 300 && unknownStatus !== undefined && unknownStatus !== plainStatus;
  if (!isUsable(answers) && !isAnswered && !(await listsWithoutHeaders()))
    throw new Unusable(complaintOf(first.plain, repository, baseUrl, bed.token !== undefined, hide));

  const { caller: base } = answers;
  // The order matters: a server that alternates between two answers now gives each request the other one.
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
  // Later comparisons need the keys.
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
