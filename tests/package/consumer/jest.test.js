import { afterAll, test } from '@jest/globals';
import { conformanceTests } from 'issue-conformance';
import { app } from './express.js';
import { options } from './issues.js';

conformanceTests({ test, afterAll }, { listener: app, ...options });
