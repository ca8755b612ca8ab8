import { describe, expect, it } from 'vitest';
import { accepted, judgeStatus, kindOfStatus, supposed } from '../../src/checks/answers.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { bearer } from '../../src/client/request.ts';
import type { Looks } from '../../src/model/case.ts';
import { answered, faulty } from '../snapshot/reading.ts';
import { brokenJudgement, caseOf, look, looksOf, saying } from './looks.ts';

const sorted = caseOf({ sort: 'x' });
const invalid = { ...sorted, invalid: bearer('made-up', 'invalid') };
const [right, wrong, limited, list] = [answered({}, 401), answered({}, 403), answered({}, 429), answered([])];
const judge401 = (answers: readonly Exchange[], one = sorted) =>
  judgeStatus(
    answers.map((answer) => look(answer)),
    one,
    '401 for a wrong token',
    (status) => status === 401,
  );

describe('a status', () => {
  it.each<[string, readonly Exchange[], string, typeof sorted?]>([
    ['the wanted one', [right], 'held'],
    ['another one twice', [right, wrong, wrong], 'status 2 of 3'],
    ['the wanted one, broken off', [faulty('broken', 401)], 'server-error 1 of 3'],
    ['hindered', [limited, faulty('timeout')], 'undecided'],
    ['missing', [], 'undecided'],
    ['hindered once, and wrong', [limited, wrong], 'status 1 of 3'],
    ['hindered once, and right', [limited, right], 'held'],
    ['the end of the service', [faulty('gone')], 'gone-away 1 of 3'],
    ['the end of it after an invalid credential', [faulty('gone')], 'undecided', invalid],
  ])('that is %s', (_what, answers, expected, one) => {
    expect(saying(judge401(answers, one))).toBe(expected);
  });

  it.each([
    [answered({}, 502), true, 'server-error'],
    [answered({}, 503), true, 'server-error'],
    [answered({}, 504), true, 'server-error'],
    [faulty('broken'), true, 'server-error'],
    [answered({}, 500), false, 'server-error'],
    [answered({}, 404), false, 'status'],
    [faulty('gone'), false, 'gone-away'],
  ])('may be a bad moment or not: %#', (answer, fleeting, kind) => {
    expect([brokenJudgement(judge401([answer])).fleeting, kindOfStatus(answer)]).toEqual([fleeting, kind]);
  });
});

describe('a listing that must be accepted', () => {
  const refused = answered({}, 404);
  const lookAt = (own: Exchange, plain: Exchange) => look(own, { plain: [plain] });

  it('is compared with the plain list of the same caller', () => {
    expect(accepted().twins(sorted)).toMatchObject({ plain: { asks: [{ ...sorted.asks[0], query: {} }] } });
    expect(accepted().twins(caseOf({}))).toEqual({ plain: 'none' });
  });

  it.each<readonly [string, Looks, string]>([
    ['accepted, whatever it holds', looksOf([lookAt(answered({}), list)]), 'held'],
    ['refused alone', looksOf([lookAt(refused, list)]), 'status 1 of 3'],
    ['refused otherwise', looksOf([lookAt(refused, answered({}, 401))]), 'status 1 of 3'],
    ['refused like the plain list', looksOf([lookAt(refused, refused)]), 'vacuous other-rule'],
    [
      'refused like it before the wait',
      looksOf([lookAt(refused, list)], { earlier: [lookAt(list, refused)] }),
      'vacuous other-rule',
    ],
    [
      'refused like it once',
      looksOf([lookAt(refused, list)], { past: { plain: [refused] } }),
      'vacuous other-rule',
    ],
  ])('is %s', (_what, looks, expected) => {
    expect(saying(accepted().judge(looks, sorted))).toBe(expected);
  });

  it('is not judged by its contents where it was refused', () => {
    expect(supposed.judge(looksOf([look(answered({}, 422))]), sorted)).toMatchObject({
      kind: 'vacuous',
      isRefusal: true,
    });
    expect(saying(supposed.judge(looksOf([look(list)]), sorted))).toBe('held');
  });
});
