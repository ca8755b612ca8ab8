import { hash } from 'node:crypto';
import { type Behaviour, REFUSAL_ANSWERS } from './behaviour.ts';
import { type Call, isCreate, JSON_TYPE, type ListCall, type Order } from './request.ts';
import type { Account, Issue } from './world.ts';

/** The Bearer scheme, case-insensitive as in HTTP, with one token. */
export const BEARER = /^bearer +(\S+)$/i;

export const DEFAULT_SIZE = 30;
export const MAXIMUM_SIZE = 100;
export const DEFAULT_ORDER: Order = { key: 'created', direction: 'desc' };

// A map instead of an object, because `constructor` must not be a sort key.
const SORTED_BY = new Map<string, (issue: Issue) => string | number>([
  ['created', ({ number }) => number],
  ['updated', ({ updated_at }) => updated_at],
  ['comments', ({ comments }) => comments],
]);

export const isSortKey = (sort: string): boolean => SORTED_BY.has(sort);

const compare = (one: string | number, other: string | number): number =>
  Number(one > other) - Number(one < other);

// A Link header repeats the query several times, and clients refuse headers of more than a few kilobytes.
const LONGEST_QUERY = 1000;

/** Returns a Link header (RFC 8288) with the neighbouring pages; empty if there are none. */
function links(total: number, { request, window }: ListCall): string {
  if (request.url.search.length > LONGEST_QUERY) return '';
  const last = Math.max(1, Math.ceil(total / window.size));
  const page = Math.min(window.page, last + 1);
  const targets = {
    ...(page > 1 && { prev: page - 1 }),
    ...(page < last && { next: page + 1, last }),
    ...(page > 1 && { first: 1 }),
  };
  const url = new URL(request.url);
  const texts = Object.entries(targets).map(([rel, to]) => {
    url.searchParams.set('page', String(to));
    return `<${url.href}>; rel="${rel}"`;
  });
  return texts.join(', ');
}

/** Reads a whole number of any length, clamped to the safe range: 10 to the 30th means "more than exist". */
export const safeInteger = (raw = ''): number | undefined =>
  /^-?\d+$/.test(raw)
    ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(raw), Number.MAX_SAFE_INTEGER))
    : undefined;

const NOBODY: Account = { login: 'ghost', id: 1 };

/** Returns the author of a new issue. A faulty service may accept an unknown caller. */
export const creatorOf = ({ caller }: Call): Account => (caller.kind === 'known' ? caller.account : NOBODY);

/** Returns the JSON value of a text; undefined if it is invalid. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The behaviour of a service that follows the specification, and common practice if the specification is silent. */
export const conforming: Behaviour = {
  // Access (section 5) and refusals (section 7). The order of the checks is unspecified; this one is usual.
  authenticate: (authorization = '', { world }) => {
    if (authorization === '') return { kind: 'anonymous' };
    const account = world.accounts.get(BEARER.exec(authorization)?.[1] ?? '');
    return account === undefined ? { kind: 'unknown' } : { kind: 'known', account };
  },

  findRepository: (owner, repo, { world }) => world.find(owner, repo),

  mayUse: (caller, { readers }) =>
    readers === 'everybody' || (caller.kind === 'known' && readers.has(caller.account.login)),

  listChecks: ['credential', 'repository', 'query'],
  createChecks: ['credential', 'repository', 'query', 'payload'],

  refuseCredential: ({ caller, request }) => {
    if (caller.kind === 'unknown') return 'credential-unknown';
    return caller.kind === 'anonymous' && isCreate(request) ? 'credential-missing' : undefined;
  },
  refuseRepository: ({ repository }, mayUse) => {
    if (repository === undefined) return 'repository-unknown';
    return mayUse ? undefined : 'repository-hidden';
  },
  refuseQuery: () => undefined,
  refusePayload: (draft) => (draft === undefined ? 'payload-invalid' : undefined),

  refusalStatus: (refusal) => REFUSAL_ANSWERS[refusal][0],
  refusalAnswer: (refusal, status) => ({
    status,
    headers: {
      'content-type': JSON_TYPE,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'GET, POST' }),
    },
    body: JSON.stringify({ message: REFUSAL_ANSWERS[refusal][1] }),
  }),

  // Listing (sections 3, 4.1 and 8).
  pageSize: (raw) => {
    const size = safeInteger(raw);
    return size === undefined || size < 1 ? DEFAULT_SIZE : Math.min(size, MAXIMUM_SIZE);
  },

  pageNumber: (raw) => Math.max(1, safeInteger(raw) ?? 1),

  stateFilter: (raw) => (raw === 'closed' || raw === 'all' ? raw : 'open'),

  order: (sort, direction) => {
    const key = sort ?? DEFAULT_ORDER.key;
    if (!isSortKey(key)) return DEFAULT_ORDER;
    return { key, direction: direction === 'asc' ? 'asc' : 'desc' };
  },

  arrange: (issues, state, { key, direction }) => {
    const kept = state === 'all' ? [...issues] : issues.filter((issue) => issue.state === state);
    const value = SORTED_BY.get(key);
    // Issues are kept in order of creation, so that equal ones stay in it.
    if (value !== undefined && key !== 'created') kept.sort((a, b) => compare(value(a), value(b)));
    return direction === 'asc' ? kept : kept.toReversed();
  },

  cut: (arranged, { size, page }) => arranged.slice((page - 1) * size, page * size),

  /** Section 2 leaves the fields open. */
  renderRecord: (issue) => JSON.stringify(issue),

  /** One JSON array (section 4.1). Link and ETag headers are unspecified but usual. */
  listAnswer: (records, total, call) => {
    const body = `[${records.join(',')}]`;
    const link = links(total, call);
    const etag = `"${hash('sha1', body + link, 'base64url')}"`;
    const headers = { etag, vary: 'Accept, Authorization', ...(link !== '' && { link }) };
    if (call.request.header('if-none-match') === etag) return { status: 304, headers, body: '' };
    return { status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body };
  },

  // Creation (sections 2 and 4.2).
  readPayload: (text) => {
    const value = jsonValue(text);
    if (!isJsonObject(value)) return undefined;
    const { title, body = null } = value;
    if (typeof title !== 'string' || title === '') return undefined;
    return body === null || typeof body === 'string' ? { title, body } : undefined;
  },

  store: (draft, repository, call) =>
    repository.insert(repository.prepare(draft, creatorOf(call), call.request.world.now())),

  createdAnswer: (issue, record) => ({
    status: 201,
    headers: { 'content-type': JSON_TYPE, location: issue.html_url },
    body: record,
  }),

  afterRefusedCreate: () => undefined,

  around: (inner) => inner(),
};
