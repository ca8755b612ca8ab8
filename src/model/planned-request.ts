import { describeExchange, type Exchange } from '../client/exchange.ts';
import type { CallerKind, Credential, RepositoryName, RequestSpec } from '../client/request.ts';
import type { UndecidedReason } from '../client/undecided-reason.ts';
import { countOf, shorten } from './text.ts';

/** A caller. No service can read a malformed credential as a Bearer token. */
export interface Caller {
  readonly kind: CallerKind | 'malformed';
  readonly credential: Credential;
  /** Text that reports show instead of the credential. */
  readonly label: string;
}

/** The most results of a page (section 8). */
export const LARGEST_PAGE = 100;
/** Results of a page without a size (section 8). */
export const DEFAULT_PAGE = 30;
/** Sorts that many services know. What follows from an invalid sort is judged by the rules on sorts. */
export const USUAL_SORTS: readonly string[] = ['created', 'updated', 'comments'];

/** Query parameters by name, in order. */
export type Query = Readonly<Record<string, string>>;

/** Returns the most results of a page; of a size that is left out or below 1, those of the default (section 8). */
export function sizeOf({ per_page }: Query): number {
  const size = Number(per_page);
  return size >= 1 ? Math.min(size, LARGEST_PAGE) : DEFAULT_PAGE;
}

/** Builds a payload around a marker, which is new each time the request is sent. */
export type Payload = (marker: string) => unknown;

export interface PlannedRequest {
  readonly repository: RepositoryName;
  readonly query: Query;
  readonly caller: Caller;
  /** Makes it a creation. */
  readonly payload?: Payload;
  /** Overrides whether Accept and the version header are left out. */
  readonly bare?: boolean;
  /** Set for requests of observations, which no gating rule judges: other request parts, and a change of the payload. */
  readonly observed?: { readonly spec?: Partial<RequestSpec>; readonly mangle?: (body: string) => string };
}

/** True for a first page of open issues that should be in the usual order: without a sort, or with an unknown one. */
export function isUsualFirstPage({
  query: { page = '1', state = 'open', sort, direction },
}: PlannedRequest): boolean {
  const isUsual = sort === undefined ? direction === undefined : !USUAL_SORTS.includes(sort);
  return page === '1' && state === 'open' && isUsual;
}

export interface Answer {
  readonly ask: PlannedRequest;
  readonly exchange: Exchange;
  /** All transmissions of the client, the last included. */
  readonly transmissions: readonly Exchange[];
  /** The marker of a creation; empty for a listing. */
  readonly marker: string;
  /** The status of a complete answer; 0 if none came. */
  readonly status: number;
  /** The results of a listing, if it was answered 200 with one JSON array. */
  readonly list: readonly unknown[] | null;
  /** Reason why the answer is inconclusive: a rate limit, or a limit of this program. */
  readonly unsaid: UndecidedReason | null;
}

export type Answers = readonly Answer[];
export type Send = (ask: PlannedRequest) => Promise<Answer>;

/** Requests that belong together: one request, a walk through pages, a burst. Later requests may depend on earlier answers. */
export type RequestScript = (send: Send) => Promise<Answers>;

export const isCreation = ({ payload }: PlannedRequest): boolean => payload !== undefined;

export const sendInOrder =
  (...asks: readonly PlannedRequest[]): RequestScript =>
  async (send) => {
    const answers: Answer[] = [];
    for (const one of asks) answers.push(await send(one));
    return answers;
  };

export const sendTogether =
  (...asks: readonly PlannedRequest[]): RequestScript =>
  (send) =>
    allEnded(asks.map(send));

/** Returns the results of concurrent work once all of it has ended, so that no request stays in flight if one ends the run. */
export async function allEnded<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Returns a text that is equal for equal requests. */
export const keyOf = ({ repository, query, caller, payload, bare, observed }: PlannedRequest): string =>
  JSON.stringify([payload === undefined, repository, query, caller.credential, bare, observed?.spec]);

/** Returns a query as people write it: `per_page=5&page=2`; "the plain list" if it is empty. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? 'the plain list' : pairs.join('&');
}

/** Returns an answer in a few words: "200 with 30 results". */
export const describeAnswer = ({ list, exchange }: Answer): string =>
  describeExchange(exchange) + (list === null ? '' : ` with ${countOf(list.length, 'result')}`);

/** Returns how a listing was answered: "The plain list got 500." */
export function describeListing(answer: Answer): string {
  const { query } = answer.ask;
  const text = shorten(queryText(query), 120);
  const what = Object.keys(query).length === 0 ? 'The plain list' : `The request ${text}`;
  return `${what} got ${describeAnswer(answer)}.`;
}
