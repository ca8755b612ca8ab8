import type { RunningService } from '../support/services.ts';

/** The part of a record that these tests need. */
interface ShownIssue {
  readonly number: number;
  readonly title: string;
}

interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly owner?: string;
  readonly repo?: string;
  /** Shorthand for a Bearer credential. */
  readonly token?: string;
}

/** Sends a request with `fetch`, because these tests must not depend on the client of the suite. */
export async function send(asked: RunningService, query = '', sent: SendOptions = {}): Promise<Response> {
  const { owner = asked.owner, repo = asked.repo, token, method = 'GET', headers, body } = sent;
  const url = `${asked.baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues${query}`;
  const init = {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body }),
  };
  return fetch(url, { redirect: 'manual', ...init });
}

export async function getList(asked: RunningService, query = ''): Promise<readonly ShownIssue[]> {
  const response = await send(asked, query);
  if (response.status !== 200) throw new Error(`${query} was answered with ${response.status}`);
  return (await response.json()) as ShownIssue[];
}

export function create(asked: RunningService, payload: unknown, sent: SendOptions = {}): Promise<Response> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return send(asked, '', { method: 'POST', token: asked.token, ...sent, body });
}

/** Returns all issues in a state, in the listed order. */
export async function listAll(asked: RunningService, state = 'open'): Promise<readonly ShownIssue[]> {
  const all: ShownIssue[] = [];
  for (let page = 1; page < 10; page += 1) {
    const some = await getList(asked, `?state=${state}&per_page=100&page=${page}`);
    all.push(...some);
    if (some.length === 0) return all;
  }
  throw new Error('The list has no end.');
}

export const numbers = (issues: readonly ShownIssue[]): readonly number[] =>
  issues.map(({ number }) => number);
