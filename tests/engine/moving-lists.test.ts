import { describe, expect, it } from 'vitest';
import { answeredLike } from '../../src/checks/alike.ts';
import { supposed } from '../../src/checks/answers.ts';
import type { Query } from '../../src/client/request.ts';
import { all } from '../../src/model/check.ts';
import { without } from '../../src/model/query.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  someIssues,
  tryIn,
  tryRule,
  undecidedReason,
  violationIn,
  withSession,
} from './trying.ts';

const LIST = someIssues(150);
/** With an issue more, which somebody has added. */
const LONGER = [...someIssues(1, 9000), ...LIST];
const LISTED_WITHIN_MS = 2000;

/** Some listings have to be answered as they are without `q`. */
const like = (queries: readonly Query[], id: RuleId = 'list.ok') =>
  caseRule({
    id,
    cases: (t) => queries.map((query) => t.list(query)),
    check: () => all(supposed, answeredLike(without('q'), 'the same without q')),
  });
const firstTen = like([{ q: '1', per_page: '10' }]);

const isCase = ({ query }: Arrived): boolean => query.has('q');

/** A list to which somebody adds an issue every so many milliseconds, by the clock of the run. */
const growing =
  (everyMs: number) =>
  (now: number): { id: number; title: string }[] => [
    ...someIssues(Math.floor(now / everyMs), 5000).toReversed(),
    ...LIST,
  ];

/** A copy of a list that is so many milliseconds behind. */
const behind =
  (at: (now: number) => readonly unknown[], lagMs: number): Answering =>
  (asked) =>
    answerList(asked, at(isCase(asked) ? Math.max(0, asked.at - lagMs) : asked.at));

/** A list to which an issue is added right after the twin of the cases was asked for the first time. */
function growsAfterTwin(): Answering {
  let twins = 0;
  return (asked) => {
    const isTwin = !isCase(asked) && asked.query.get('per_page') === '10';
    if (isTwin) twins += 1;
    return answerList(asked, isTwin && twins === 1 ? LIST : isCase(asked) || twins > 0 ? LONGER : LIST);
  };
}

describe('a list that others write to', () => {
  it('is no violation where an issue came between the case and its twin', async () => {
    const tried = await tryRule(growsAfterTwin(), firstTen);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(tried.asked.filter(isCase).length).toBeGreaterThan(1);
  });

  it('is no violation where an issue comes with every request', async () => {
    for (const seed of [1, 2, 3, 4]) {
      let everything = LIST;
      const tried = await tryRule(
        (asked) => {
          everything = [...someIssues(1, 6000 + everything.length), ...everything];
          return answerList(asked, everything);
        },
        firstTen,
        { seed },
      );
      expect(tried.verdict.verdict, undecidedReason(tried)).not.toBe('fail');
    }
  });

  it('is no violation where issues go, or are moved to the front', async () => {
    for (const change of [
      (some: typeof LIST) => some.slice(1),
      (some: typeof LIST) => [...some.slice(5, 6), ...some.slice(0, 5), ...some.slice(6)],
    ]) {
      let everything = LIST;
      const tried = await tryRule((asked) => {
        if (asked.nth % 3 === 0) everything = change(everything);
        return answerList(asked, everything);
      }, firstTen);
      expect(tried.verdict.verdict, undecidedReason(tried)).not.toBe('fail');
    }
  });

  it('does not hide a violation that lies outside of all that the twin gave', async () => {
    const at = growing(300);
    const tried = await tryRule((asked) => {
      const now = at(asked.at);
      return answerList(asked, isCase(asked) ? now.toReversed() : now);
    }, firstTen);
    expect(violationIn(tried).kind).toMatch(/^wrong-/);
  });

  it('does not hide a violation once it rests', async () => {
    let everything = LIST;
    const tried = await tryRule((asked) => {
      if (isCase(asked) && asked.nth === 1) everything = [...someIssues(1, 7000), ...LIST];
      return answerList(asked, isCase(asked) ? everything.slice(3) : everything);
    }, firstTen);
    expect(violationIn(tried).kind).toBe('wrong-results');
  });
});

