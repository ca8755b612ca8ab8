import { describe, expect, it } from 'vitest';
import { whateverIsIn } from '../../proof/changes/creations.ts';
import { createOne } from '../../proof/changes/other-people.ts';
import type { Injected } from '../../proof/injected.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { type Otherwise, tryOn } from './trying.ts';

const RULE = 'create.rejected-no-effect';
const IDS: readonly RuleId[] = [
  'create.accepted',
  'create.anonymous',
  'create.missing-title',
  'create.listed',
  RULE,
];
/** Stores what was refused for want of a credential, so many milliseconds later, as it is then made. */
const storedAfter =
  (ms: number, as: (issue: Issue) => Issue = (issue) => issue): Change =>
  (b) => ({
    afterRefusedCreate: (refusal, payload, call) => {
      const { repository, request } = call;
      if (refusal !== 'credential-missing' || repository === undefined) return;
      const draft = payload.kind === 'valid' ? payload.draft : whateverIsIn(request.body);
      const storeLater = async (): Promise<void> => {
        await request.world.clock.sleep(ms);
        const issue = await b.store(draft, repository, call);
        repository.replace(issue, as(issue));
      };
      void storeLater();
    },
  });

const failedOn = async (options: Injected, settings: Otherwise = {}, ids = IDS) =>
  (await tryOn(options, ids, settings)).failed;

describe('an issue that a refused request left behind', () => {
  it.each(['quick', 'standard', 'thorough'] as const)(
    'at once is found in %s, and once is enough',
    async (profile) => {
      const { failed, violation } = await tryOn({ faults: ['refused-stored-anonymous'] }, IDS, { profile });
      expect(failed).toEqual([RULE]);
      expect(violation(RULE)).toMatchObject({
        kind: 'stored',
        expected: expect.stringContaining('no issue in any listing'),
      });
      expect(violation(RULE).reproduced.seen).toBeGreaterThan(0);
    },
  );

  it('by one request of many is enough', async () => {
    let left = 1;
    const once: Change = (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        if (refusal !== 'credential-missing' || call.repository === undefined || payload.kind !== 'valid')
          return;
        left -= 1;
        if (left === 0) void b.store(payload.draft, call.repository, call);
      },
    });
    const { violation } = await tryOn({ changes: [once] }, IDS);
    expect(violation(RULE).reproduced.seen).toBe(1);
    expect(violation(RULE).actual).toMatch(/^an issue listed from a request answered 401/);
  });

  it('0.4 s after its refusal is found', async () => {
    expect(await failedOn({ changes: [storedAfter(400)] }, { profile: 'thorough' })).toEqual([RULE]);
  });

  it('in another state than the list shows is found', async () => {
    const closed = storedAfter(0, (issue) => ({ ...issue, state: 'closed' }));
    for (const profile of ['quick', 'standard'] as const)
      expect(await failedOn({ changes: [closed] }, { profile }), profile).toEqual([RULE]);
  });

  it('in the private repository is found', async () => {
    expect(
      await failedOn({ faults: ['refused-stored-in-private'] }, {}, [...IDS, 'create.private.outsider']),
    ).toEqual([RULE]);
  });

  it.each(['refused-stored-invalid', 'refused-stored-elsewhere', 'refused-stored-with-next'] as const)(
    'is found: %s',
    async (fault) => {
      expect(await failedOn({ faults: [fault] }, {}, [...IDS, 'create.unknown-repo'])).toEqual([RULE]);
    },
  );

  it('is not told from others if no record shows a title', async () => {
    for (const fault of ['refused-stored-anonymous', 'refused-stored-invalid'] as const) {
      const { failed, verdicts } = await tryOn({ variants: ['record-id-only'], faults: [fault] }, IDS);
      expect([fault, failed, verdicts[RULE]]).toEqual([fault, [], 'inconclusive']);
    }
  });

  it('is found by the rule alone', async () => {
    expect(await failedOn({ faults: ['refused-stored-anonymous'] }, {}, [RULE])).toEqual([RULE]);
  });
});

describe('what is no trace of a refused request', () => {
  it('is a note of somebody who quotes its title', async () => {
    const quoting: Change = (b) => ({
      afterRefusedCreate: (_refusal, payload, call) => {
        const { repository } = call;
        if (payload.kind !== 'valid' || repository === undefined) return;
        const note = { title: `Robot: refused "${payload.draft.title}"`, body: `> ${payload.draft.title}` };
        void b.store(note, repository, call);
      },
    });
    expect(await failedOn({ changes: [quoting] })).toEqual([]);
  });

  it('is what others create whenever something is sent', async () => {
    const importing: Change = (b) => ({
      around: (inner, request) => {
        const [repository] = request.world.repositories;
        if (isCreate(request) && repository !== undefined) createOne(repository, request.world);
        return b.around(inner, request);
      },
    });
    expect(await failedOn({ changes: [importing] })).toEqual([]);
    expect(await failedOn({ changes: [importing], variants: ['record-id-only'] })).toEqual([]);
  });

  it('is an issue of a creation whose answer got lost', async () => {
    let posts = 0;
    const losing: Change = (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        posts += isCreate(request) && answer.status === 201 ? 1 : 0;
        return isCreate(request) && posts === 3 ? { ...answer, delivery: 'cut' } : answer;
      },
    });
    expect(await failedOn({ changes: [losing] })).toEqual([]);
  });

  it.each([408, 409, 425, 429, 500, 503])('is one after %i, which is no refusal', async (status) => {
    const storing: Change = (b) => ({
      ...b,
      afterRefusedCreate: (refusal, payload, call) => {
        if (refusal === 'credential-missing' && payload.kind === 'valid' && call.repository !== undefined)
          void b.store(payload.draft, call.repository, call);
      },
      refusalAnswer: (refusal, own, request) =>
        b.refusalAnswer(refusal, refusal === 'credential-missing' ? status : own, request),
    });
    expect(
      await failedOn({ changes: [storing] }, {}, ['create.accepted', 'create.listed', RULE]),
    ).not.toContain(RULE);
  });
});

describe('a pass on what was left behind', () => {
  it('says for how long it was watched', async () => {
    const { of, verdicts } = await tryOn({}, IDS);
    expect(verdicts[RULE]).toBe('pass');
    expect(of(RULE).note).toMatch(
      /^\d+ refused requests; the first was watched for \d+\.\d s, the last for \d+\.\d s\.$/,
    );
  });

  it('takes an accepted issue that the same search finds', async () => {
    const rejected = await tryOn({}, IDS, { writes: 'rejected' });
    expect(rejected.verdicts[RULE]).toBe('inconclusive');
    expect(rejected.why(RULE)).toContain('WRITES=all decides it');
    const hidden = await tryOn({ faults: ['create-listed-for-nobody'] }, IDS);
    expect(hidden.verdicts[RULE]).toBe('inconclusive');
    expect(hidden.why(RULE)).toContain('Fix create.listed first');
  });
});
