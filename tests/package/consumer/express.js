import express from 'express';
import { answer, newWorld } from './issues.js';

const world = newWorld();

export const app = express();
app.use(express.json({ strict: false }));
app.all('/repos/:owner/:repo/issues', ({ method, params, query, headers, body: payload }, response) => {
  const { authorization } = headers;
  const { status, body } = answer(world, { method, ...params, query, authorization, payload });
  // Injected fault: an unknown repository is answered with 403.
  const isWrong = process.env.FAULT === 'on' && status === 404 && method === 'GET' && params.owner !== 'acme';
  response.status(isWrong ? 403 : status).json(body);
});
app.use((_error, _request, response, _next) => {
  response.status(400).json({ message: 'Problems parsing JSON' });
});
