import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { byTheClock, createOne } from '../../proof/changes/other-people.ts';
import { gatingIds, type RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type ServiceRequest } from '../../src/service/request.ts';
import { tryOn } from './trying.ts';

const isBurst = ({ body }: ServiceRequest): boolean => body.includes('at the same moment');

/** Answers some creations in another way, or not at all. */
const creations =
  (isOdd: (request: ServiceRequest, nth: number) => boolean, status: number | 'never'): Change =>
  (b) => {
    let nth = 0;
    return {
      around: async (inner, request) => {
        if (!isCreate(request)) return b.around(inner, request);
        nth += 1;
        if (!isOdd(request, nth)) return b.around(inner, request);
        if (status === 'never') await request.pause(3_600_000);
        return failure(status === 'never' ? 503 : status);
      },
    };
  };

describe('creations at the same moment', () => {
  it('decide nothing where some of them are never answered', async () => {
    const { failed, why } = await tryOn(
      { changes: [creations((request, nth) => isBurst(request) && nth % 4 !== 0, 'never')] },
      gatingIds,
      { timeoutMs: 500 },
    );
    expect(failed).toEqual([]);
    expect(why('create.concurrent')).toMatch(/3 had no answer within 500 ms; a higher TIMEOUT_MS/);
  });

  it('are alone to blame where only they are told that nothing is there', async () => {
    const { failed, verdicts } = await tryOn(
      { changes: [creations((request, nth) => isBurst(request) && nth % 2 === 0, 404)] },
      gatingIds,
    );
    expect(failed).toEqual(['create.concurrent']);
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict === 'inconclusive')).toEqual([]);
  });
});

describe('creations that fail now and then', () => {
  const ofBodies: readonly RuleId[] = ['create.accepted', 'create.body-optional'];

  it('break create.accepted, and say nothing of the body', async () => {
    for (const place of [0, 1, 2]) {
      const third = creations((_request, nth) => nth % 3 === place, 422);
      expect((await tryOn({ changes: [third] }, ofBodies)).failed).toEqual(['create.accepted']);
    }
  });

  it('leave it undecided where they fail with 500, whatever they say', async () => {
    for (const place of [0, 1, 2]) {
      const third = creations((_request, nth) => nth % 3 === place, 500);
      const { failed, verdicts, why, of } = await tryOn({ changes: [third] }, ofBodies);
      expect(failed).toEqual([]);
      expect(of('create.accepted').verdict).toMatchObject({ errorsByChance: true });
      expect(verdicts['create.accepted']).toBe('inconclusive');
      expect(why('create.accepted')).toMatch(/^The service answered 500 to \d+ of \d+ creations by chance/);
    }
  });
});

describe('issues that are stored nowhere while others create some', () => {
  it('are not taken for theirs', async () => {
    const silent: Change = (b) => ({
      ...byTheClock(b, 1000, createOne),
      store: (draft, repository, call) =>
        repository.prepare(draft, { login: 'x', id: 1 }, call.request.world.now()),
    });
    const { verdicts } = await tryOn({ changes: [silent] }, ['create.listed', 'create.once']);
    expect(verdicts['create.listed']).not.toBe('pass');
    expect(verdicts['create.once']).not.toBe('fail');
  });
});

describe('a list of which every page is the same', () => {
  const mock: Change = (b) => ({
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      return request.method === 'GET' && answer.status === 200 ? { ...answer, body: '[{}]' } : answer;
    },
  });

  it('is known to have no end, and no smaller repository is asked for', async () => {
    const { verdicts, why } = await tryOn({ changes: [mock] }, ['create.listed']);
    expect(verdicts['create.listed']).toBe('inconclusive');
    expect(why('create.listed')).toMatch(/every page of the list .* so that it has no end\.$/);
  });
});

describe('somebody with OUTSIDER_TOKEN', () => {
  it('is known to be let in by an accepted creation, where one without a title is a bad request', async () => {
    const { verdicts } = await tryOn({ faults: ['title-missing-400'] }, ['create.private.outsider']);
    expect(verdicts['create.private.outsider']).toBe('pass');
  });

  it('is told from somebody with a made-up token by creations, where listings let anybody in', async () => {
    const { verdicts } = await tryOn({ faults: ['invalid-token-lists-as-anonymous'] }, [
      'create.private.outsider',
    ]);
    expect(verdicts['create.private.outsider']).toBe('pass');
  });
});

describe('TOKEN that lists nothing', () => {
  const notListed: Change = (b) => ({
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      const isKnown = request.header('authorization') !== undefined && answer.status === 200;
      return isKnown && request.method === 'GET' ? failure(403) : answer;
    },
  });

  it('leaves as much decided in standard as in quick', async () => {
    const [quick, standard] = await Promise.all(
      (['quick', 'standard'] as const).map((profile) =>
        tryOn(
          { changes: [notListed] },
          gatingIds.filter((id) => id.startsWith('list.')),
          { profile, writes: 'none' },
        ),
      ),
    );
    expect(standard?.verdicts).toEqual(quick?.verdicts);
    expect(standard?.failed).toEqual(['list.token']);
    expect(standard?.verdicts['list.page.slices']).toBe('pass');
  });

  it('says nothing of invalid tokens, where everything is refused with the recommended headers', async () => {
    const refused: Change = (b) => ({
      around: async (inner, request) =>
        request.header('x-service-api-version') === undefined ? b.around(inner, request) : failure(406),
    });
    const { failed, why } = await tryOn({ changes: [refused] }, gatingIds, { writes: 'none' });
    expect(failed).toEqual(['list.recommended-headers']);
    expect(why('list.invalid-token')).toMatch(/\(406\), so a refusal of other tokens shows nothing/);
  });
});
