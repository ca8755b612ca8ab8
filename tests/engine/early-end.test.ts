import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEach } from '../checks/looks.ts';
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
  undecidedReason,
  violationIn,
  well,
  withSession,
} from './trying.ts';

const failing: Answering = (asked) => (asked.query.has('q') ? jsonAnswer(500) : answerList(asked, LIST));
const silent: Answering = (asked) => (asked.query.has('q') ? 'none' : answerList(asked, LIST));

describe('MAX_REQUESTS', () => {
  it.each([
    ['a rule', well, 20, [some(40)]],
    ['repetitions', failing, 60, [some(100)]],
    ['the first reading', well, 2, [some(1)]],
    ['all rules together', well, 30, [some(60), caseRule({ ...ofCases(60), id: 'list.array' })]],
  ] as const)(
    'is never exceeded by %s, and what it leaves open is inconclusive',
    async (_what, answer, most, rules) => {
      await withSession(answer, { maxRequests: most }, async ({ session, asked }) => {
        const tried = await tryIn(session, rules);
        expect(asked.length).toBeLessThanOrEqual(most);
        expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(rules.map(() => 'inconclusive'));
        for (const one of tried) expect(undecidedReason(one)).toContain('MAX_REQUESTS');
      });
    },
  );

  it('keeps a part for the phases that come later', async () => {
    const last = caseRule({
      ...ofCases(0),
      id: 'list.array',
      phase: 'end',
      cases: (t) => [t.list({ q: 'late' })],
    });
    await withSession(well, { maxRequests: 100 }, async ({ session }) => {
      const tried = await tryIn(session, [some(200), last]);
      expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['inconclusive', 'pass']);
    });
  });
});

describe('the end of a run', () => {
  it('comes when the deadline is due, though the target does not answer', async () => {
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

  it('aborts what is in flight where it is an interruption', async () => {
    let arrived = (): void => undefined;
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const hanging: Answering = (asked, clock) => {
      if (asked.query.has('q')) arrived();
      return silent(asked, clock);
    };
    await withSession(hanging, { timeoutMs: 600_000 }, async ({ session }) => {
      const trying = tryIn(session, [some(1)]);
      await inFlight;
      session.run.stop('interrupted');
      expect((await trying).map(({ verdict }) => verdict.verdict)).toEqual(['inconclusive']);
    });
  });

  // One look and three that confirm it; then it is made smaller.
  it.each([0, 1, 2, 5])('takes no violation away that was confirmed %i requests before it', async (left) => {
    const rule = caseRule({
      ...ofCases(0),
      cases: (t) =>
        t.generated({ values: fc.integer({ min: 60, max: 10 ** 6 }), runs: inEach(1) }, (q) =>
          t.list({ q: String(q) }),
        ),
    });
    let stop = (): void => undefined;
    const ending: Answering = (asked) => {
      if (asked.query.has('q') && asked.nth > 1 + 3 + left) stop();
      return Number(asked.query.get('q')) > 50 ? jsonAnswer(404) : answerList(asked, LIST);
    };
    await withSession(ending, {}, async ({ session }) => {
      stop = () => session.run.stop('deadline');
      const [tried] = await tryIn(session, [rule]);
      expect(tried && violationIn(tried)).toMatchObject({ actual: '404', reproduced: { seen: 3, tries: 3 } });
    });
  });
});
