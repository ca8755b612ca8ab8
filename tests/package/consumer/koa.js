import Koa from 'koa';
import { answer, newWorld } from './issues.js';

const world = newWorld();

async function payloadOf(request) {
  let text = '';
  for await (const part of request) text += part;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const app = new Koa();
app.use(async (context) => {
  const {
    method,
    path,
    query,
    req: request,
    headers: { authorization },
  } = context;
  const [, owner, repo] = /^\/repos\/([^/]+)\/([^/]+)\/issues$/.exec(path) ?? [];
  if (owner === undefined) return;
  const payload = method === 'POST' ? await payloadOf(request) : undefined;
  const { status, body } = answer(world, { method, owner, repo, query, authorization, payload });
  // Injected fault: a missing token is answered with 403.
  const isWrong = process.env.FAULT === 'on' && status === 401 && authorization === undefined;
  context.status = isWrong ? 403 : status;
  context.body = body;
});