describe('a copy of the list that is behind', () => {
  const changing = (now: number) => (now < 1000 ? LIST : LONGER);

  it('is no violation as long as LISTED_WITHIN_MS allows it', async () => {
    const tried = await tryRule(async (asked, clock) => {
      // The list changes just before the case is asked for.
      if (isCase(asked) && clock.now() < 1000) await clock.sleep(1000 - clock.now());
      return behind(changing, 1500)({ ...asked, at: clock.now() }, clock);
    }, firstTen);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
  });

  it('is one where it never catches up, which shows only after the list was given its time', async () => {
    const stale: Answering = (asked) => answerList(asked, isCase(asked) ? LIST : LONGER);
    const tried = await tryRule(stale, firstTen);
    expect(violationIn(tried)).toMatchObject({ kind: 'wrong-results', reproduced: { seen: 10, tries: 10 } });
    expect(tried.runMs).toBeGreaterThanOrEqual(LISTED_WITHIN_MS);
  });

  it('is waited for once, whatever the number of cases and rules', async () => {
    const stale: Answering = (asked) => answerList(asked, isCase(asked) ? LIST : LONGER);
    const rules = (['list.ok', 'list.array', 'list.records'] as const).map((id, nth) =>
      like(
        ['a', 'b'].map((q) => ({ q: `${q}${nth}`, per_page: '10' })),
        id,
      ),
    );
    await withSession(stale, {}, async ({ session, clock }) => {
      const tried = await tryIn(session, rules);
      expect(tried.map((one) => violationIn(one).kind)).toEqual(rules.map(() => 'wrong-results'));
      expect(clock.now()).toBeGreaterThanOrEqual(LISTED_WITHIN_MS);
      expect(clock.now()).toBeLessThan(2 * LISTED_WITHIN_MS);
    });
  });

  it('is no violation on either side: a cache may hold the twin, too', async () => {
    const at = (now: number) => (now < 300 ? LIST : LONGER);
    const cached: Answering = (asked) =>
      answerList(asked, at(isCase(asked) ? asked.at : Math.max(0, asked.at - 1500)));
    const tried = await tryRule(async (asked, clock) => {
      if (isCase(asked) && clock.now() < 300) await clock.sleep(300);
      return cached({ ...asked, at: clock.now() }, clock);
    }, firstTen);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
  });

  it('is no violation behind a cache that keeps each page for a while, of a list that never rests', async () => {
    const at = growing(170);
    for (const seed of [1, 2, 3]) {
      const cached = new Map<string, { at: number; all: readonly unknown[] }>();
      const tried = await tryRule(
        (asked) => {
          const key = asked.query.toString();
          const earlier = cached.get(key);
          const entry =
            earlier !== undefined && asked.at - earlier.at < 1500
              ? earlier
              : { at: asked.at, all: at(asked.at) };
          cached.set(key, entry);
          return answerList(asked, entry.all);
        },
        firstTen,
        { seed },
      );
      expect(tried.verdict.verdict, undecidedReason(tried)).not.toBe('fail');
    }
  });

  it('is undecided where the list never rests and a list of another time would explain what is seen', async () => {
    // Ahead by two issues, whenever it is asked.
    const at = growing(100);
    const tried = await tryRule(
      (asked) => answerList(asked, at(asked.at + (isCase(asked) ? 200 : 0))),
      firstTen,
    );
    expect(undecidedReason(tried)).toMatch(
      /^The list is another one at each reading.*while the list is at rest/,
    );
  });
});

describe('many cases that disagree', () => {
  const many = like(['1', '2', '3', '4', '5', '6', '7', '8'].map((q) => ({ q, per_page: '10' })));

  it('are looked at again all at once where the list moved: they agree with a twin of the same moment', async () => {
    const tried = await tryRule(growsAfterTwin(), many);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(tried.asked.filter(isCase)).toHaveLength(2 * 8);
  });

  it('are not passed over where each of them slipped once', async () => {
    const tried = await tryRule(
      (asked) => answerList(asked, isCase(asked) && asked.nth <= 8 ? LIST.slice(0, 3) : LIST),
      many,
    );
    expect(undecidedReason(tried)).toMatch(/too seldom to be sure/);
  });

  it('are not passed over where only some of them can be confirmed, one after the other', async () => {
    // At the first look, and at the second one, which the others have after ten at the first of them.
    const isOdd = (nth: number): boolean => nth <= 8 || (nth > 18 && nth <= 25);
    const tried = await tryRule(
      (asked) => answerList(asked, isCase(asked) && isOdd(asked.nth) ? LIST.toReversed() : LIST),
      many,
    );
    expect(undecidedReason(tried)).toMatch(
      /^2 more cases disagreed at first and could not all be looked at again/,
    );
  });

  it('end with the first violation', async () => {
    const tried = await tryRule((asked) => answerList(asked, isCase(asked) ? LIST.toReversed() : LIST), many);
    expect(violationIn(tried).counterexample).toEqual({ q: '1', per_page: '10' });
    // A first look at each, and ten at the one that is accused.
    expect(tried.asked.filter(isCase)).toHaveLength(8 + 10);
  });
});
