import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEach } from '../checks/looks.ts';
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
