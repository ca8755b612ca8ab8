import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/catalogue/index.ts';
import type { FaultId, Reference } from '../../src/reference/index.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { failuresOf, type Replayed, replayExitStatus, replayFailures } from '../../src/run/replay.ts';
import type { SessionSettings } from '../../src/run/session.ts';
import { timesFor } from '../../src/trial/recorded.ts';
import { suites } from '../../suites/index.ts';
import { using } from '../reference/using.ts';
import { reportOf } from '../report/reports.ts';
import { sessionFor, tryReference } from '../support/try-reference.ts';

const QUICKLY = { listedWithinMs: 300 } as const;

/** The failures of some rules on a service with a fault, as they come back from a file. */
async function failuresOn(
  fault: FaultId,
  only: readonly RuleId[],
  settings: Partial<SessionSettings> = {},
): Promise<readonly RuleReport[]> {
  const { rules } = await tryReference({ faults: [fault] }, { only, ...QUICKLY, ...settings });
  const written: unknown = JSON.parse(JSON.stringify(reportOf('nonconformant', { rules: [...rules] })));
  const failures = failuresOf(written as ReturnType<typeof reportOf>);
  expect(failures.length).toBeGreaterThan(0);
  return failures;
}

async function replayOn(
  reference: Reference,
  failures: readonly RuleReport[],
  settings: Partial<SessionSettings> = {},
): Promise<readonly Replayed[]> {
  const session = { ...sessionFor(reference), ...QUICKLY, ...settings };
  return replayFailures(failures, session, suites, () => undefined);
}

const statuses = (replayed: readonly Replayed[]): string[] => replayed.map(({ status }) => status);

/** Faults of every kind: one case, generated and shrunk cases, creations, the whole of a run, after writes. */
const FAULTS: readonly (readonly [FaultId, readonly RuleId[]])[] = [
  ['per-page-zero-empty', ['list.per-page.zero']],
  ['per-page-huge-32-bits', ['list.per-page.huge']],
  ['sort-invalid-direction-turns-page', ['list.sort.invalid-ignores-direction']],
  ['title-type-400', ['create.title-type']],
  ['create-twice', ['create.once']],
  ['create-concurrent-lost', ['create.concurrent']],
];

describe('replaying a failure', () => {
  it.each(FAULTS)('finds %s still there, and gone from a service without it', async (fault, only) => {
    const failures = await failuresOn(fault, only);
    const there = await using({ faults: [fault] }, (reference) => replayOn(reference, failures));
    expect(there.map(({ id, status }) => [id, status])).toEqual(
      failures.map(({ id }) => [id, 'still failing']),
    );
    const gone = await using({}, (reference) => replayOn(reference, failures));
    expect(new Set(statuses(gone))).toEqual(new Set(['no longer failing']));
  });
});

const AFTER_WRITES = {
  fault: 'after-creation-default-20',
  only: ['list.per-page.default', 'create.accepted'],
} as const;

describe('replaying a failure that came up after the run had written', () => {
  it('writes the same again before it says anything', async () => {
    const failures = await failuresOn(AFTER_WRITES.fault, AFTER_WRITES.only);
    expect(failures.map(({ failure }) => failure?.replay?.afterWrites)).toEqual([true]);
    const there = await using({ faults: [AFTER_WRITES.fault] }, (reference) => replayOn(reference, failures));
    expect(statuses(there)).toEqual(['still failing']);
    const gone = await using({}, (reference) => replayOn(reference, failures));
    expect(statuses(gone)).toEqual(['no longer failing']);
  });

  it('cannot be tried where nothing may be written, and says so', async () => {
    const failures = await failuresOn(AFTER_WRITES.fault, AFTER_WRITES.only);
    const [replayed] = await using({ faults: [AFTER_WRITES.fault] }, (reference) =>
      replayOn(reference, failures, { writes: 'none' }),
    );
    expect(replayed).toMatchObject({ status: 'cannot be tried' });
    expect(replayed?.detail).toContain('set WRITES');
  });
});

/** Services that conform and are odd, busy, late, or have a bad day. */
const HARMLESS = [
  'unavailable-now-and-then',
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
    const replayed = await using({ variants: [variant] }, (reference) =>
      replayOn(reference, failures, { listedWithinMs: 2000 }),
    );
    expect(replayed).toHaveLength(3);
    expect(replayed.filter(({ status }) => status === 'still failing')).toEqual([]);
  });
});

describe('what a replay sends', () => {
  it('is nothing that writes, where that is not allowed', async () => {
    const failures = await failuresOn('title-type-400', ['create.title-type']);
    const [replayed] = await using({ faults: ['title-type-400'] }, (reference) =>
      replayOn(reference, failures, { writes: 'none' }),
    );
    expect(replayed).toMatchObject({
      status: 'cannot be tried',
      detail: 'Not tried: set WRITES (rejected or all)',
    });
  });
});

describe('a recorded case that cannot be made again', () => {
  it('is looked for among all cases of its rule', async () => {
    const [failed] = await failuresOn('per-page-zero-empty', ['list.per-page.zero']);
    if (failed?.failure === undefined) throw new Error('it failed');
    const other = { ...failed, failure: { ...failed.failure, counterexample: { per_page: '00' } } };
    const there = await using({ faults: ['per-page-zero-empty'] }, (reference) =>
      replayOn(reference, [other]),
    );
    expect(statuses(there)).toEqual(['still failing']);
  });

  it('does not end the replay where its value is of another kind', async () => {
    const [failed] = await failuresOn('title-type-400', ['create.title-type']);
    if (failed?.failure === undefined) throw new Error('it failed');
    const replay = { property: 0, value: { a: 1 }, afterWrites: false };
    const other = [{ ...failed, failure: { ...failed.failure, replay } }];
    const there = await using({ faults: ['title-type-400'] }, (reference) => replayOn(reference, other));
    expect(statuses(there)).toEqual(['still failing']);
  });

  it('cannot be tried where this version has no such rule', async () => {
    const [failed] = await failuresOn('per-page-zero-empty', ['list.per-page.zero']);
    if (failed === undefined) throw new Error('it failed');
    const other = [{ ...failed, id: 'list.per-page.half' }];
    const [replayed] = await using({}, (reference) => replayOn(reference, other));
    expect(replayed).toEqual({
      id: 'list.per-page.half',
      status: 'cannot be tried',
      detail: 'this version knows no such rule',
    });
  });
});

describe('a failure that was seen now and then', () => {
  it('is looked for more often than one that was always seen', () => {
    expect(['3 of 3', '2 of 4', '2 of 9', '1 of 900', 'never'].map(timesFor)).toEqual([3, 6, 14, 30, 3]);
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
