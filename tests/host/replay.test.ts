import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { Injected } from '../../proof/injected.ts';
import { timesFor } from '../../src/engine/recorded.ts';
import {
  failuresOf,
  type Replayed,
  replayExitStatus,
  replayFailures,
  sightingsIn,
} from '../../src/host/replay.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type RuleReport, reportSchema } from '../../src/report/model.ts';
import type { RunSettings, Surroundings } from '../../src/run/run-settings.ts';
import { rules } from '../../suites/index.ts';
import { failing, sampleReport } from '../report/reports.ts';
import { openTarget, reportsOn } from './target.ts';

/** Returns the failures of some rules on a service with a fault, read back from JSON. */
async function failuresOn(fault: FaultId, only: readonly RuleId[]): Promise<readonly RuleReport[]> {
  const all = await reportsOn({ faults: [fault] }, only);
  const written = JSON.stringify(sampleReport('nonconformant', { rules: [...all] }));
  const failures = failuresOf(reportSchema.parse(JSON.parse(written)));
  expect(failures.length).toBeGreaterThan(0);
  return failures;
}

async function replayOn(
  service: Injected,
  failures: readonly RuleReport[],
  settings: Partial<RunSettings> = {},
): Promise<readonly Replayed[]> {
  const target = openTarget(service, settings);
  return replayFailures(failures, target.settings, rules, () => undefined, target.surroundings);
}

const statuses = (replayed: readonly Replayed[]): string[] => replayed.map(({ status }) => status);

/** Faults of all kinds: single cases, generated and shrunk cases, creations, whole runs, after writes. */
const FAULTS: readonly (readonly [FaultId, readonly RuleId[]])[] = [
  ['per-page-zero-empty', ['list.per-page.zero']],
  ['per-page-huge-32-bits', ['list.per-page.huge']],
  ['sort-invalid-direction-turns-page', ['list.sort.invalid-ignores-direction']],
  ['title-type-400', ['create.title-type']],
  ['create-twice', ['create.once']],
  ['create-concurrent-lost', ['create.concurrent']],
  // A request of another rule, in its own phase, shows the fault.
  ['refused-stored-in-private', ['create.rejected-no-effect', 'create.private.outsider', 'create.accepted']],
];

describe('replaying a failure', () => {
  it.each(FAULTS)('finds %s still there, and gone from a service without it', async (fault, only) => {
    const failures = await failuresOn(fault, only);
    const there = await replayOn({ faults: [fault] }, failures);
    expect(there.map(({ id, status }) => [id, status])).toEqual(
      failures.map(({ id }) => [id, 'still failing']),
    );
    const gone = await replayOn({}, failures);
    expect(new Set(statuses(gone))).toEqual(new Set(['no longer failing']));
  });
});

const AFTER_WRITES = {
  fault: 'after-creation-sizes-as-given',
  only: ['list.per-page.zero', 'create.accepted'],
} as const;

describe('replaying a failure that came up after the run had written', () => {
  it('writes the same again before it says anything', async () => {
    const failures = await failuresOn(AFTER_WRITES.fault, AFTER_WRITES.only);
    expect(failures.map(({ failure }) => failure?.replay?.afterWrites)).toEqual([true]);
    const there = await replayOn({ faults: [AFTER_WRITES.fault] }, failures);
    expect(statuses(there)).toEqual(['still failing']);
    const gone = await replayOn({}, failures);
    expect(statuses(gone)).toEqual(['no longer failing']);
  });

  it('cannot be tried where nothing may be written, and says so', async () => {
    const failures = await failuresOn(AFTER_WRITES.fault, AFTER_WRITES.only);
    const [replayed] = await replayOn({ faults: [AFTER_WRITES.fault] }, failures, { writes: 'none' });
    expect(replayed).toMatchObject({ status: 'cannot be tried' });
    expect(replayed?.detail).toContain('set WRITES');
  });
});

/** Conforming services that are unusual, busy, slow, or disturbed. */
const HARMLESS = [
  'unavailable-intermittently',
  'somebody-creates',
  'somebody-closes',
  'created-listed-after-500-ms',
  'created-closed',
  'record-position',
];

