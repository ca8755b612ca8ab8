import { conformanceTests } from 'issue-conformance';
import { afterAll, test } from 'vitest';
import { app } from './hono.js';
import { options } from './issues.js';

conformanceTests({ test, afterAll }, { fetch: app.fetch, ...options });
