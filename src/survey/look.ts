import type { Asker } from '../target/asker.ts';
import { type Exchange, isRateLimited } from '../target/exchange.ts';
import type { Query, RepositoryName } from '../target/question.ts';
import { type Caller, credentialOf, type Premises } from './callers.ts';
import { complaintOf } from './complaint.ts';
import { findIdentity, type Identity, keyOf } from './identity.ts';
import { Known, SURVEY_PAGE_SIZE } from './known.ts';
import { readListAnswer } from './list-answer.ts';
import { Unusable } from './unusable.ts';

/** The default page size (section 8), by which the plain list is held against the beginning of the list. */
const DEFAULT_PAGE_SIZE = 30;
/** The documented example of a page (section 4.1): results 6 to 10. Rules ask for it anyway. */
const EXAMPLE: Query = { per_page: '5', page: '2' };
const BEFORE_EXAMPLE = 5;

/** What is asked for a page of the survey. The first one is named only where leaving `page` out means another one. */
export const pageQuery = (page: number, firstIsNamed = false): Query =>
  page === 1 && !firstIsNamed
    ? { per_page: String(SURVEY_PAGE_SIZE) }
    : { per_page: String(SURVEY_PAGE_SIZE), page: String(page) };

/** Whether a made-up repository is told from the configured one, and if not, why not. */
export type Distinction = 'told' | 'alike' | 'unsteady';

/** What the first look at a target found. */
export interface Look {
  readonly caller: Caller;
  readonly plain: Exchange;
  /** The plain list, asked for once more. */
  readonly plainAgain: Exchange;
  readonly pages: readonly Exchange[];
  readonly identity: Identity;
  readonly distinction: Distinction;
  /** Whether leaving `page` out gives another page than the first; which one it gives is not shown (section 8). */
  readonly firstIsNamed: boolean;
}

function recordsOf(exchange: Exchange): readonly unknown[] {
  const read = readListAnswer(exchange);
  return read.kind === 'list' ? read.records : [];
}

/** The status of an answer that came and that no bad day explains. */
function soundStatus(exchange: Exchange): number | undefined {
  const status = exchange.response?.status;
  return status === undefined || status >= 500 || isRateLimited(exchange) ? undefined : status;
}

/** Whether one question was answered with one status and then with another one. */
function hasChanged(before: Exchange, after: Exchange): boolean {
  const [first, second] = [soundStatus(before), soundStatus(after)];
  return first !== undefined && second !== undefined && first !== second;
}

/** Whether keys are those of a page of the list after the first one, all of them and in their order. */
function isLaterPage(keys: readonly string[], list: Known): boolean {
  for (let from = DEFAULT_PAGE_SIZE; from < list.keys.length; from += DEFAULT_PAGE_SIZE) {
    const page = list.keys.slice(from, from + DEFAULT_PAGE_SIZE);
    if (page.length === keys.length && page.every((key, index) => key === keys[index]))
      return list.shows(from, from + page.length);
  }
  return false;
}

/**
 * Looks at a target for the first time.
 * @param madeUp a repository that surely does not exist
 * @throws {Unusable} where there is nothing to check; the message is for people
 */
export async function lookAt(
  asker: Asker,
  premises: Premises,
  baseUrl: string,
  madeUp: RepositoryName,
): Promise<Look> {
  const { repository } = premises;
  const ask = async (caller: Caller) => {
    const as = credentialOf(caller, premises);
    const list = (query: Query) => asker.ask({ repository, as, query });
    const [plain, unknown, ...pages] = await Promise.all([
      list({}),
      asker.ask({ repository: madeUp, as }),
      list(pageQuery(1)),
      list(pageQuery(2)),
    ]);
    const usable = [plain, ...pages].some((exchange) => readListAnswer(exchange).kind === 'list');
    return { caller, plain, unknown, pages, usable };
  };
  const first = await ask(premises.token === undefined ? 'anonymous' : 'member');
  const sight =
    first.usable || first.caller === 'anonymous' || first.plain.response === null
      ? first
      : await ask('anonymous');

  // Where the recommended headers are refused, the list shows without them: then that is what is wrong.
  const listsWithoutHeaders = async (): Promise<boolean> => {
    if (sight.plain.response === null) return false;
    const as = credentialOf(first.caller, premises);
    const bare = await asker.ask({ repository, as, bare: true });
    return readListAnswer(bare).kind === 'list';
  };
  const unknownStatus = sight.unknown.response?.status;
  const plainStatus = sight.plain.response?.status ?? 0;
  // A listing that is answered in a wrong way is still one, if a repository that does not exist has none.
  const shown =
    plainStatus >= 200 && plainStatus < 300 && unknownStatus !== undefined && unknownStatus !== plainStatus;
  if (!sight.usable && !shown && !(await listsWithoutHeaders()))
    throw new Unusable(complaintOf(first.plain, repository, baseUrl, premises.token !== undefined));

  const as = credentialOf(sight.caller, premises);
  // In turn, and in this order: a server that answers by turns, whatever it is asked, answers otherwise than before.
  const unknownAgain = await asker.send(() => ({ repository: madeUp, as }));
  const plainAgain = await asker.send(() => ({ repository, as, query: {} }));
  const told =
    unknownStatus !== undefined &&
    (unknownStatus !== sight.plain.response?.status ||
      (sight.pages.some((page) => recordsOf(page).length > 0) && recordsOf(sight.unknown).length === 0));
  const isUnsteady = hasChanged(sight.unknown, unknownAgain) || hasChanged(sight.plain, plainAgain);
  const distinction = told ? (isUnsteady ? 'unsteady' : 'told') : 'alike';

  const example = await asker.ask({ repository, as, query: EXAMPLE });
  const beginning = [sight.plain, plainAgain].map((exchange) => ({ records: recordsOf(exchange), from: 0 }));
  const again = [...beginning, { records: recordsOf(example), from: BEFORE_EXAMPLE }];
  const found = { caller: sight.caller, plain: sight.plain, plainAgain, distinction } as const;
  const plain = recordsOf(sight.plain);
  const head = sight.pages.map(recordsOf)[0] ?? [];
  const sample = head.length > 0 ? sight.pages : [sight.plain];
  const identity = findIdentity(sample.map(recordsOf), again);
  const unnamed = { pages: sight.pages, identity, firstIsNamed: false };
  const startsAlike = head
    .slice(0, plain.length)
    .every((record, at) => keyOf(record, identity) === keyOf(plain[at], identity));
  const [first100] = sight.pages.map(readListAnswer);
  if (plain.length === 0 || first100?.kind !== 'list' || (head.length > 0 && startsAlike))
    return { ...found, ...unnamed };

  // The plain list is not the beginning of the list. It moved, or one of the two is broken, or leaving `page` out means
  // another page than the first.
  const named = await asker.ask({ repository, as, query: pageQuery(1, true) });
  const namedPages = [named, ...sight.pages.slice(1)];
  const otherIdentity = findIdentity(namedPages.map(recordsOf), again);
  const namedList = new Known(namedPages, otherIdentity);
  if (isLaterPage(namedList.keysOf(plain), namedList))
    return { ...found, pages: namedPages, identity: otherIdentity, firstIsNamed: true };
  const withNamed = [...again, { records: recordsOf(named), from: 0 }];
  return { ...found, ...unnamed, identity: findIdentity(sample.map(recordsOf), withNamed) };
}
