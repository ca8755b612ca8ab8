import { expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { createOne, nthNewestOpen, removeOldestOpen } from '../../proof/changes/other-people.ts';
import type { Injected } from '../../proof/injected.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { type Trying, tryService } from '../support/try-service.ts';

const observations = ruleIds.filter((id) => id.startsWith('observed.'));
const RUNS = [1, 2, 3, 4];

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
const edit: Write = (repository, world, next) => {
  const issue = nthNewestOpen(repository, 1 + Math.floor(next() * 30));
  if (issue === undefined) return;
  const updated_at = world.now().toISOString();
  repository.replace(issue, {
    ...issue,
    title: `${issue.title} (edited)`,
    comments: issue.comments + 1,
    updated_at,
  });
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

/** Fails at one request in twenty, drawn by a seed. */
const failing =
  (seed: number): Change =>
  (b) => {
    const next = numbersOf(seed);
    return {
      around: async (inner, request) =>
        next() * 20 < 1 ? failure(next() < 0.5 ? 500 : 503) : b.around(inner, request),
    };
  };

async function observed(options: Injected, settings: Trying = {}): Promise<ReadonlyMap<string, string>> {
  const { tried } = await tryService(options, { only: observations, ...settings });
  return new Map(
    tried.flatMap(({ rule, verdict }) =>
      verdict.verdict === 'observed' ? [[rule.id, verdict.observation.value] as const] : [],
    ),
  );
}

it.each<[string, (run: number) => Change, number, number?]>([
  ['others create before one request in three', (run) => writing(run, 3, [createOne]), 14],
  ['others edit before one request in ten', (run) => writing(run, 10, [edit]), 4],
  [
    'others do everything before one request in ten',
    (run) => writing(run, 10, [createOne, close, edit, removeOldestOpen]),
    4,
  ],
  [
    'others do everything to a short list',
    (run) => writing(run, 10, [createOne, close, edit, removeOldestOpen]),
    14,
    31,
  ],
  ['it fails at one request in twenty', failing, 8],
])(
  'an observation has its usual value or is not made where %s',
  async (_where, changeOf, mayLack, issues) => {
    const size = issues === undefined ? {} : { issues };
    const usual = await observed(size);
    for (const run of RUNS) {
      const seen = await observed({ ...size, changes: [changeOf(run * 31)] }, { seed: run * 7919 });
      expect([...seen].filter(([id, value]) => usual.get(id) !== value)).toEqual([]);
      expect(seen.size).toBeGreaterThanOrEqual(usual.size - mayLack);
    }
  },
);
