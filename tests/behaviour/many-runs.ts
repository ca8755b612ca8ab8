import type { ProfileName } from '../../src/model/profile.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { tryService } from '../support/try-service.ts';

const RUNS = 200;
const RUN_ID = 'leftbehind';
const AN_HOUR = 3_600_000;
const FIRST_RUN = Date.parse('2025-01-01T00:00:00Z');
const ROBOT = { login: 'robot', id: 7301 };

/** Calls `see` with the data of the service at its first request. */
const atFirst = (see: (world: World) => void): Change => {
  let isSeen = false;
  return (behaviour) => ({
    around: (inner, request) => {
      if (!isSeen) see(request.world);
      isSeen = true;
      return behaviour.around(inner, request);
    },
  });
};

const widgetsOf = (world: World) => {
  const repository = world.find('acme', 'widgets');
  if (repository === undefined) throw new Error('the service has no such repository');
  return repository;
};

/** Returns the issues that one run of a profile creates. */
export async function leftByOneRun(profile: ProfileName): Promise<readonly IssueDraft[]> {
  const worlds: World[] = [];
  await tryService({ changes: [atFirst((world) => worlds.push(world))] }, { profile, runId: RUN_ID });
  return worlds
    .flatMap((world) => widgetsOf(world).issues)
    .filter(({ title, body }) => `${title} ${body}`.includes(RUN_ID))
    .map(({ title, body }) => ({ title, body }));
}

/** Fills a service with the issues of hundreds of runs, each with its own run id. */
export const afterManyRuns = (left: readonly IssueDraft[]): Change =>
  atFirst((world) => {
    const repository = widgetsOf(world);
    for (let run = 0; run < RUNS; run += 1) {
      const own = (text: string): string => text.replaceAll(RUN_ID, `run${String(run).padStart(7, '0')}`);
      const at = new Date(FIRST_RUN + run * AN_HOUR);
      for (const { title, body } of left)
        repository.insert(
          repository.prepare({ title: own(title), body: body === null ? null : own(body) }, ROBOT, at),
        );
    }
  });
