import { describe, expect, it } from 'vitest';
import { accepted, judgeStatus, kindOfStatus, supposed } from '../../src/checks/answers.ts';
import { bearer } from '../../src/client/request.ts';
import { HELD } from '../../src/model/check.ts';
import { answered, faulty } from '../snapshot/reading.ts';
import { brokenJudgement, caseOf, look, looksOf } from './looks.ts';

const sorted = caseOf({ sort: 'x' });
const judge401 = (...answers: Parameters<typeof look>[0][]) =>
  judgeStatus(
    answers.map((answer) => look(answer)),
    sorted,
    '401 for a wrong token',
    (status) => status === 401,
  );

describe('a status', () => {
  it('holds where it is the wanted one', () => {
    expect(judge401(answered({}, 401))).toMatchObject(HELD);
  });

  it('is broken by every other one, and says which, and in how many looks', () => {
    const judgement = brokenJudgement(judge401(answered({}, 401), answered({}, 403), answered({}, 403)));
    expect(judgement).toMatchObject({ seen: 2, looks: 3, age: false, fleeting: false });
    expect(judgement.violation).toMatchObject({
      kind: 'status',
      expected: '401 for a wrong token',
      actual: '403',
    });
  });

  it('is broken by the wanted one where its body broke off', () => {
    const cut = faulty('broken', 401, 'the connection was reset');
    expect(brokenJudgement(judge401(cut)).violation.actual).toBe('401, but the connection was reset');
  });

  it('is undecided where all looks are hindered, and judged by the others where some are', () => {
    const limited = answered({}, 429);
    expect(judge401(limited, faulty('timeout'))).toMatchObject({ kind: 'undecided' });
    expect(judge401()).toMatchObject({ kind: 'undecided' });
    expect(brokenJudgement(judge401(limited, answered({}, 403))).seen).toBe(1);
    expect(judge401(limited, answered({}, 401))).toMatchObject(HELD);
  });

  it('is explained by a bad moment where something stands between us and the service, or no answer came', () => {
    for (const answer of [answered({}, 502), answered({}, 503), answered({}, 504), faulty('broken')])
      expect(brokenJudgement(judge401(answer)).fleeting).toBe(true);
    for (const answer of [answered({}, 500), answered({}, 404), faulty('gone')])
      expect(brokenJudgement(judge401(answer)).fleeting).toBe(false);
  });

  it('has a kind of its own where the service fails, and where it went away', () => {
    expect(kindOfStatus(answered({}, 404))).toBe('status');
    expect(kindOfStatus(answered({}, 500))).toBe('server-error');
    expect(kindOfStatus(faulty('broken'))).toBe('server-error');
    expect(kindOfStatus(faulty('gone'))).toBe('gone-away');
  });

  it('says nothing where the service went away after an invalid credential, as one that locks callers out', () => {
    const gone = [look(faulty('gone'))];
    const invalid = { ...sorted, invalid: bearer('made-up', 'invalid') };
    const right = (status: number) => status === 401;
    expect(judgeStatus(gone, invalid, '401', right)).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('locks callers out'),
    });
    expect(judgeStatus(gone, sorted, '401', right).kind).toBe('broken');
  });
});

describe('a listing that must be accepted', () => {
  const refused = answered({}, 404);
  const check = accepted();

  it('is compared with the plain list of the same caller', () => {
    expect(check.twins(sorted)).toMatchObject({ plain: { asks: [{ ...sorted.asks[0], query: {} }] } });
    expect(check.twins(caseOf({}))).toEqual({ plain: 'none' });
  });

  it('is broken where it is refused and the plain list is not', () => {
    const judgement = brokenJudgement(
      check.judge(looksOf([look(refused, { plain: [answered([])] })]), sorted),
    );
    expect(judgement.violation).toMatchObject({ kind: 'status', actual: '404' });
    expect(judgement.violation.exchanges).toHaveLength(2);
  });

  it('says nothing where the plain list is refused alike, now, before the wait or at any time of the run', () => {
    const other = answered([]);
    for (const looks of [
      looksOf([look(refused, { plain: [refused] })]),
      looksOf([look(refused, { plain: [other] })], { earlier: [look(other, { plain: [refused] })] }),
      looksOf([look(refused, { plain: [other] })], { past: { plain: [refused] } }),
    ])
      expect(check.judge(looks, sorted)).toMatchObject({
        kind: 'vacuous',
        cause: 'other-rule',
        needs: expect.stringContaining('(404)'),
      });
  });

  it('is broken where the plain list is refused otherwise', () => {
    expect(check.judge(looksOf([look(refused, { plain: [answered({}, 401)] })]), sorted).kind).toBe('broken');
  });

  it('is accepted by any 200, whatever it holds', () => {
    expect(check.judge(looksOf([look(answered({}), { plain: [answered([])] })]), sorted)).toMatchObject(HELD);
  });
});

describe('what a listing holds', () => {
  it('is not judged where it was refused, which breaks another rule', () => {
    expect(supposed.judge(looksOf([look(answered({}, 422))]), sorted)).toEqual({
      kind: 'vacuous',
      cause: 'other-rule',
      needs: 'an answer of 200 to it (it was 422)',
      isRefusal: true,
    });
    expect(supposed.judge(looksOf([look(answered([]))]), sorted)).toMatchObject(HELD);
  });
});
