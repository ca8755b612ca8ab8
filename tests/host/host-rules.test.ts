import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startVitest, type TestCase } from 'vitest/node';
import { Collector } from '../../src/host/collector.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { startService } from '../../src/service/start.ts';
import { settingsFor } from '../support/try-service.ts';

/** The baseline lists the failure of one rule. */
const BASELINE = {
  entries: [
    {
      rule: 'list.per-page.huge',
      expect: 'fail',
      reason: 'why',
    },
  ],
  pins: [],
} as const;

/** Tries made-up rules in a vitest of their own. @param filter the name filter of `vitest -t` */
async function hosted(rules: readonly RuleId[], filter?: string) {
  const collector = new Collector();
  const told: Record<string, string> = {};
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { exitCode } = process;
  const service = await startService();
  try {
    const vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        watch: false,
        root: fileURLToPath(new URL('../..', import.meta.url)),
        include: ['tests/host/hosted.ts'],
        pool: 'threads',
        maxWorkers: 1,
        // Rules of a phase still run at the same time.
        maxConcurrency: 1,
        // The modules are transformed once for all tests.
        experimental: { fsModuleCache: true },
        reporters: [
          collector,
          { onTestCaseResult: (test: TestCase) => void (told[test.name] = test.result().state) },
        ],
        provide: {
          conformance: {
            session: settingsFor(service, service.baseUrl),
            rules,
            isTriedOnce: false,
            channel: 'hosted-rules',
            baseline: BASELINE,
          },
        },
        ...(filter === undefined ? {} : { testNamePattern: filter }),
      },
      { logLevel: 'silent' },
      { stdout: silence, stderr: silence },
    );
    await vitest.close();
  } finally {
    await service.stop();
    // A vitest run with a failed test sets the exit code.
    process.exitCode = exitCode;
  }
  const { rules: reports, faults, unusable, tally } = collector.collected;
  const verdicts = Object.fromEntries([...reports].map(([id, { verdict }]) => [id, verdict]));
  return { verdicts, faults, unusable, tally, told };
}

const [ACCEPTED, OK, ONCE, LISTED] = ['create.accepted', 'list.ok', 'create.once', 'create.listed'] as const;

it.each<[rules: readonly RuleId[], filter: string | undefined, passed: readonly RuleId[]]>([
  [[ACCEPTED, OK, ONCE, LISTED], undefined, [ACCEPTED, OK, ONCE, LISTED]],
  [[ONCE, LISTED], ONCE, [ONCE]],
  [[ACCEPTED, OK, ONCE], ONCE, [ONCE]],
])('rules are tried phase by phase: %j, filtered by %s', async (rules, filter, passed) => {
  const { verdicts, faults, unusable } = await hosted(rules, filter);
  expect(verdicts).toEqual(Object.fromEntries(passed.map((id) => [id, 'pass'])));
  expect([faults, unusable]).toEqual([[], null]);
});

it('a rule that throws is a fault of this program, and what was decided before stays so', async () => {
  const { verdicts, faults } = await hosted(['create.missing-title', 'create.concurrent', OK]);
  expect(verdicts).toEqual({ 'create.missing-title': 'pass' });
  expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(new Set(['create.concurrent', OK]));
});

it('a rule that fails as the baseline lists is skipped, and reported as a failure', async () => {
  const { verdicts, faults, told } = await hosted(['list.per-page.zero', 'list.per-page.huge']);
  expect(told).toMatchObject({ 'list.per-page.zero': 'failed', 'list.per-page.huge': 'skipped' });
  expect(verdicts).toEqual({ 'list.per-page.zero': 'fail', 'list.per-page.huge': 'fail' });
  expect(faults).toEqual([]);
});
