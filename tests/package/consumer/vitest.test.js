import { conformanceTests } from 'issue-conformance';
import { afterAll, test } from 'vitest';
import { app, options } from './service.js';

conformanceTests({ test, afterAll }, { fetch: app.fetch, ...options });
