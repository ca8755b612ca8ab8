// Each rule as a test of this checkout's own vitest, with the reports of the command: npx vitest run --project conformance
import { afterAll, inject, test } from 'vitest';
import { conformanceTests } from '../src/api/conformance-tests.ts';
import { describeProblems } from '../src/settings/parse.ts';
import { gatherSettings } from '../src/settings/sources.ts';

const { raw, problems } = gatherSettings({}, inject('environment'));
if (problems.length > 0) throw new Error(describeProblems(problems));
conformanceTests({ test, afterAll }, { env: { ...raw, REPORT_DIR: raw['REPORT_DIR'] ?? 'reports' } });
