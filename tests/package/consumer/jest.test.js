import { afterAll, test } from '@jest/globals';
import { conformanceTests } from 'issue-conformance';
import { app, options } from './service.js';

const only = ['list.per-page.zero', 'create.accepted'];
conformanceTests({ test, afterAll }, { ...options, only }, () => ({ fetch: app.fetch }));
