// Compiled by the test, and not run: what a caller may write in TypeScript, and what not.

import { createServer } from 'node:http';
import { after, test as testOfNode } from 'node:test';
import { afterAll as afterAllOfJest, test as testOfJest } from '@jest/globals';
import express from 'express';
import { Hono } from 'hono';
import {
  conformanceTests,
  exitStatusOf,
  InvalidOptions,
  type Report,
  type RuleId,
  rules,
  run,
} from 'issue-conformance';
import { afterAll, test } from 'vitest';

const hono = new Hono();
const app = express();

conformanceTests({ test, afterAll }, { fetch: hono.fetch, owner: 'acme', repo: 'widgets' });
conformanceTests({ test: testOfJest, afterAll: afterAllOfJest }, { listener: app });
conformanceTests({ test: testOfNode, afterAll: after }, {}, async () => ({ baseUrl: 'http://127.0.0.1:1' }));

const report: Report = await run({
  fetch: async (request) =>
    Response.json({ method: request.method, by: request.headers.get('authorization') }),
  token: process.env['TOKEN'],
  only: ['list'],
  env: process.env,
  signal: AbortSignal.timeout(1000),
});
await run({ listener: (request: { url?: string }, response: { end(): void }) => response.end() });
createServer(app);

const status: 0 | 1 | 2 | 3 | 4 = exitStatusOf(report, { allowIncomplete: true });
const ids: readonly RuleId[] = rules.map(({ id }) => id);
const failed = report.rules.flatMap(({ failure }) => failure?.exchanges ?? []);
console.log(status, ids, failed.at(0)?.response?.status, new InvalidOptions([]).problems);

await run({ baseUrl: process.env['BASE_URL'], owner: 'acme', repo: 'widgets' });
// @ts-expect-error -- a repository of no service
await run({ owner: 'acme', repo: 'widgets' });
// @ts-expect-error -- no such profile
await run({ profile: 'quik' });
// @ts-expect-error -- no such option
await run({ tokn: 'x' });
// @ts-expect-error -- a handler answers with a Response
await run({ fetch: () => 'text' });
// @ts-expect-error -- no such rule
export const wrong: RuleId = 'list.nothing';
