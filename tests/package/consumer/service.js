// A small conforming service.
import { Hono } from 'hono';

const MEMBER = 'member-0123456789abcdef';
const OUTSIDER = 'outsider-0123456789abcdef';

/** Options of a run. */
export const options = {
  owner: 'acme',
  repo: 'widgets',
  token: MEMBER,
  outsiderToken: OUTSIDER,
  privateRepo: 'vault',
  writes: 'all',
  profile: 'quick',
};

const issue = (number) => ({
  id: 1000 + number,
  number,
  title: `Issue ${number}`,
  body: null,
  state: number % 20 === 0 ? 'closed' : 'open',
});

/** Returns a repository with `count` issues, the newest first. */
const repository = (isPrivate, count) => ({
  isPrivate,
  issues: Array.from({ length: count }, (_, index) => issue(count - index)),
});

const world = new Map([
  ['acme/widgets', repository(false, 140)],
  ['acme/vault', repository(true, 12)],
]);

const whole = (text) => (/^[+-]?\d+$/.test(text ?? '') ? Number(text) : null);

function sizeOf(text) {
  const size = whole(text);
  return size === null || size < 1 ? 30 : Math.min(size, 100);
}

/** Returns the caller, or `null` for an unknown credential. */
function callerOf(authorization) {
  if (authorization === undefined) return 'anonymous';
  const [, token] = /^(?:bearer|token) (\S+)$/i.exec(authorization) ?? [];
  return token === MEMBER ? 'member' : token === OUTSIDER ? 'outsider' : null;
}

const error = (status, message) => ({ status, body: { message } });

/** Returns the status and body of the response. */
function answer({ method, owner, repo, query, authorization, payload }) {
  const caller = callerOf(authorization);
  if (caller === null) return error(401, 'Bad credentials');
  const found = world.get(`${owner}/${repo}`);
  if (method === 'POST' && caller === 'anonymous') return error(401, 'Requires authentication');
  if (found === undefined || (found.isPrivate && caller !== 'member')) return error(404, 'Not Found');
  if (method === 'GET') {
    const state = query.state ?? 'open';
    const page = Math.max(1, whole(query.page) ?? 1);
    const size = sizeOf(query.per_page);
    const isSorted = query.sort === undefined || query.sort === 'created';
    const chosen = found.issues.filter((one) => state === 'all' || one.state === state);
    if (isSorted && query.direction === 'asc') chosen.reverse();
    return { status: 200, body: chosen.slice((page - 1) * size, page * size) };
  }
  const { title, body = null } = payload ?? {};
  const isValid = typeof title === 'string' && title !== '' && (body === null || typeof body === 'string');
  if (Array.isArray(payload) || !isValid) return error(422, 'Validation Failed');
  const created = { ...issue(found.issues.length + 1), state: 'open', title, body };
  found.issues.unshift(created);
  return { status: 201, body: created };
}

export const app = new Hono();
app.all('/repos/:owner/:repo/issues', async ({ req: request, json }) => {
  const { method } = request;
  // Injected fault: a size of 0 is refused.
  if (process.env.FAULT === 'on' && method === 'GET' && request.query('per_page') === '0')
    return json({ message: 'per_page is too small' }, 422);
  const { status, body } = answer({
    method,
    ...request.param(),
    query: request.query(),
    authorization: request.header('authorization'),
    // Invalid JSON counts as a missing payload.
    payload: method === 'POST' ? await request.json().catch(() => null) : undefined,
  });
  return json(body, status);
});
