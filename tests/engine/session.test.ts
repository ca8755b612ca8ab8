import { describe, expect, it } from 'vitest';
import { accepted } from '../../src/checks/answers.ts';
import { timesFor } from '../../src/engine/recorded.ts';
import { held } from '../../src/model/check.ts';
import type { ObservedRule } from '../../src/run/rule.ts';
import type { Trial } from '../../src/run/trial.ts';
import { LIST, ofCases, some, well } from './many-cases.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  tryIn,
  tryRule,
  undecidedReason,
  violationIn,
  withSession,
} from './trying.ts';

describe('a session', () => {
  it('throws where the rule itself is at fault', async () => {
    const faulty = caseRule({
      ...ofCases(1),
      cases: () => {
        throw new TypeError('the cases are wrong');
      },
    });
    await expect(tryRule(well, faulty)).rejects.toThrow('the cases are wrong');
    const judging = {
      ...accepted(),
      judge: () => {
        throw new RangeError('the check is wrong');
      },
    };
    await expect(tryRule(well, caseRule({ ...ofCases(1), check: () => judging }))).rejects.toThrow(
      'the check is wrong',
    );
  });

  it('throws where a rule asks as a caller whose token it does not name as needed', async () => {
    const asOutsider = caseRule({ ...ofCases(1), cases: (t) => [t.list({}, { by: 'outsider' })] });
    await expect(tryRule(well, asOutsider)).rejects.toThrow('no token for the outsider');
  });

  it('skips a rule whose settings are missing, and sends nothing', async () => {
    const tried = await tryRule(
      well,
      caseRule({ ...ofCases(1), needs: ['TOKEN', 'PRIVATE_REPO', 'WRITES=all'] }),
    );
    expect(tried.verdict).toEqual({
      verdict: 'skip',
      cause: 'setting',
      reason: 'Not tried: set TOKEN and PRIVATE_REPO, and WRITES to all.',
    });
    expect(tried.asked).toEqual([]);
  });

  it('leaves every rule inconclusive where the target cannot be checked, and says why', async () => {
    await withSession(
      () => jsonAnswer(404),
      {},
      async ({ session }) => {
        const tried = await tryIn(session, [some(1), caseRule({ ...ofCases(1), id: 'list.array' })]);
        for (const one of tried) expect(undecidedReason(one)).toMatch(/answers 404 for acme\/widgets/);
        expect(session.run.unusable).toBe(undecidedReason(tried[0] ?? expect.fail('nothing was tried')));
      },
    );
  });

  it('reads the target once for all rules', async () => {
    await withSession(well, {}, async ({ session, asked }) => {
      await tryIn(session, [
        some(1),
        caseRule({ ...ofCases(2), id: 'list.array' }),
        caseRule({ ...ofCases(1), id: 'list.records', phase: 'end' }),
      ]);
      expect(asked.filter(({ query }) => query.toString() === 'per_page=100')).toHaveLength(1);
    });
  });

  it('knows how long a rule was under way, without the phases between what it asks and its verdict', async () => {
    const slowly: Answering = async (asked, clock) => {
      if (asked.query.get('q') === 'early') await clock.sleep(300);
      if (asked.query.get('q') === 'between') await clock.sleep(2000);
      return answerList(asked, LIST);
    };
    const asking = (q: string) => ({ ...ofCases(0), cases: (t: Trial) => [t.list({ q })] });
    const late = caseRule({ ...asking('early'), id: 'list.array', phase: 'end', asked: 'read' });
    const between = caseRule({ ...asking('between'), id: 'list.unknown-repo', phase: 'unusual' });
    await withSession(slowly, {}, async ({ session }) => {
      const tried = await tryIn(session, [late, between]);
      const msOf = (id: string) => tried.find(({ rule }) => rule.id === id)?.ms ?? 0;
      expect(msOf('list.unknown-repo')).toBe(2010);
      expect(msOf('list.array')).toBeGreaterThanOrEqual(310);
      expect(msOf('list.array')).toBeLessThan(1000);
    });
  });

  it('asks in an earlier phase what a rule wants to have asked there, and judges it in its own', async () => {
    const order: string[] = [];
    const late = caseRule({
      ...ofCases(0),
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
    await withSession(
      (asked) => {
        order.push(asked.query.get('q') ?? '');
        return answerList(asked, LIST);
      },
      {},
      async ({ session }) => {
        await tryIn(session, [late, between]);
        expect(order.filter((each) => each !== '')).toEqual(['early', 'between', 'judged']);
      },
    );
  });

  it('writes down what is observed, and never judges it', async () => {
    const { cases: _cases, check: _check, preconditions: _none, ...words } = some(0);
    const observed: ObservedRule = {
      ...words,
      id: 'observed.page.default',
      level: 'observed',
      observe: (t) => t.observe('same', 'It is the same.'),
    };
    await withSession(well, {}, async ({ session }) => {
      session.begin({ phase: 'read', rules: [observed], early: [] });
      expect((await session.try(observed)).verdict).toEqual({
        verdict: 'observed',
        observation: { value: 'same', note: 'It is the same.' },
      });
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
      const tried = await session.retry(some(9), { case: { q: '2' }, times: 5 });
      expect(tried.verdict.verdict).toBe('pass');
      expect(asked.filter(({ query }) => query.has('q'))).toHaveLength(5);
    });
  });

  it('takes three times as many attempts as it was seen in', () => {
    const times = ([seen, tries]: readonly [number, number]): number => timesFor({ seen, tries });
    expect(
      (
        [
          [3, 3],
          [1, 1],
          [2, 9],
          [3, 12],
          [1, 30],
        ] as const
      ).map(times),
    ).toEqual([3, 3, 14, 12, 30]);
  });

  it('that no case of the rule is like shows nothing', async () => {
    await withSession(well, {}, async ({ session }) => {
      const tried = await session.retry(some(1), { case: { q: 'other' }, times: 1 });
      expect(tried.verdict.verdict).toBe('inconclusive');
    });
  });
});
