import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import { tryOn } from './trying.ts';

const IDS: readonly RuleId[] = ['create.accepted', 'create.anonymous', 'create.invalid-token'];

/** Lets those in who have no valid credential, in some of their creations. */
const lettingIn =
  (isLetIn: (nth: number) => boolean): Change =>
  (b) => {
    let asked = 0;
    return {
      refuseCredential: (call) => {
        const refusal = b.refuseCredential(call);
        if (refusal === undefined || !isCreate(call.request)) return refusal;
        asked += 1;
        return isLetIn(asked) ? undefined : refusal;
      },
    };
  };

/** Answers 201 to those who are let in, and stores nothing. */
const storingNothing: Change = (b) => ({
  store: async (draft, repository, call) => {
    const issue = await b.store(draft, repository, call);
    if (b.refuseCredential(call) !== undefined) repository.remove(issue);
    return issue;
  },
});

describe('a creation of a caller who must not create any issue', () => {
  it.each(['quick', 'standard', 'thorough'] as const)(
    'is called stored in %s if its issue is listed, and shows the page',
    async (profile) => {
      const { failed, violation } = await tryOn({ changes: [lettingIn(() => true)] }, IDS, { profile });
      expect(failed).toEqual(['create.anonymous', 'create.invalid-token']);
      const { kind, expected, actual, counterexample, exchanges } = violation('create.anonymous');
      expect({ kind, expected, actual, counterexample }).toEqual({
        kind: 'stored',
        expected: '401 without a credential',
        actual: '201, and its issue is listed',
        counterexample: { credential: 'none' },
      });
      expect(exchanges.map(({ request }) => request.method)).toEqual(['GET', 'POST']);
      expect(violation('create.invalid-token').kind).toBe('stored');
    },
  );

  it('is a wrong status if it was only told that an issue was created', async () => {
    const { failed, violation } = await tryOn({ changes: [storingNothing, lettingIn(() => true)] }, IDS);
    expect(failed).toEqual(['create.anonymous', 'create.invalid-token']);
    expect(violation('create.anonymous')).toMatchObject({ kind: 'status', actual: '201' });
    expect(violation('create.invalid-token')).toMatchObject({ kind: 'status', actual: '201' });
  });

  it('is found where no valid creation may be sent', async () => {
    const { failed, violation } = await tryOn({ changes: [lettingIn(() => true)] }, IDS, {
      writes: 'rejected',
    });
    expect(failed).toEqual(['create.anonymous', 'create.invalid-token']);
    expect(violation('create.anonymous').kind).toBe('stored');
  });

  it('breaks its rule by one of many whose issue is listed', async () => {
    const { failed, violation } = await tryOn({ changes: [lettingIn((nth) => nth === 3)] }, IDS);
    expect(failed).toEqual(['create.anonymous']);
    expect(violation('create.anonymous')).toMatchObject({ kind: 'stored', reproduced: { seen: 1 } });
  });

  it('breaks no rule by one 2xx of many that leaves no issue', async () => {
    const { failed } = await tryOn({ changes: [storingNothing, lettingIn((nth) => nth === 3)] }, IDS);
    expect(failed).toEqual([]);
  });
});
