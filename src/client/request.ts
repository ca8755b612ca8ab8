import type { SentRequest } from './exchange.ts';
import type { ExtraHeader } from './extra-header.ts';

/** Who asks, as the Authorization header says it (section 5). */
export type Credential =
  | { readonly standing: 'none' }
  /** The whole value of the header; `invalid` where it was made up, or made of a token, to be refused. */
  | { readonly standing: 'valid' | 'invalid'; readonly value: string };

/** A repository by its two path segments (section 2). */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Query parameters in their order; a value may be given more than once. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** What is to be asked of a service, before it is made a request of HTTP. */
export interface RequestSpec {
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
  /** What goes with every request beside that, the bare ones included: a gateway may want it. */
  readonly extra?: readonly ExtraHeader[];
}

export const ANONYMOUS: Credential = { standing: 'none' };

/** A token as the specification wants it sent (section 5.1). */
export const bearer = (token: string, standing: 'valid' | 'invalid' = 'valid'): Credential => ({
  standing,
  value: `Bearer ${token}`,
});

function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The path of the one collection that the specification describes (sections 4.1 and 4.2). */
export function issuesPath({ owner, repo }: RepositoryName): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues`;
}

/** True if a request was sent to the issues of a repository, whatever its method. */
export const goesTo = ({ request }: { readonly request: SentRequest }, repository: RepositoryName): boolean =>
  new URL(request.url).pathname.endsWith(issuesPath(repository));

/** The request that is sent for a specification of one. */
export function toRequest(spec: RequestSpec, address: Address): SentRequest {
  const wanted: Record<string, string | null> = {
    ...(spec.bare === true
      ? {}
      : { accept: address.accept, [address.apiVersionHeader.toLowerCase()]: address.apiVersion }),
    'user-agent': address.userAgent,
    ...Object.fromEntries((address.extra ?? []).map(({ name, value }) => [name.toLowerCase(), value])),
    ...(spec.as.standing === 'none' ? {} : { authorization: spec.as.value }),
    ...(spec.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...spec.headers,
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== null) headers[name] = value;
  return {
    method: spec.method ?? 'GET',
    url: `${address.baseUrl}${issuesPath(spec.repository)}${queryText(spec.query ?? {})}`,
    headers,
    body: spec.body ?? null,
  };
}
