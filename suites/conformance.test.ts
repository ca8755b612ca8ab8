import { inject } from 'vitest';
import { hostRules } from '../src/run/host-rules.ts';
import { suites } from './index.ts';

// The one file that a test runner loads: every rule of the plan becomes a test with its id.
hostRules(inject('conformance'), suites);
