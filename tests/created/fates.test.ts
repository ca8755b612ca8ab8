import { describe, expect, it } from 'vitest';
import { prepareOnly, storeDraft } from '../../proof/changes/creations.ts';
import { nthOf } from '../../proof/changes/moments.ts';
import type { Injected } from '../../proof/injected.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { authorOf } from '../../src/service/conforming/creating.ts';
import { isCreate } from '../../src/service/request.ts';
import { type Otherwise, tryOn } from './trying.ts';

const CREATING = [
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
] as const;
const REFUSING = ['create.anonymous', 'create.missing-title', 'create.rejected-no-effect'] as const;
const ALL: readonly RuleId[] = [...CREATING, ...REFUSING];

const failedOn = async (options: Injected, ids = ALL, settings: Otherwise = {}) =>
  (await tryOn(options, ids, settings)).failed;

/** Verdicts that are not what a conforming service gets. */
async function notPassed(options: Injected, ids = ALL, settings: Otherwise = {}): Promise<string[]> {
  const { verdicts } = await tryOn(options, ids, settings);
  return Object.entries(verdicts).flatMap(([id, verdict]) =>
    verdict === 'pass' ? [] : [`${id} ${verdict}`],
  );
}

/** Stores a creation once more, so many milliseconds later. */
const doubledAfter =
  (ms: number): Change =>
  (b) => ({
    store: async (draft, repository, call) => {
      const issue = await b.store(draft, repository, call);
      void call.request.world.clock.sleep(ms).then(() => b.store(draft, repository, call));
      return issue;
    },
  });

describe('an issue that is stored twice', () => {
  it.each(['quick', 'standard', 'thorough'] as const)('at once is found in %s', async (profile) => {
    const { failed, violation } = await tryOn({ faults: ['create-twice'] }, ALL, { profile });
    expect(failed).toEqual(['create.once']);
    expect(violation('create.once')).toMatchObject({ kind: 'duplicated', reproduced: { seen: 3, tries: 3 } });
  });

  it('0.8 s after the first time is found, since it is counted at the end of the run', async () => {
    const { failed, violation } = await tryOn({ changes: [doubledAfter(800)] }, ALL, { profile: 'thorough' });
    expect(failed).toEqual(['create.once']);
    expect(violation('create.once').actual).toMatch(/^all \d+ accepted issues are listed more than once/);
  });

  it('is not taken for lost where it lies between others of a long list', async () => {
    expect(await failedOn({ faults: ['create-twice'], issues: 650 })).toEqual(['create.once']);
  });
});

describe('an issue that is lost', () => {
  it.each(['quick', 'standard', 'thorough'] as const)('each time is found in %s', async (profile) => {
    const { failed, violation } = await tryOn({ faults: ['create-stores-nothing'] }, ALL, { profile });
    expect(failed).toEqual(['create.listed']);
    expect(violation('create.listed').kind).toBe('lost');
  });

  it('now and then is tried again until enough are missing', async () => {
    const isSixth = nthOf(6, isCreate);
    const losing: Change = (b) => ({
      store: (draft, repository, call) =>
        isSixth(call.request) ? prepareOnly(draft, repository, call) : b.store(draft, repository, call),
    });
    const { failed, violation } = await tryOn({ changes: [losing] }, ALL);
    expect(failed).toContain('create.listed');
    const { seen: missing, tries: of } = violation('create.listed').reproduced;
    expect(missing).toBeGreaterThanOrEqual(3);
    expect(of).toBeGreaterThan(missing);
  });

  it('is lost where it went into another repository', async () => {
    expect(await failedOn({ faults: ['create-stores-in-another-repository'] })).toContain('create.listed');
  });

  it('only once in the run is not enough to be sure', async () => {
    let lost = false;
    const once: Change = (b) => ({
      store: (draft, repository, call) => {
        if (lost || /same moment/.test(draft.title)) return b.store(draft, repository, call);
        lost = true;
        return prepareOnly(draft, repository, call);
      },
    });
    const { verdicts, why } = await tryOn({ changes: [once] }, CREATING);
    expect(verdicts['create.listed']).toBe('inconclusive');
    expect(why('create.listed')).toMatch(/^It was seen in 1 of \d+ attempts .*too seldom to be sure/);
  });

  it('with its body alone is tried again with the payloads that broke it', async () => {
    const bodiless: Change = (b) => ({
      store: (draft, repository, call) =>
        draft.body === null ? prepareOnly(draft, repository, call) : b.store(draft, repository, call),
    });
    expect(await failedOn({ changes: [bodiless] }, ['create.body-optional', 'create.listed'])).toEqual([
      'create.listed',
    ]);
  });

  it('is not lost where it comes as late as it may', async () => {
    const late: Change = () => ({
      store: (draft, repository, call) => {
        const issue = repository.prepare(draft, authorOf(call), call.request.world.now());
        void call.request.world.clock.sleep(1500).then(() => repository.insert(issue));
        return issue;
      },
    });
    expect(await notPassed({ changes: [late] })).toEqual([]);
    expect(await failedOn({ changes: [late] }, ALL, { listedWithinMs: 300 })).toContain('create.listed');
  });
});

