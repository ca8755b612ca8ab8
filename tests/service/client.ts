import { type Injected, injecting } from '../../proof/injected.ts';
import type { Named } from '../../src/service/fixture.ts';
import { openService } from '../../src/service/service.ts';
import { handlerOf } from '../api/bundled.ts';

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

/** A service under test, reached by HTTP unless it has its own `fetch`. */
interface AskedService extends Named {
  readonly baseUrl: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Opens a new service in this process, with the interface of a listening one. */
export function within(options: Injected = {}): AskedService {
  const { handle, ...named } = openService(injecting(options));
  const answer = handlerOf({ handle });
  const fetch = async (url: string, init: RequestInit) => answer(new Request(url, init));
  return { ...named, baseUrl: 'http://127.0.0.1:80', fetch };
}

/** Sends a request with `fetch`, because these tests must not depend on the client of the suite. */
export async function send(asked: AskedService, query = '', sent: SendOptions = {}): Promise<Response> {
  const { owner = asked.owner, repo = asked.repo, token, method = 'GET', headers, body } = sent;
  const url = `${asked.baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues${query}`;
  const init = {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body }),
  };
  return asked.fetch === undefined ? fetch(url, { redirect: 'manual', ...init }) : asked.fetch(url, init);
}

export async function getList(
  asked: AskedService,
  query = '',
  sent: SendOptions = {},
): Promise<readonly ShownIssue[]> {
  const response = await send(asked, query, sent);
  if (response.status !== 200) throw new Error(`${query} was answered with ${response.status}`);
  return (await response.json()) as ShownIssue[];
}

export function create(asked: AskedService, payload: unknown, sent: SendOptions = {}): Promise<Response> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return send(asked, '', { method: 'POST', token: asked.token, ...sent, body });
}

/** Returns all issues in a state, in the listed order. */
export async function listAll(asked: AskedService, state = 'open'): Promise<readonly ShownIssue[]> {
  const all: ShownIssue[] = [];
  for (let page = 1; ; page += 1) {
    const some = await getList(asked, `?state=${state}&per_page=100&page=${page}`);
    all.push(...some);
    if (some.length === 0) return all;
  }
}

export const numbers = (issues: readonly ShownIssue[]): readonly number[] =>
  issues.map(({ number }) => number);
