import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startVitest } from 'vitest/node';
import { Collector } from '../../src/host/collector.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { startService } from '../../src/service/start.ts';
import { settingsFor } from '../support/try-service.ts';

/** Tries made-up rules in a vitest of their own. */
async function hosted(rules: readonly RuleId[]) {
  const collector = new Collector();
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
        reporters: [collector],
        provide: {
          conformance: {
            session: settingsFor(service, service.baseUrl),
            rules,
            channel: 'hosted-rules',
          },
        },
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
  const { rules: reports, faults, unusable } = collector.collected;
  const verdicts = Object.fromEntries([...reports].map(([id, { verdict }]) => [id, verdict]));
  return { verdicts, faults, unusable };
}

it('a result of each rule reaches the host, phase by phase', async () => {
  const rules = ['create.accepted', 'list.ok', 'list.per-page.zero', 'create.once'] as const;
  const { verdicts, faults, unusable } = await hosted(rules);
  expect(verdicts).toEqual({
    'create.accepted': 'pass',
    'list.ok': 'pass',
    'list.per-page.zero': 'fail',
    'create.once': 'pass',
  });
  expect([faults, unusable]).toEqual([[], null]);
});

it('a rule that throws is a fault of this program, and what was decided before stays so', async () => {
  const { verdicts, faults } = await hosted(['create.missing-title', 'create.concurrent', 'list.ok']);
  expect(verdicts).toEqual({ 'create.missing-title': 'pass' });
  expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(
    new Set(['create.concurrent', 'list.ok']),
  );
});