describe('an issue under a wrong title', () => {
  const renaming =
    (isWrong: (title: string) => boolean): Change =>
    (b) =>
      storeDraft(b, (draft) => (isWrong(draft.title) ? { title: 'New issue', body: 'New issue' } : draft));

  it.each([
    ['some', (title: string) => /-\w{3}[13579bdfhjlnprtvxz]\b/.test(title)],
    ['all', () => true],
  ])(
    'is located by the id of its answer, since no field of a record is documented: %s',
    async (_, isWrong) => {
      expect(await notPassed({ changes: [renaming(isWrong)] })).toEqual([]);
    },
  );
});

describe('created issues whose records do not show their titles', () => {
  it.each([
    ['record-id-only', []],
    ['created-last-and-untitled', []],
    // Nobody knows which of the closed ones are new.
    ['created-closed-and-untitled', ['create.concurrent inconclusive']],
  ])('are located by the ids of their answers: %s', async (variant, left) => {
    expect(await notPassed({ variants: [variant] })).toEqual(left);
  });

  it.each(['created-closed-and-untitled', 'created-last-and-untitled'])(
    'are not missed in a long list: %s',
    async (variant) => {
      for (const profile of ['quick', 'standard', 'thorough'] as const)
        expect(await failedOn({ variants: [variant], issues: 650 }, ALL, { profile }), profile).toEqual([]);
    },
  );

  it('are located if they come late', async () => {
    expect(await notPassed({ variants: ['created-listed-after-500-ms', 'record-id-only'] })).toEqual([]);
  });

  it.each(['create-stores-nothing', 'create-listed-for-nobody', 'create-list-never-refreshed'] as const)(
    'are missed where nothing comes: %s',
    async (fault) => {
      expect(await failedOn({ variants: ['created-closed-and-untitled'], faults: [fault] })).toEqual([
        'create.listed',
      ]);
    },
  );

  it('cannot be told from a second record of each, which leaves create.once undecided', async () => {
    const { failed, why } = await tryOn({ variants: ['record-id-only'], faults: ['create-twice'] }, ALL);
    expect(failed).toEqual([]);
    for (const id of ['create.once', 'create.concurrent', 'create.rejected-no-effect'] as const)
      expect(why(id)).toMatch(
        /^Listings show accepted issues by their ids alone, .* while nobody else writes/,
      );
  });

  it('are found twice if one id is listed twice', async () => {
    expect(await failedOn({ variants: ['record-id-only'], faults: ['create-listed-twice'] })).toEqual([
      'create.once',
    ]);
  });

  it.each(['created-empty-and-textless', 'created-receipt-and-textless'])(
    'are not looked for if no answer names them: %s',
    async (variant) => {
      for (const faults of [[], ['create-stores-nothing']] as const) {
        const { failed, why } = await tryOn({ variants: [variant], faults }, ALL);
        expect(failed).toEqual([]);
        for (const id of [
          'create.listed',
          'create.once',
          'create.concurrent',
          'create.rejected-no-effect',
        ] as const)
          expect(why(id)).toMatch(
            /^No listing shows the title or the body of an accepted issue, and no answer/,
          );
      }
    },
  );
});

describe('created issues that other records name', () => {
  it.each(['record-latest', 'record-neighbours'])('are counted by their own titles: %s', async (variant) => {
    expect(await notPassed({ variants: [variant] })).toEqual([]);
    expect(await failedOn({ variants: [variant], faults: ['create-twice'] })).toEqual(['create.once']);
  });
});

describe('a rule on creations', () => {
  it.each(ALL)('can be tried alone in every profile: %s', async (id) => {
    for (const profile of ['quick', 'standard', 'thorough'] as const)
      expect(await notPassed({}, [id], { profile }), profile).toEqual([]);
  });

  it('tried alone misses the newest issue though the one before it turns up', async () => {
    expect(await failedOn({ faults: ['create-newest-held-back'] }, ['create.listed'])).toEqual([
      'create.listed',
    ]);
  });
});

describe('other people at work', () => {
  it.each([
    'somebody-imports-often',
    'somebody-deletes-throughout',
    'somebody-closes',
    'somebody-does-everything',
    'robot-closes',
    'copy-lags-behind',
  ])('leave no doubt whose issues are lost, twice, or left behind: %s', async (variant) => {
    expect(await failedOn({ variants: [variant] })).toEqual([]);
  });
});
