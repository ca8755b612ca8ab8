import { describe, expect, it } from 'vitest';
import { accepted } from '../../src/checks/answers.ts';
import { timesFor } from '../../src/engine/recorded.ts';
import { held } from '../../src/model/check.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  LIST,
  ofCases,
  some,
  tryIn,
  tryRule,
  violationIn,
  well,
  withSession,
} from './trying.ts';

describe('a session', () => {
  it.each([
    ['the cases are wrong', { cases: () => Promise.reject(new TypeError('wrong')) }],
    [
      'the check throws',
      {
        check: () => ({
          ...accepted(),
          judge: () => {
            throw new RangeError('wrong');
          },
        }),
      },
    ],
    ['a caller has no token', { cases: (t) => [t.list({}, { by: 'outsider' })] }],
  ] satisfies readonly (readonly [string, Partial<Parameters<typeof caseRule>[0]>])[])(
    'throws where %s',
    async (_what, part) => {
      await expect(tryRule(well, caseRule({ ...ofCases(1), ...part }))).rejects.toThrow();
    },
  );

  it('skips a rule whose settings are missing, and sends nothing', async () => {
    const tried = await tryRule(
      well,
      caseRule({ ...ofCases(1), needs: ['TOKEN', 'PRIVATE_REPO', 'WRITES=all'] }),
    );
    expect(tried.verdict).toMatchObject({
      verdict: 'skip',
      cause: 'setting',
      reason: /TOKEN.*PRIVATE_REPO.*WRITES/,
    });
    expect(tried.asked).toEqual([]);
  });

  it('leaves every rule inconclusive where the target cannot be checked', async () => {
    await withSession(
      () => jsonAnswer(404),
      {},
      async ({ session }) => {
        const tried = await tryIn(session, [some(1), caseRule({ ...ofCases(1), id: 'list.array' })]);
        expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['inconclusive', 'inconclusive']);
        expect(session.run.unusable).not.toBeNull();
      },
    );
  });

  it('asks in an earlier phase what a rule wants to have asked there, and judges it in its own', async () => {
    const order: string[] = [];
    const late = caseRule({
      id: 'list.array',
      phase: 'end',
      asked: 'read',
      cases: (t) => [t.list({ q: 'early' })],
      check: () => ({
        ...accepted(),
        judge: ({ looks }) => {
          order.push('judged');
          return held(looks.flatMap(({ answers }) => answers));
        },
      }),
    });
    const between = caseRule({
      ...ofCases(0),
      id: 'list.unknown-repo',
      phase: 'unusual',
      cases: (t) => [t.list({ q: 'between' })],
    });
    const noting: Answering = (asked) => {
      order.push(asked.query.get('q') ?? '');
      return answerList(asked, LIST);
    };
    await withSession(noting, {}, async ({ session, asked }) => {
      await tryIn(session, [late, between]);
      expect(order.filter((each) => each !== '')).toEqual(['early', 'between', 'judged']);
      expect(asked.filter(({ query }) => query.toString() === 'per_page=100')).toHaveLength(1);
    });
  });
});

describe('a recorded case', () => {
  const refusing: Answering = (asked) =>
    asked.query.get('q') === '2' ? jsonAnswer(404) : answerList(asked, LIST);

  it('is tried alone, and as often as it takes to see it again', async () => {
    await withSession(refusing, {}, async ({ session, asked }) => {
      const tried = await session.retry(some(9), { case: { q: '2' }, times: 3 });
      expect(violationIn(tried)).toMatchObject({ actual: '404', reproduced: { seen: 3, tries: 3 } });
      expect(new Set(asked.flatMap(({ query }) => query.get('q') ?? []))).toEqual(new Set(['2']));
    });
    await withSession(well, {}, async ({ session, asked }) => {
      expect((await session.retry(some(9), { case: { q: '2' }, times: 5 })).verdict.verdict).toBe('pass');
      expect(asked.filter(({ query }) => query.has('q'))).toHaveLength(5);
      const other = await session.retry(some(1), { case: { q: 'other' }, times: 1 });
      expect(other.verdict.verdict).toBe('inconclusive');
    });
  });

  it.each([
    [3, 3, 3],
    [1, 1, 3],
    [2, 9, 14],
    [3, 12, 12],
    [1, 30, 30],
  ])('seen in %i of %i attempts takes %i', (seen, tries, times) => {
    expect(timesFor({ seen, tries })).toBe(times);
  });
});
