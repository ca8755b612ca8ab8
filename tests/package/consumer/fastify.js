import fastify from 'fastify';
import { answer, newWorld } from './issues.js';

const world = newWorld();

export const app = fastify();
app.all('/repos/:owner/:repo/issues', async ({ method, params, query, headers, body: payload }, reply) => {
  // Injected fault: a title of the wrong type is answered with 400.
  const isWrong = process.env.FAULT === 'on' && !['undefined', 'string'].includes(typeof payload?.title);
  if (isWrong) return reply.code(400).send({ message: 'title is no text' });
  const { authorization } = headers;
  const { status, body } = answer(world, { method, ...params, query, authorization, payload });
  return reply.code(status).send(body);
});
