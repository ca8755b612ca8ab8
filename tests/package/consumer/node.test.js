import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { conformanceTests } from 'issue-conformance';
import { app } from './express.js';
import { options } from './issues.js';

const server = createServer(app);
before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => server.close());

conformanceTests(
  { test, afterAll: after },
  { ...options, only: ['list.unknown', 'create.accepted'] },
  () => ({
    baseUrl: `http://127.0.0.1:${server.address().port}`,
  }),
);
