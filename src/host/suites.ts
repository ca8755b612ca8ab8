// Entry of the one file that the test runner of a run loads.
import { inject } from 'vitest';
import { rules } from '../../suites/index.ts';
import { hostRules } from './host-rules.ts';

hostRules(inject('conformance'), rules);
