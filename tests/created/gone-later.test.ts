import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryOn } from './trying.ts';

const LISTED: readonly RuleId[] = ['create.listed'];
const isOurs = ({ title }: { readonly title: string }): boolean => title.includes('ic-testrun001');

/** Lists what was created here at some requests only. */
const atSome =
  (shows: (ordinal: number) => boolean): Change =>
  (b) => ({
    cut: (arranged, window, listing) =>
      b.cut(
        shows(listing.request.ordinal) ? arranged : arranged.filter((issue) => !isOurs(issue)),
        window,
        listing,
      ),
  });

describe('an accepted issue', () => {
  it('that some machines never list is gone and back again and again', async () => {
    const { failed, violation } = await tryOn({ changes: [atSome((ordinal) => ordinal % 2 === 0)] }, LISTED);
    expect(failed).toEqual(LISTED);
    expect(violation('create.listed')).toMatchObject({
      kind: 'lost',
      actual: expect.stringMatching(/^gone and back \d+ times in 24 readings of the same page$/),
    });
  });

  it('that is listed at first and gone for good later was listed', async () => {
    const { verdicts } = await tryOn({ changes: [atSome((ordinal) => ordinal < 60)] }, [
      ...LISTED,
      'create.accepted',
      'list.page.second',
    ]);
    expect(verdicts['create.listed']).not.toBe('fail');
  });

  it('that is never listed is lost', async () => {
    const { failed } = await tryOn({ changes: [atSome(() => false)] }, LISTED);
    expect(failed).toEqual(LISTED);
  });
});

describe('TOKEN', () => {
  const known = (lasts: (nth: number) => boolean): Change => {
    return (b) => {
      let nth = 0;
      return {
        authenticate: (authorization, request) => {
          const requester = b.authenticate(authorization, request);
          if (requester.kind !== 'known') return requester;
          nth += 1;
          return lasts(nth) ? requester : { kind: 'unknown' };
        },
      };
    };
  };
  const RULES: readonly RuleId[] = [
    'list.token',
    'list.per-page.zero',
    'create.accepted',
    'create.title-type',
  ];

  it('that expires during the run fails nothing', async () => {
    for (const last of [12, 20, 30]) {
      const { failed, verdicts } = await tryOn({ changes: [known((nth) => nth <= last)] }, RULES);
      expect([last, failed]).toEqual([last, []]);
      expect(Object.values(verdicts)).toContain('inconclusive');
    }
  });

  it('that is refused now and then fails the rules on TOKEN, and none on payloads', async () => {
    for (const place of [0, 1, 2]) {
      const { failed } = await tryOn({ changes: [known((nth) => nth % 3 !== place)] }, RULES);
      expect(failed.filter((id) => id !== 'list.token' && id !== 'create.accepted')).toEqual([]);
    }
  });
});

it('a title that counts for nothing is refused where one of its length is accepted', async () => {
  const refusing: Change = (b) => ({
    around: async (inner, request) =>
      /"title":"0"/.test(request.body) ? failure(422) : b.around(inner, request),
  });
  const { failed, violation } = await tryOn({ changes: [refusing] }, [
    'create.accepted',
    'create.body-optional',
  ]);
  expect(failed).toEqual(['create.accepted']);
  expect(violation('create.accepted').counterexample).toEqual({ title: '0' });
});
