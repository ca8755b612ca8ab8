import type { SentRequest } from './exchange.ts';

/** Who asks. */
export type Credential =
  | { readonly kind: 'none' }
  /** The whole value of the Authorization header. */
  | { readonly kind: 'authorization'; readonly value: string };

/** A repository by its two path segments (section 2). */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Query parameters in their order; a value may be given more than once. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** One thing to ask of a target, before it is made a request. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly repository: RepositoryName;
  readonly as: Credential;
  readonly query?: Query;
  /** Leaves out the recommended headers, the credential excepted (section 4.3). */
  readonly bare?: boolean;
  /** Headers in addition to, or in place of, the recommended ones; `null` leaves one out. Lower case. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body as it is sent. */
  readonly body?: string;
}

/** Where a target is and how it is spoken to (section 4.3). */
export interface Address {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly accept: string;
  readonly apiVersion: string;
  readonly apiVersionHeader: string;
  readonly userAgent: string;
}

export const ANONYMOUS: Credential = { kind: 'none' };

/** A token as the document wants it sent (section 5). */
export const bearer = (token: string): Credential => ({ kind: 'authorization', value: `Bearer ${token}` });

function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The path of the one collection that the document describes (sections 4.1 and 4.2). */
export function issuesPath({ owner, repo }: RepositoryName): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues`;
}

/** The request that asks the question. */
export function toRequest(question: Question, address: Address): SentRequest {
  const wanted: Record<string, string | null> = {
    ...(question.bare === true
      ? {}
      : { accept: address.accept, [address.apiVersionHeader.toLowerCase()]: address.apiVersion }),
    'user-agent': address.userAgent,
    ...(question.as.kind === 'none' ? {} : { authorization: question.as.value }),
    ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...question.headers,
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== null) headers[name] = value;
  return {
    method: question.method ?? 'GET',
    url: `${address.baseUrl}${issuesPath(question.repository)}${queryText(question.query ?? {})}`,
    headers,
    body: question.body ?? null,
  };
}
