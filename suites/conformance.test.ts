// Each rule as a test of this checkout's own vitest, with the reports of the command: npx vitest run --project conformance
import { afterAll, inject, test } from 'vitest';
import { conformanceTests } from '../src/api/conformance-tests.ts';
import { gatherSettings } from '../src/settings/sources.ts';

const { raw } = gatherSettings({}, inject('environment'));
conformanceTests({ test, afterAll }, { env: { ...raw, REPORT_DIR: raw['REPORT_DIR'] ?? 'reports' } });
