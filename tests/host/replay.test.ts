import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { Injected } from '../../proof/injected.ts';
import { failuresOf, type Replayed, replayExitStatus, replayFailures } from '../../src/host/replay.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type FailureReport, type RuleReport, reportSchema } from '../../src/report/model.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { rules } from '../../suites/index.ts';
import { reportWith } from './reported.ts';
import { openTarget, reportsOn } from './target.ts';

/** Returns the failures of some rules on a service with a fault, read back from JSON. */
async function failuresOn(fault: FaultId, only: readonly RuleId[]): Promise<readonly RuleReport[]> {
  const all = await reportsOn({ faults: [fault] }, only);
  const written = JSON.stringify(reportWith('nonconformant', { rules: [...all] }));
  const failures = failuresOf(reportSchema.parse(JSON.parse(written)));
  expect(failures.length).toBeGreaterThan(0);
  return failures;
}
const zero = () => failuresOn('per-page-zero-empty', ['list.per-page.zero']);

/** Replays failures, and returns their statuses and the addresses that were asked. */
async function replayOn(
  service: Injected,
  failures: readonly RuleReport[],
  given: Partial<RunSettings> = {},
) {
  const { settings, surroundings } = openTarget(service, given);
  const { transport } = surroundings;
  if (transport === undefined) throw new Error('nothing goes over a network');
  const asked: string[] = [];
  const listening: typeof transport = {
    ...transport,
    send: (request, options) => {
      asked.push(request.url);
      return transport.send(request, options);
    },
  };
  const replayed = await replayFailures(failures, settings, rules, () => undefined, {
    ...surroundings,
    transport: listening,
  });
  return { statuses: replayed.map(({ status }) => status), replayed, asked };
}

const AFTER_WRITES = ['list.per-page.zero', 'create.accepted'] as const;

describe('replaying a failure', () => {
  /** Faults of all kinds: single cases, generated and shrunk cases, creations, whole runs, after writes. */
  it.each<[FaultId, readonly RuleId[]]>([
    ['per-page-zero-empty', ['list.per-page.zero']],
    ['per-page-huge-32-bits', ['list.per-page.huge']],
    ['sort-invalid-direction-turns-page', ['list.sort.invalid-ignores-direction']],
    ['title-type-400', ['create.title-type']],
    ['create-twice', ['create.once']],
    ['create-concurrent-lost', ['create.concurrent']],
    // A request of another rule, in its own phase, shows the fault.
    [
      'refused-stored-in-private',
      ['create.rejected-no-effect', 'create.private.outsider', 'create.accepted'],
    ],
    // The run has to write again before it shows.
    ['after-creation-sizes-as-given', AFTER_WRITES],
  ])('finds %s still there, and gone from a service without it', async (fault, only) => {
    const failures = await failuresOn(fault, only);
    const there = await replayOn({ faults: [fault] }, failures);
    expect(new Set(there.statuses)).toEqual(new Set(['still failing']));
    expect((await replayOn({}, failures)).statuses).toEqual(failures.map(() => 'no longer failing'));
  });

  it.each<[FaultId, readonly RuleId[]]>([
    ['title-type-400', ['create.title-type']],
    ['after-creation-sizes-as-given', AFTER_WRITES],
  ])('cannot be tried if it has to write and may not: %s', async (fault, only) => {
    const { replayed } = await replayOn({ faults: [fault] }, await failuresOn(fault, only), {
      writes: 'none',
    });
    const expected = { status: 'cannot be tried', detail: expect.stringMatching(/WRITES/) };
    expect(replayed).toMatchObject([expected]);
  });

  it.each([
    'unavailable-intermittently',
    'somebody-creates',
    'somebody-closes',
    'created-listed-after-500-ms',
    'created-closed',
    'record-position',
  ])('finds nothing on a service that only is odd: %s', async (variant) => {
    const failures = [
      ...(await zero()),
      ...(await failuresOn('sort-invalid-direction-turns-page', ['list.sort.invalid-ignores-direction'])),
      ...(await failuresOn('create-twice', ['create.once'])),
    ];
    const { statuses } = await replayOn({ variants: [variant] }, failures, { listedWithinMs: 2000 });
    expect(statuses).toHaveLength(3);
    expect(statuses).not.toContain('still failing');
  });
});

describe('a recorded case', () => {
  const VICTIM = { owner: 'somebody', repo: 'victim' };
  /** Returns a recorded failure with another rule or another case. */
  const forged = async (id: string, part: Partial<FailureReport>): Promise<RuleReport[]> =>
    (await zero()).flatMap(({ failure, ...one }) =>
      failure === undefined ? [] : [{ ...one, id, failure: { ...failure, ...part } }],
    );

  it.each<RuleId>([
    'create.unknown-owner',
    'create.unknown-repo',
    'list.unknown-owner',
    'list.unknown-repo',
    // Judges responses to other rules.
    'list.array',
  ])('never names a repository of its own: %s', async (id) => {
    const replay = { case: `${VICTIM.owner}/${VICTIM.repo} with TOKEN`, afterWrites: false };
    const { asked } = await replayOn({}, await forged(id, { counterexample: { ...VICTIM }, replay }));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes(VICTIM.repo))).toEqual([]);
  });

  it.each<[string, id: string, Partial<FailureReport>, Replayed['status']]>([
    [
      'is not one of its rule',
      'list.per-page.zero',
      { replay: { case: 'per_page=00', afterWrites: false } },
      'still failing',
    ],
    ['has no name', 'list.per-page.zero', { replay: { afterWrites: false } }, 'still failing'],
    ['is of an unknown rule', 'list.per-page.half', {}, 'cannot be tried'],
  ])('does not end the replay if it %s', async (_, id, part, status) => {
    const { statuses } = await replayOn({ faults: ['per-page-zero-empty'] }, await forged(id, part));
    expect(statuses).toEqual([status]);
  });
});

it.each<[status: number, ...all: Replayed['status'][]]>([
  [1, 'no longer failing', 'cannot be tried', 'still failing'],
  [3, 'no longer failing', 'cannot be tried'],
  [0, 'no longer failing'],
])('the exit status is %i after %j', (status, ...all) => {
  expect(replayExitStatus(all.map((one) => ({ id: 'list.ok', status: one, detail: '' })))).toBe(status);
});
