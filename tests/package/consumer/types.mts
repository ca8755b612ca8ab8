// Compiled by the test, and not run: what a caller may write in TypeScript, and what not.
import { after, test as testOfNode } from 'node:test';
import { afterAll as afterAllOfJest, test as testOfJest } from '@jest/globals';
import { Hono } from 'hono';
import { conformanceTests, exitStatusOf, type Report, type RuleId, rules, run } from 'issue-conformance';
import { afterAll, test } from 'vitest';

conformanceTests({ test, afterAll }, { fetch: new Hono().fetch, owner: 'acme', repo: 'widgets' });
conformanceTests({ test: testOfJest, afterAll: afterAllOfJest }, { baseUrl: 'http://127.0.0.1:1' });
conformanceTests({ test: testOfNode, afterAll: after }, {}, async () => ({ baseUrl: 'http://127.0.0.1:1' }));

const report: Report = await run({
  fetch: async (request) => Response.json({ method: request.method }),
  token: process.env['TOKEN'],
  only: ['list'],
  signal: AbortSignal.timeout(1000),
});
const status: 0 | 1 | 2 | 3 | 4 = exitStatusOf(report, { allowIncomplete: true });
const ids: readonly RuleId[] = rules.map(({ id }) => id);
const statuses: (number | undefined)[] = report.rules.map(
  ({ failure }) => failure?.exchanges[0]?.response?.status,
);
console.log(status, ids, statuses);

// @ts-expect-error -- no such profile
await run({ baseUrl: 'http://127.0.0.1:1', profile: 'quik' });
// @ts-expect-error -- a handler answers with a Response
await run({ fetch: () => 'text' });
// @ts-expect-error -- no such rule
export const wrong: RuleId = 'list.nothing';
