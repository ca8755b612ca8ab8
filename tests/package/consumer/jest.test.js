import { afterAll, test } from '@jest/globals';
import { conformanceTests } from 'issue-conformance';
import { app, options } from './service.js';

conformanceTests({ test, afterAll }, options, () => ({ fetch: app.fetch }));
