import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, test } from '@jest/globals';
import { conformanceTests } from 'issue-conformance';
import { app } from './express.js';
import { options } from './issues.js';

const server = createServer(app);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

conformanceTests({ test, afterAll }, { ...options, only: ['list.unknown', 'create.accepted'] }, () => ({
  baseUrl: `http://127.0.0.1:${server.address().port}`,
}));
