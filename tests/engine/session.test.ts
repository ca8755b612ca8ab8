import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepted } from '../../src/checks/answers.ts';
import { timesFor } from '../../src/engine/recorded.ts';
import type { RuleCase } from '../../src/model/case.ts';
import { held } from '../../src/model/check.ts';
import type { ObservedRule } from '../../src/run/rule.ts';
import type { Trial } from '../../src/run/trial.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryIn,
  tryRule,
  undecidedReason,
  violationIn,
  withSession,
} from './trying.ts';

const LIST = someIssues(150);
const well: Answering = (asked) => answerList(asked, LIST);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** So many listings that have to be answered with 200. */
const ofCases = (count: number) => ({
  cases: (t: Trial): RuleCase[] => numbered(count).map((q) => t.list({ q })),
  check: () => accepted(),
});
const some = (count: number) => caseRule(ofCases(count));

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

describe('MAX_REQUESTS', () => {
  it('is never exceeded, and what it leaves undecided is inconclusive', async () => {
    const tried = await tryRule(well, some(40), { maxRequests: 20 });
    expect(tried.asked.length).toBeLessThanOrEqual(20);
    expect(undecidedReason(tried)).toContain('MAX_REQUESTS');
  });

  it('counts repetitions as requests', async () => {
    const failing: Answering = (asked) => (asked.query.has('q') ? jsonAnswer(500) : answerList(asked, LIST));
    await withSession(failing, { maxRequests: 60 }, async ({ session, asked }) => {
      const [tried] = await tryIn(session, [some(100)]);
      expect(session.run.target.client.retries).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(60);
      expect(tried?.verdict.verdict).toBe('inconclusive');
    });
  });

  it('that does not even suffice to read the target leaves every rule inconclusive', async () => {
    expect(undecidedReason(await tryRule(well, some(1), { maxRequests: 2 }))).toContain('MAX_REQUESTS');
  });

  it('holds for all rules together, and makes none of them fail', async () => {
    await withSession(well, { maxRequests: 30 }, async ({ session, asked }) => {
      const ids = ['list.ok', 'list.array', 'list.records'] as const;
      const tried = await tryIn(
        session,
        ids.map((id) => caseRule({ ...ofCases(60), id })),
      );
      expect(asked.length).toBeLessThanOrEqual(30);
      expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(ids.map(() => 'inconclusive'));
    });
  });

  it('keeps a part for the phases that come later', async () => {
    const last = caseRule({
      ...ofCases(0),
      id: 'list.array',
      phase: 'end',
      cases: (t) => [t.list({ q: 'late' })],
    });
    await withSession(well, { maxRequests: 100 }, async ({ session }) => {
      const tried = await tryIn(session, [some(200), last]);
      expect(tried.map(undecidedReason)).toEqual([expect.stringContaining('MAX_REQUESTS'), '']);
    });
  });
});

describe('the deadline', () => {
  it('ends a run whose target does not answer, as inconclusive, when it is due', async () => {
    const silent: Answering = (asked) => (asked.query.has('q') ? 'none' : answerList(asked, LIST));
    const tried = await tryRule(silent, some(3), { deadlineMs: 4000, timeoutMs: 600_000 });
    expect(undecidedReason(tried)).toContain('DEADLINE_S');
    expect(tried.runMs).toBe(4000);
  });

  it('lets nothing be sent after it', async () => {
    await withSession(well, {}, async ({ session, asked }) => {
      await session.run.first();
      const before = asked.length;
      session.run.stop('deadline');
      const [tried] = await tryIn(session, [some(5)]);
      expect([asked.length, tried?.requests, tried?.verdict.verdict]).toEqual([before, 0, 'inconclusive']);
    });
  });
});

describe('an interruption', () => {
  it('aborts what is in flight and leaves the rule inconclusive', async () => {
    let arrived = (): void => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const silent: Answering = (asked) => {
      if (!asked.query.has('q')) return answerList(asked, LIST);
      arrived();
      return 'none';
    };
    await withSession(silent, { timeoutMs: 600_000 }, async ({ session }) => {
      const trying = tryIn(session, [some(1)]);
      await inFlight;
      session.run.stop('interrupted');
      const [tried] = await trying;
      expect(tried === undefined ? '' : undecidedReason(tried)).toContain('interrupted');
    });
  });
});

describe('the end of a run', () => {
  it('takes no violation away that was confirmed before it', async () => {
    const above50: Answering = (asked) =>
      Number(asked.query.get('q')) > 50 ? jsonAnswer(404) : answerList(asked, LIST);
    const rule = caseRule({
      ...ofCases(0),
      cases: (t) =>
        t.generated({ values: fc.integer({ min: 60, max: 10 ** 6 }), runs: inEach(1) }, (q) =>
          t.list({ q: String(q) }),
        ),
    });
    // One look and three that confirm it; then it is made smaller.
    for (const left of [0, 1, 2, 5]) {
      let stop = (): void => undefined;
      const ending: Answering = (asked, clock) => {
        if (asked.query.has('q') && asked.nth > 1 + 3 + left) stop();
        return above50(asked, clock);
      };
      await withSession(ending, {}, async ({ session }) => {
        stop = () => session.run.stop('deadline');
        const [tried] = await tryIn(session, [rule]);
        expect(tried === undefined ? {} : violationIn(tried)).toMatchObject({
          actual: '404',
          reproduced: { seen: 3, tries: 3 },
        });
      });
    }
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
