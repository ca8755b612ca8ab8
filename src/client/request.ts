import type { SentRequest } from './exchange.ts';
import type { ExtraHeader } from './secrets.ts';

/** A caller's credential, as sent in the Authorization header (section 5). */
export type Credential =
  | { readonly validity: 'none' }
  /** `value` is the whole header. `invalid` marks a credential made to be refused. */
  | { readonly validity: 'valid' | 'invalid'; readonly value: string };

export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
  /** True to escape each letter in the address, which still names the same repository (RFC 3986). */
  readonly isEscaped?: true;
}

export const nameOf = ({ owner, repo }: RepositoryName): string => `${owner}/${repo}`;

export const sameRepository = (a: RepositoryName, b: RepositoryName): boolean =>
  a.owner === b.owner && a.repo === b.repo;

/** Repositories and credentials of a target, from the settings. */
export interface TargetAccess {
  /** The public repository that the list rules read. */
  readonly repository: RepositoryName;
  /** The public repository in which issues are created; the same one by default. */
  readonly writeRepository: RepositoryName;
  readonly privateRepository: RepositoryName | undefined;
  readonly token: string | undefined;
  readonly outsiderToken: string | undefined;
}

/** Callers by their credentials. */
export const CALLER_LABELS = {
  anonymous: 'no credential',
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
  invalid: 'an invalid credential',
} as const;
export type CallerKind = keyof typeof CALLER_LABELS;

/** A request in terms of the specification, before it is made an HTTP request. */
export interface RequestSpec {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS';
  readonly repository: RepositoryName;
  readonly as: Credential;
  /** Parameters in order; one may have several values. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** True to leave out the recommended headers, except the credential (section 4.3). */
  readonly bare?: boolean;
  /** Headers that add to or replace the recommended ones, in lower case; `null` removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
}

/** Address of a target, and its common headers (section 4.3). */
export interface Address {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly accept: string;
  readonly apiVersion: string;
  readonly apiVersionHeader: string;
  readonly userAgent: string;
  /** Additional headers of every request, bare ones included; a gateway may require them. */
  readonly extra?: readonly ExtraHeader[];
}

/** Returns the credential of a token in the documented form (section 5.1). */
export const bearer = (token: string, validity: 'valid' | 'invalid' = 'valid'): Credential => ({
  validity,
  value: `Bearer ${token}`,
});

/** Returns the address of the issues collection (sections 4.1 and 4.2), with a query. */
function urlOf({ repository, query = {} }: RequestSpec, baseUrl: string): string {
  const escaped = (name: string): string => Buffer.from(name).toString('hex').replaceAll(/../g, '%$&');
  const segment = repository.isEscaped === true ? escaped : encodeURIComponent;
  const path = `/repos/${segment(repository.owner)}/${segment(repository.repo)}/issues`;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return `${baseUrl}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

export function toRequest(spec: RequestSpec, address: Address): SentRequest {
  const wanted: Record<string, string | null> = {
    ...(spec.bare === true
      ? {}
      : { accept: address.accept, [address.apiVersionHeader.toLowerCase()]: address.apiVersion }),
    'user-agent': address.userAgent,
    ...Object.fromEntries((address.extra ?? []).map(({ name, value }) => [name.toLowerCase(), value])),
    ...(spec.as.validity === 'none' ? {} : { authorization: spec.as.value }),
    ...(spec.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...spec.headers,
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== null) headers[name] = value;
  return {
    method: spec.method ?? 'GET',
    url: urlOf(spec, address.baseUrl),
    headers,
    body: spec.body ?? null,
  };
}
