import { inject } from 'vitest';
import { hostRules } from '../src/host/host-rules.ts';
import { rules } from './index.ts';

// The one file that a test runner loads: every rule of the plan becomes a test with its id.
hostRules(inject('conformance'), rules);