describe('replaying failures on a service that only is odd', () => {
  it.each(HARMLESS)('never says that they are still there: %s', async (variant) => {
    const failures = [
      ...(await failuresOn('per-page-zero-empty', ['list.per-page.zero'])),
      ...(await failuresOn('sort-invalid-direction-turns-page', ['list.sort.invalid-ignores-direction'])),
      ...(await failuresOn('create-twice', ['create.once'])),
    ];
    const replayed = await replayOn({ variants: [variant] }, failures, { listedWithinMs: 2000 });
    expect(replayed).toHaveLength(3);
    expect(replayed.filter(({ status }) => status === 'still failing')).toEqual([]);
  });
});

describe('what a replay sends', () => {
  it('is nothing that writes, where that is not allowed', async () => {
    const failures = await failuresOn('title-type-400', ['create.title-type']);
    const [replayed] = await replayOn({ faults: ['title-type-400'] }, failures, { writes: 'none' });
    expect(replayed).toMatchObject({
      status: 'cannot be tried',
      detail: 'Not tried: set WRITES to rejected or all',
    });
  });
});

const VICTIM = { owner: 'somebody', repo: 'victim' };

/** A forged failure whose case names a repository of the attacker's choice. */
const madeUp = (id: RuleId, value: unknown): RuleReport =>
  failing(id, {
    counterexample: { ...VICTIM },
    replay: { ...(value === undefined ? {} : { property: 0, value }), afterWrites: false },
  });

describe('the repository of a recorded case', () => {
  it.each([
    ['create.unknown-owner', VICTIM],
    ['create.unknown-repo', VICTIM],
    ['list.unknown-owner', VICTIM],
    ['list.unknown-repo', VICTIM.repo],
    // Judges responses to other rules.
    ['list.array', undefined],
  ] as const)('is none that the report alone names: %s', async (id, value) => {
    const { settings, surroundings } = openTarget({});
    const asked: string[] = [];
    const { transport } = surroundings;
    if (transport === undefined) throw new Error('nothing goes over a network');
    const told: Surroundings = {
      ...surroundings,
      transport: {
        ...transport,
        send: (request, options) => {
          asked.push(request.url);
          return transport.send(request, options);
        },
      },
    };
    await replayFailures([madeUp(id, value)], settings, rules, () => undefined, told);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes(VICTIM.repo))).toEqual([]);
  });
});

describe('a recorded case that cannot be made again', () => {
  it('is looked for among all cases of its rule', async () => {
    const [failed] = await failuresOn('per-page-zero-empty', ['list.per-page.zero']);
    if (failed?.failure === undefined) throw new Error('it failed');
    const other = { ...failed, failure: { ...failed.failure, counterexample: { per_page: '00' } } };
    const there = await replayOn({ faults: ['per-page-zero-empty'] }, [other]);
    expect(statuses(there)).toEqual(['still failing']);
  });

  it('does not end the replay where its value is of another kind', async () => {
    const [failed] = await failuresOn('title-type-400', ['create.title-type']);
    if (failed?.failure === undefined) throw new Error('it failed');
    const replay = { property: 0, value: { a: 1 }, afterWrites: false };
    const other = [{ ...failed, failure: { ...failed.failure, replay } }];
    const there = await replayOn({ faults: ['title-type-400'] }, other);
    expect(statuses(there)).toEqual(['still failing']);
  });

  it('cannot be tried where this version has no such rule', async () => {
    const [failed] = await failuresOn('per-page-zero-empty', ['list.per-page.zero']);
    if (failed === undefined) throw new Error('it failed');
    const other = [{ ...failed, id: 'list.per-page.half' }];
    const [replayed] = await replayOn({}, other);
    expect(replayed).toEqual({
      id: 'list.per-page.half',
      status: 'cannot be tried',
      detail: 'this version knows no such rule',
    });
  });
});

describe('a failure that was seen now and then', () => {
  it('is looked for more often than one that was always seen', () => {
    const times = (reproduced: string): number => timesFor(sightingsIn(reproduced));
    expect(['3 of 3', '2 of 4', '2 of 9', '1 of 900', 'never'].map(times)).toEqual([3, 6, 14, 30, 3]);
  });
});

describe('the exit status of a replay', () => {
  const of = (...all: readonly Replayed['status'][]) =>
    replayExitStatus(all.map((status) => ({ id: 'list.ok', status, detail: '' })));

  it('is 1 where anything still fails, 3 where anything cannot be tried, and 0 otherwise', () => {
    expect(of('no longer failing', 'cannot be tried', 'still failing')).toBe(1);
    expect(of('no longer failing', 'cannot be tried')).toBe(3);
    expect(of('no longer failing')).toBe(0);
  });
});
