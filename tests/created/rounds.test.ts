import { describe, expect, it } from 'vitest';
import { renderAs } from '../../proof/changes/answers.ts';
import { createOne, nthNewestOpen, removeOldestOpen } from '../../proof/changes/other-people.ts';
import { takeCensus } from '../../src/created/census.ts';
import { arrivedBetween, countedRound, isAtRest } from '../../src/created/rounds.ts';
import { submit, validCreation } from '../../src/created/writer.ts';
import type { Trial } from '../../src/engine/trial.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { withTrial } from './trying.ts';

type Doing = (repository: Repository, world: World) => void;

/** A service on which somebody does something when told to. */
function somebody(): { readonly change: Change; readonly does: (doing: Doing) => void } {
  const waiting: Doing[] = [];
  return {
    change: (b) => ({
      around: (inner, request) => {
        const [repository] = request.world.repositories;
        if (repository !== undefined) for (const doing of waiting.splice(0)) doing(repository, request.world);
        return b.around(inner, request);
      },
    }),
    does: (doing) => void waiting.push(doing),
  };
}

const look = (t: Trial) => takeCensus(t, t.bed.written, 'ends');

/** How many records came by what somebody did between two readings. */
async function cameBy(doing: Doing, changes: readonly Change[] = []): Promise<number> {
  const { change, does } = somebody();
  return withTrial({ changes: [...changes, change], issues: 40 }, async (t) => {
    const before = await look(t);
    does(doing);
    return arrivedBetween(t, before, await look(t));
  });
}

const nameless: Change = () => renderAs(() => ({ kind: 'issue' }));

describe('what came to the lists of a service', () => {
  it('is what stands there and did not before, and nothing where nothing was done', async () => {
    expect(await cameBy(createOne)).toBe(1);
    expect(await cameBy(() => undefined)).toBe(0);
  });

  it('is found in whatever listing it stands, and counted once', async () => {
    const createClosed: Doing = (repository, world) => {
      createOne(repository, world);
      const issue = nthNewestOpen(repository, 1);
      if (issue !== undefined) repository.replace(issue, { ...issue, state: 'closed' });
    };
    expect(await cameBy(createClosed)).toBe(1);
  });

  it('is not an issue that only went from one listing to another, nor one that was edited', async () => {
    const close: Doing = (repository) => {
      const issue = nthNewestOpen(repository, 3);
      if (issue !== undefined) repository.replace(issue, { ...issue, state: 'closed' });
    };
    const edit: Doing = (repository) => {
      const issue = nthNewestOpen(repository, 3);
      if (issue !== undefined) repository.replace(issue, { ...issue, title: 'edited' });
    };
    expect([await cameBy(close), await cameBy(edit)]).toEqual([0, 0]);
  });

  it('is not made less by what goes meanwhile', async () => {
    const both: Doing = (repository, world) => {
      createOne(repository, world);
      removeOldestOpen(repository);
    };
    expect(await cameBy(both)).toBe(1);
  });

  it('is a number of records where they cannot be told apart', async () => {
    const two: Doing = (repository, world) => {
      createOne(repository, world);
      createOne(repository, world);
    };
    expect(await cameBy(two, [nameless])).toBe(2);
  });
});

describe('a counted round', () => {
  it('counts what came with its creations, once that was listed', async () => {
    await withTrial({ variants: ['created-listed-after-500-ms', 'record-id-only'] }, async (t) => {
      const round = await countedRound(t, async () => [
        await submit(t, validCreation(t)),
        await submit(t, validCreation(t)),
      ]);
      expect([round.accepted, round.arrived]).toEqual([2, 2]);
      expect(await isAtRest(t, round)).toBe(true);
    });
  });

  it('waits for what was created before, which could not be told from its own', async () => {
    await withTrial({ variants: ['created-listed-after-500-ms', 'record-id-only'] }, async (t) => {
      await submit(t, validCreation(t));
      const round = await countedRound(t, async () => [await submit(t, validCreation(t))]);
      expect(round.arrived).toBe(1);
    });
  });

  it('sees that others are at work', async () => {
    await withTrial({ variants: ['somebody-imports-often', 'record-id-only'] }, async (t) => {
      const round = await countedRound(t, async () => [await submit(t, validCreation(t))]);
      const seen = [];
      for (let left = 8; left > 0; left -= 1) seen.push(await isAtRest(t, round));
      expect(seen).toContain(false);
    });
  });
});
