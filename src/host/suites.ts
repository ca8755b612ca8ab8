// Registers the rules of a run. Imported by the one file that its test runner loads.
import { inject } from 'vitest';
import { rules } from '../../suites/index.ts';
import { hostRules } from './host-rules.ts';

hostRules(inject('conformance'), rules);
