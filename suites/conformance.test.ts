// Each rule as a test of this checkout's own vitest: npx vitest run --project conformance
import { afterAll, inject, test } from 'vitest';
import { conformanceTests } from '../src/api/conformance-tests.ts';
import { gatherSettings } from '../src/settings/sources.ts';

conformanceTests({ test, afterAll }, { env: gatherSettings({}, inject('environment')).raw });
