import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

const DOWN_MS = 1500;
const WORK_MS = 20;

/**
 * Returns a change in which a payload kills the process. All requests in flight fail, and the service
 * restarts later.
 */
const killedBy =
  (payload: string): Change =>
  (b) => {
    let downUntil = 0;
    const gone = { ...failure(0), delivery: 'reset' } as const;
    return {
      around: async (inner, request) => {
        const now = request.world.clock.date();
        if (now < downUntil) return gone;
        if (request.body === payload) {
          downUntil = now + DOWN_MS;
          return gone;
        }
        const before = downUntil;
        await request.pause(WORK_MS);
        return downUntil > before ? gone : b.around(inner, request);
      },
    };
  };

describe('a payload that ends the process', () => {
  it.each<ProfileName>(['quick', 'standard'])('is found by %s, and no other rule fails', async (profile) => {
    const { tried } = await tryService({ changes: [killedBy('null')] }, { profile, only: gatingIds });
    const failed = tried.flatMap(({ rule, verdict }) =>
      verdict.verdict === 'fail' ? [{ id: rule.id, ...verdict.violation }] : [],
    );
    expect(failed).toMatchObject([
      {
        id: 'create.payload-type',
        kind: 'gone-away',
        counterexample: { payload: null },
        reproduced: { seen: 3, tries: 3 },
      },
    ]);
  });
});
