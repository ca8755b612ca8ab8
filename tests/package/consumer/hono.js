import { Hono } from 'hono';
import { answer, newWorld } from './issues.js';

const world = newWorld();

export const app = new Hono();
app.all('/repos/:owner/:repo/issues', async ({ req: request, json }) => {
  const { method } = request;
  // Injected fault: a size of 0 is refused.
  if (process.env.FAULT === 'on' && method === 'GET' && request.query('per_page') === '0')
    return json({ message: 'per_page is too small' }, 422);
  const { status, body } = answer(world, {
    method,
    ...request.param(),
    query: request.query(),
    authorization: request.header('authorization'),
    // Invalid JSON counts as a missing payload.
    payload: method === 'POST' ? await request.json().catch(() => null) : undefined,
  });
  return json(body, status);
});
