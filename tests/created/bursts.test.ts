import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { CREATIONS_OF_A_BURST } from '../../src/model/tuning.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Service } from '../../src/service/service.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import { tryService } from '../support/try-service.ts';
import { type Otherwise, tryOn } from './trying.ts';

const CREATING: readonly RuleId[] = [
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
  'create.anonymous',
  'create.rejected-no-effect',
];

const tried = (change: Change, settings: Otherwise = {}, ids = CREATING) =>
  tryOn({ changes: [change] }, ids, settings);

/** Long enough for all that was sent at the same moment to have come in. */
const RACE_MS = 30;

/**
 * The next number is read, and is taken by another one when it is used: `MAX(number) + 1`.
 * @param answers what becomes of a creation whose number is taken already, by how many bursts there were before
 */
function racing(answers: (burst: number) => number): Change {
  return (b) => {
    let [underWay, bursts] = [0, 0];
    const losing = new WeakSet<ServiceRequest>();
    return {
      store: async (draft, repository, call) => {
        if (underWay > 0) losing.add(call.request);
        underWay += 1;
        if (underWay === 2) bursts += 1;
        await call.request.pause(RACE_MS);
        underWay -= 1;
        return losing.has(call.request)
          ? repository.prepare(draft, { login: 'nobody', id: 1 }, call.request.world.now())
          : b.store(draft, repository, call);
      },
      createdAnswer: (issue, record, call) => {
        const status = losing.has(call.request) ? answers(bursts) : 201;
        return status === 201 ? b.createdAnswer(issue, record, call) : failure(status);
      },
    };
  };
}

/** How many bursts were sent: creations at the same moment say so in their titles. */
const burstsIn = (sent: readonly { readonly body: string | null }[]): number =>
  sent.filter(({ body }) => body?.includes('at the same moment') === true && !body.includes('again')).length;

describe('valid creations at the same moment', () => {
  it.each(['quick', 'standard', 'thorough'] as const)(
    'break one rule alone where a race answers 500, in %s',
    async (profile) => {
      const { failed, violation } = await tried(
        racing(() => 500),
        { profile },
      );
      expect(failed).toEqual(['create.concurrent']);
      expect(violation('create.concurrent')).toMatchObject({
        kind: 'server-error',
        reproduced: { seen: 3, tries: 3 },
      });
      expect(violation('create.concurrent').actual).toMatch(/^\d+ creations of \d+ answered 500$/);
    },
  );

  it.each([400, 403, 422])('may not be refused with %i either, as if they were wrong', async (status) => {
    const { failed, violation } = await tried(racing(() => status));
    expect(failed).toEqual(['create.concurrent']);
    expect(violation('create.concurrent').kind).toBe('status');
  });

  it.each([409, 429, 502, 503, 504])('may be told by %i that it is too much at once', async (status) => {
    const { verdicts, failed } = await tried(racing(() => status));
    expect(failed).toEqual([]);
    expect(verdicts['create.concurrent']).toBe('pass');
  });

  it('have to be accepted when they are sent again alone, after they were too much at once', async () => {
    const grudging: Change = (b) => {
      let grudge = false;
      return {
        createdAnswer: (issue, record, call) => {
          if (call.request.body.includes('again')) return failure(422);
          grudge = call.request.body.includes('at the same moment') && !grudge;
          return grudge ? failure(409) : b.createdAnswer(issue, record, call);
        },
      };
    };
    const { violation } = await tried(grudging, {}, ['create.accepted', 'create.concurrent']);
    expect(violation('create.concurrent')).toMatchObject({
      expected: expect.stringContaining('sent again alone'),
      reproduced: { seen: 3, tries: 3 },
    });
  });

  it('are accused by three bursts and by no fewer', async () => {
    const { verdicts, why } = await tried(racing((burst) => (burst === 1 ? 500 : 409)));
    expect(verdicts['create.concurrent']).toBe('inconclusive');
    expect(why('create.concurrent')).toMatch(/in 1 of 3 attempts .*; run again when the service is stable/);
  });

  it('are sent in one burst where nothing is amiss', async () => {
    const { sent, verdicts } = await tryOn({}, CREATING);
    expect(verdicts['create.concurrent']).toBe('pass');
    expect(burstsIn(sent)).toBe(CREATIONS_OF_A_BURST.standard);
  });

  it('are not to blame where one alone fares no better', async () => {
    const always: Change = () => ({ createdAnswer: () => failure(500) });
    const { verdicts, why } = await tried(always);
    expect(verdicts).toMatchObject({ 'create.accepted': 'fail', 'create.concurrent': 'inconclusive' });
    expect(why('create.concurrent')).toContain('Fix create.accepted first');
  });
});

