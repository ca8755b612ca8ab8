// Somebody's service, with two bugs: node service.mjs PORT
import { createServer } from 'node:http';

const USERS = { 'ada-0123456789abcdef': 'ada', 'bob-0123456789abcdef': 'bob' };
const issuesOf = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: 1000 + count - index,
    title: `Issue ${count - index}`,
    state: index % 9 === 8 ? 'closed' : 'open',
    created_at: new Date(1.7e12 + (count - index) * 60_000).toISOString(),
  }));
const REPOSITORIES = {
  'acme/widgets': { readers: null, issues: issuesOf(160) },
  'acme/vault': { readers: ['ada'], issues: issuesOf(5) },
};
let lastId = 10_000;

function list({ issues }, query) {
  const state = query.get('state') ?? 'open';
  const found = issues.filter((issue) => state === 'all' || issue.state === state);
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const start = (Math.max(Number(query.get('page') ?? 1) || 1, 1) - 1) * size;
  return [200, found.slice(start, start + size)];
}

function create({ issues }, text) {
  let payload;
  try {
    payload = JSON.parse(text);
  } catch {
    return [422, { message: 'no JSON' }];
  }
  if (!payload?.title) return [422, { message: 'no title' }];
  if (payload.body !== undefined && payload.body !== null && typeof payload.body !== 'string')
    return [422, { message: 'body must be a string' }];
  const { title, body = null } = payload;
  issues.unshift({ id: ++lastId, title, body, state: 'open', created_at: new Date().toISOString() });
  return [201, issues[0]];
}

function answer({ method, url, headers }, text) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, name] = /^\/repos\/([^/]+\/[^/]+)\/issues$/.exec(decodeURIComponent(pathname)) ?? [];
  const credential = headers.authorization;
  const user = USERS[/^Bearer (\S+)$/.exec(credential ?? '')?.[1] ?? ''];
  if (credential !== undefined && user === undefined) return [401, { message: 'invalid token' }];
  const repository = name === undefined ? undefined : REPOSITORIES[name];
  const mayRead = repository?.readers === null || repository?.readers.includes(user);
  if (repository === undefined || !mayRead) return [404, { message: 'not found' }];
  if (method === 'GET') return list(repository, searchParams);
  if (method !== 'POST') return [405, { message: 'not allowed' }];
  if (user === undefined) return [401, { message: 'no token' }];
  return create(repository, text);
}

createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const [status, body] = answer(request, text);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(process.argv[2]), '127.0.0.1');
