import { after, test } from 'node:test';
import { conformanceTests } from 'issue-conformance';
import { app, options } from './service.js';

conformanceTests({ test, afterAll: after }, options, async () => ({ fetch: app.fetch }));
