import { describe, expect, it } from 'vitest';
import { noteCreated } from '../../proof/changes/creations.ts';
import { createOne, removeOldestOpen } from '../../proof/changes/other-people.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { tryOn } from './trying.ts';

const CREATING = [
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.concurrent',
  'create.once',
] as const;

const failedOn = async (change: Change) => (await tryOn({ changes: [change] }, CREATING)).failed;

/** Does something to the public repository at some requests. */
const atRequests =
  (
    isOne: (ordinal: number, method: string) => boolean,
    doing: (repository: Repository, world: World) => void,
  ): Change =>
  (b) => ({
    around: (inner, request) => {
      const [repository] = request.world.repositories;
      if (repository !== undefined && isOne(request.ordinal, request.method))
        doing(repository, request.world);
      return b.around(inner, request);
    },
  });

describe('issues that go with creations', () => {
  it.each(['create-over-the-oldest', 'create-over-the-newest'] as const)('are lost: %s', async (fault) => {
    const { failed, violation } = await tryOn({ faults: [fault] }, CREATING);
    expect(failed).toContain('create.once');
    expect(violation('create.once').kind).toBe('lost');
  });

  it('are lost though it is only every second creation that takes one', async () => {
    let created = 0;
    const losing: Change = (b) =>
      noteCreated(b, (_issue, repository) => {
        created += 1;
        if (created % 2 === 0) removeOldestOpen(repository);
      });
    expect(await failedOn(losing)).toEqual(['create.once']);
  });

  it('are lost though it takes two creations at once', async () => {
    let underWay = 0;
    const losing: Change = (b) => ({
      store: async (draft, repository, call) => {
        underWay += 1;
        const isAlone = underWay === 1;
        await call.request.pause(20);
        underWay -= 1;
        const issue = await b.store(draft, repository, call);
        if (!isAlone) removeOldestOpen(repository);
        return issue;
      },
    });
    expect(await failedOn(losing)).toEqual(['create.once']);
  });
});

describe('issues that go away for another reason', () => {
  it.each([3, 7, 12, 17, 25])('are somebody deleting one with every %i. request', async (nth) => {
    expect(await failedOn(atRequests((ordinal) => ordinal % nth === 0, removeOldestOpen))).toEqual([]);
  });

  it('are somebody deleting one whenever something is sent to be created', async () => {
    expect(await failedOn(atRequests((_ordinal, method) => method === 'POST', removeOldestOpen))).toEqual([]);
  });

  it.each([3, 4, 5])('are somebody tidying up after every %i. creation', async (nth) => {
    let created = 0;
    const tidying: Change = (b) =>
      noteCreated(b, (_issue, repository) => {
        created += 1;
        if (created % nth === 0) removeOldestOpen(repository);
      });
    expect(await failedOn(tidying)).toEqual([]);
  });

  it('are somebody writing and deleting whenever something is sent', async () => {
    const both = (repository: Repository, world: World): void => {
      createOne(repository, world);
      removeOldestOpen(repository);
    };
    expect(await failedOn(atRequests((_ordinal, method) => method === 'POST', both))).toEqual([]);
  });

  it('are a page that was not read', async () => {
    const { failed } = await tryOn({ faults: ['answer-304-unasked'] }, CREATING);
    expect(failed).not.toContain('create.once');
  });

  it('are a list that lags behind', async () => {
    expect((await tryOn({ variants: ['copy-lags-behind'] }, CREATING)).failed).toEqual([]);
  });

  it('are a limit of the service to the rate of creations', async () => {
    let posts = 0;
    const limited: Change = (b) => ({
      around: async (inner, request) => {
        posts += isCreate(request) ? 1 : 0;
        return isCreate(request) && posts % 3 === 0
          ? { status: 429, headers: { 'retry-after': '1' }, body: '' }
          : b.around(inner, request);
      },
    });
    expect(await failedOn(limited)).toEqual([]);
  });
});
