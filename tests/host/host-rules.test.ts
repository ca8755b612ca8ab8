import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startVitest, type TestCase } from 'vitest/node';
import { type Baseline, NO_BASELINE } from '../../src/baseline/baseline.ts';
import { type Collected, Collector } from '../../src/host/collector.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { using } from '../service/using.ts';
import { settingsFor } from '../support/try-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Tries some made-up rules in a vitest of their own. @param filter the name filter of `vitest -t` @param told
 * receives the states of the tests
 */
async function hosted(
  rules: readonly RuleId[],
  filter?: string,
  { baseline = NO_BASELINE, told = {} }: { baseline?: Baseline; told?: Record<string, string> } = {},
): Promise<Collected> {
  const collector = new Collector();
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { exitCode } = process;
  await using({}, async (reference) => {
    const vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        watch: false,
        root: ROOT,
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
            session: settingsFor(reference, reference.baseUrl),
            rules,
            isTriedOnce: false,
            channel: 'hosted-rules',
            baseline,
          },
        },
        ...(filter === undefined ? {} : { testNamePattern: filter }),
      },
      { logLevel: 'silent' },
      { stdout: silence, stderr: silence },
    );
    await vitest.close();
  });
  // A vitest run with a failed test sets the exit code.
  process.exitCode = exitCode;
  return collector.collected;
}

const verdictsOf = ({ rules }: Collected): Record<string, string> =>
  Object.fromEntries([...rules].map(([id, { verdict }]) => [id, verdict]));

describe('rules as tests of vitest', () => {
  it('are tried phase by phase, each reported under its id', async () => {
    const collected = await hosted(['create.accepted', 'list.ok', 'create.once', 'create.listed']);
    expect(verdictsOf(collected)).toEqual({
      'create.accepted': 'pass',
      'list.ok': 'pass',
      'create.once': 'pass',
      'create.listed': 'pass',
    });
    expect([collected.faults, collected.unusable]).toEqual([[], null]);
  });

  it('that throw are faults of this program, and the others are decided', async () => {
    const collected = await hosted(['list.ok', 'list.array']);
    expect(verdictsOf(collected)).toEqual({ 'list.ok': 'pass' });
    expect(collected.faults).toEqual(['list.array: a bug of a rule']);
  });

  it('that fail as the baseline lists are skipped, and others fail; the report has both as failures', async () => {
    const told: Record<string, string> = {};
    const entry = {
      expect: 'fail',
      kinds: [],
      causes: [],
      reason: 'why',
      issue: null,
      expires: null,
    } as const;
    const baseline = { entries: [{ ...entry, rule: 'list.per-page.huge' as const }], pins: [] };
    const rules = ['list.per-page.zero', 'list.per-page.huge'] as const;
    const collected = await hosted(rules, undefined, { baseline, told });
    expect(told).toMatchObject({ 'list.per-page.zero': 'failed', 'list.per-page.huge': 'skipped' });
    expect(verdictsOf(collected)).toEqual({ 'list.per-page.zero': 'fail', 'list.per-page.huge': 'fail' });
    expect(collected.faults).toEqual([]);
  });

  it('that throw while they ask early are a fault of this program', async () => {
    const collected = await hosted(['list.ok', 'create.concurrent']);
    expect(collected.faults).toContain('create.concurrent: a bug of a rule');
    expect(collected.rules.get('create.concurrent')).toBeUndefined();
  });
});

describe('a filter by the names of tests', () => {
  it('leaves out of a phase what nobody shall wait for', async () => {
    expect(verdictsOf(await hosted(['create.once', 'create.listed'], 'create.once'))).toEqual({
      'create.once': 'pass',
    });
  });

  it('lets a rule ask in an earlier phase, all of whose own rules it leaves out', async () => {
    const collected = await hosted(['create.accepted', 'list.ok', 'create.once'], 'create.once');
    expect(verdictsOf(collected)).toEqual({ 'create.once': 'pass' });
  });

  it('lets no rule ask that it leaves out', async () => {
    const [one, both] = [
      await hosted(['create.accepted', 'create.once'], 'create.accepted'),
      await hosted(['create.accepted', 'create.once']),
    ];
    expect(one.faults).toEqual([]);
    expect(one.tally.requests).toBeLessThan(both.tally.requests);
  });
});
