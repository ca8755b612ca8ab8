import { after, test } from 'node:test';
import { conformanceTests } from 'issue-conformance';
import { app, options } from './service.js';

const only = ['list.per-page.zero', 'create.accepted'];
conformanceTests({ test, afterAll: after }, { ...options, only }, async () => ({ fetch: app.fetch }));
