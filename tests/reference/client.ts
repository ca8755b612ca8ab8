import type { Reference } from '../../src/reference/index.ts';

export interface Shown {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly owner?: string;
  readonly repo?: string;
  /** Shorthand for a Bearer credential. */
  readonly token?: string;
}

/** Sends one request with nothing but fetch: what is tested here must not lean on the client of the suite. */
export async function send(reference: Reference, query = '', sent: Sent = {}): Promise<Response> {
  const { owner = reference.owner, repo = reference.repo, token, method = 'GET', headers, body } = sent;
  const url = `${reference.baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues${query}`;
  return fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body }),
  });
}

export async function list(reference: Reference, query = '', sent: Sent = {}): Promise<readonly Shown[]> {
  const response = await send(reference, query, sent);
  if (response.status !== 200) throw new Error(`${query} was answered with ${response.status}`);
  return (await response.json()) as readonly Shown[];
}

export async function create(reference: Reference, payload: unknown, sent: Sent = {}): Promise<Response> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return send(reference, '', { method: 'POST', token: reference.token, ...sent, body });
}

/** All open issues, or those of another state, in the order in which they are listed. */
export async function listAll(
  reference: Reference,
  state = 'open',
  sent: Sent = {},
): Promise<readonly Shown[]> {
  const all: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const some = await list(reference, `?state=${state}&per_page=100&page=${page}`, sent);
    all.push(...some);
    if (some.length === 0) return all;
  }
}

export function numbers(issues: readonly Shown[]): readonly number[] {
  return issues.map(({ number }) => number);
}