describe('issues that were accepted at the same moment', () => {
  it.each([
    ['create-concurrent-lost', 'lost'],
    ['create-concurrent-merged', 'lost'],
    ['create-concurrent-mixed-up', 'lost'],
    ['create-concurrent-overflow', 'lost'],
    ['create-concurrent-doubled', 'duplicated'],
  ] as const)('have to be listed once each: %s', async (fault, kind) => {
    for (const profile of ['quick', 'standard'] as const) {
      const { failed, violation } = await tryOn({ faults: [fault] }, CREATING, { profile });
      expect(failed, profile).toEqual(['create.concurrent']);
      expect(violation('create.concurrent'), profile).toMatchObject({
        kind,
        reproduced: { seen: 3, tries: 3 },
      });
    }
  });

  it('have to be listed, by the ids of their answers if no title is shown', async () => {
    const { failed } = await tryOn(
      { variants: ['record-id-only'], faults: ['create-concurrent-lost'], issues: 20 },
      CREATING,
    );
    expect(failed).toEqual(['create.concurrent']);
  });

  it('are not known to be listed once if no title is shown', async () => {
    const { verdicts, why } = await tryOn(
      { variants: ['record-id-only'], faults: ['create-concurrent-doubled'], issues: 20 },
      CREATING,
    );
    expect(verdicts['create.concurrent']).toBe('inconclusive');
    expect(why('create.concurrent')).toMatch(/^Listings show accepted issues by their ids alone/);
  });

  it('are not accused by one burst of three', async () => {
    let lost = false;
    const losing: Change = (b) => ({
      store: (draft: IssueDraft, repository, call) => {
        if (lost || !draft.title.includes('at the same moment')) return b.store(draft, repository, call);
        lost = true;
        return repository.prepare(draft, { login: 'nobody', id: 1 }, call.request.world.now());
      },
    });
    const { failed, why } = await tried(losing);
    expect(failed).toEqual([]);
    expect(why('create.concurrent')).toContain('It was seen in 1 of 3 attempts');
  });

  it('say nothing of those that are created one by one', async () => {
    const { verdicts } = await tryOn({ faults: ['create-concurrent-lost'] }, CREATING);
    expect([verdicts['create.listed'], verdicts['create.once']]).toEqual(['pass', 'pass']);
  });

  it('are not to blame where those that are created one by one fare as badly', async () => {
    const { verdicts, why } = await tryOn({ faults: ['create-twice'] }, CREATING);
    expect([verdicts['create.once'], verdicts['create.concurrent']]).toEqual(['fail', 'inconclusive']);
    expect(why('create.concurrent')).toContain('Fix create.once first');
  });
});

describe('a burst that was none', () => {
  it('decides nothing, and says what would', async () => {
    const one = await tryOn({}, CREATING, { concurrency: 1 });
    expect(one.why('create.concurrent')).toMatch(/CONCURRENCY is 1; a higher one/);
    const slow = await tryOn({}, CREATING, { maxRate: 20 });
    expect(slow.why('create.concurrent')).toMatch(/MAX_RATE is 20; without it/);
  });
});

describe('a service that answers one creation of each burst with 500', () => {
  /** @param everyNth of the listings that are answered with 500 as well; none by default */
  const erring =
    (everyNth = Number.POSITIVE_INFINITY) =>
    (service: Service): Service => {
      let [inBursts, listings] = [0, 0];
      return {
        ...service,
        handle: async (incoming) => {
          const text = incoming.method === 'POST' ? await incoming.body() : '';
          if (text.includes('at the same moment')) inBursts += 1;
          if (incoming.method === 'GET') listings += 1;
          const isErring =
            (text.includes('at the same moment') && inBursts % CREATIONS_OF_A_BURST.standard === 0) ||
            (incoming.method === 'GET' && listings % everyNth === 0);
          return isErring
            ? { status: 500, headers: {}, body: '{}' }
            : service.handle({ ...incoming, body: () => Promise.resolve(text) });
        },
      };
    };

  it('breaks the rule if nothing else is answered so', async () => {
    const { verdictOf } = await tryService({}, { behind: erring() });
    expect(verdictOf('create.concurrent')).toBe('fail');
  });

  it('is accused of nothing if other requests are answered so by chance', async () => {
    const { tried: all, verdictOf } = await tryService({}, { behind: erring(23) });
    expect(all.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
    expect(verdictOf('create.concurrent')).toBe('inconclusive');
  });
});
