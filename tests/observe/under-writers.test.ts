import { beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { createOne, nthNewestOpen, removeOldestOpen } from '../../proof/changes/other-people.ts';
import type { Injected } from '../../proof/injected.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { tryOn } from '../created/trying.ts';

const observations = ruleIds.filter((id) => id.startsWith('observed.'));
const RUNS = [1, 2, 3, 4, 5, 6];
/** Open issues of lists that come to an end, or end with a page, as others write. */
const LENGTHS = [12, 31, 101];

/** Numbers from 0 up to 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Write = (repository: Repository, world: World, next: () => number) => void;

const close: Write = (repository, _world, next) => {
  const issue = nthNewestOpen(repository, 1 + Math.floor(next() * 20));
  if (issue !== undefined) repository.replace(issue, { ...issue, state: 'closed' });
};
const reopen: Write = (repository, _world, next) => {
  const issue = repository.issues.filter(({ state }) => state === 'closed').at(-1 - Math.floor(next() * 20));
  if (issue !== undefined) repository.replace(issue, { ...issue, state: 'open' });
};
const edit: Write = (repository, world, next) => {
  const issue = nthNewestOpen(repository, 1 + Math.floor(next() * 30));
  if (issue === undefined) return;
  const [title, body] = [`${issue.title} (edited)`, next() < 0.5 ? null : 'edited'];
  const comments = issue.comments + 1;
  repository.replace(issue, { ...issue, title, body, comments, updated_at: world.now().toISOString() });
};

const WRITERS: Readonly<Record<string, readonly Write[]>> = {
  'create issues': [createOne],
  'close and reopen issues': [close, reopen],
  'edit issues': [edit],
  'delete issues': [removeOldestOpen],
  'do everything': [createOne, close, reopen, edit, removeOldestOpen],
};

/** Lets somebody write before one request in so many, drawn by a seed. */
const writing =
  (seed: number, oneIn: number, writes: readonly Write[]): Change =>
  (b) => {
    const next = numbersOf(seed);
    return {
      around: (inner, request) => {
        const [repository] = request.world.repositories;
        if (repository !== undefined && next() * oneIn < 1)
          writes[Math.floor(next() * writes.length)]?.(repository, request.world, next);
        return b.around(inner, request);
      },
    };
  };

/** A service that fails at one request in so many, drawn by a seed. */
const failing =
  (seed: number, oneIn: number): Change =>
  (b) => {
    const next = numbersOf(seed);
    return {
      around: async (inner, request) =>
        next() * oneIn < 1 ? failure(next() < 0.5 ? 500 : 503) : b.around(inner, request),
    };
  };

describe('on a service that is not at rest, an observation has its usual value or is not made', () => {
  const usual = new Map<number | undefined, ReadonlyMap<string, string | undefined>>();

  beforeAll(async () => {
    for (const issues of [undefined, ...LENGTHS]) {
      const { value } = await tryOn(issues === undefined ? {} : { issues }, observations);
      usual.set(issues, new Map(observations.map((id) => [id, value(id)])));
    }
  });

  /** Observations made in a run whose values are not the usual ones, and how many were made. */
  async function runOn(options: Injected, run: number): Promise<{ other: string[]; made: number }> {
    const { value } = await tryOn(options, observations, { seed: run * 7919, runId: `run${run}00000000` });
    const made = observations.flatMap((id) => {
      const seen = value(id);
      return seen === undefined ? [] : [{ id, seen }];
    });
    return {
      other: made.flatMap(({ id, seen }) =>
        seen === usual.get(options.issues)?.get(id) ? [] : [`${id}: ${seen}`],
      ),
      made: made.length,
    };
  }

  it.each(
    Object.entries(WRITERS).flatMap(([name, writes]) => [10, 3].map((oneIn) => ({ name, oneIn, writes }))),
  )('where others $name before one request in $oneIn', async ({ oneIn, writes }) => {
    const runs = await Promise.all(
      RUNS.map((run) => runOn({ changes: [writing(run * 31 + oneIn, oneIn, writes)] }, run)),
    );
    expect(runs.flatMap(({ other }) => other)).toEqual([]);
    // Most do not depend on how the list moves, and those that do are made where it moves a little.
    const fewest = Math.min(...runs.map(({ made }) => made));
    expect(fewest).toBeGreaterThanOrEqual(observations.length - (oneIn > 3 ? 4 : 14));
  });

  it.each(LENGTHS)('where others do everything to a list of %d issues', async (issues) => {
    const writes = WRITERS['do everything'] ?? [];
    const runs = await Promise.all(
      RUNS.map((run) => runOn({ issues, changes: [writing(run, 10, writes)] }, run)),
    );
    expect(runs.flatMap(({ other }) => other)).toEqual([]);
  });

  it('where it fails at one request in twenty', async () => {
    const runs = await Promise.all(RUNS.map((run) => runOn({ changes: [failing(run, 20)] }, run)));
    expect(runs.flatMap(({ other }) => other)).toEqual([]);
    expect(Math.min(...runs.map(({ made }) => made))).toBeGreaterThanOrEqual(observations.length - 8);
  });

  it('and where all is quiet, whether the other rules are tried or not', async () => {
    for (const seed of [3, 77_777]) {
      const { value } = await tryOn({}, ruleIds, { seed, runId: `run${seed}0000000` });
      expect(new Map(observations.map((id) => [id, value(id)]))).toEqual(usual.get(undefined));
    }
  });
});
