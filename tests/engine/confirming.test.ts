import { describe, expect, it } from 'vitest';
import { answeredLike } from '../../src/checks/alike.ts';
import { accepted, supposed } from '../../src/checks/answers.ts';
import type { Query } from '../../src/client/request.ts';
import { all } from '../../src/model/check.ts';
import { without } from '../../src/model/query.ts';
import type { Answer } from '../../src/service/answer.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  type TriedOnce,
  tryRule,
  undecidedReason,
  violationIn,
} from './trying.ts';

const LIST = someIssues(150);
const likeWithout = all(supposed, answeredLike(without('q'), 'the same without q'));

/** Some listings have to be answered as they are without `q`. */
const like = (...queries: readonly Query[]) =>
  caseRule({ cases: (t) => queries.map((query) => t.list(query)), check: () => likeWithout });
/** Some listings have to be answered with 200. */
const ok = (...queries: readonly Query[]) =>
  caseRule({ cases: (t) => queries.map((query) => t.list(query)), check: () => accepted() });

const firstTen = like({ q: '1', per_page: '10' });
const plain = ok({ q: '1' });

/** What is asked with `q` is answered by `own`, all else as a conforming service does. */
const service =
  (own: (asked: Arrived) => Answer): Answering =>
  (asked) =>
    asked.query.has('q') ? own(asked) : answerList(asked, LIST);

const reversed = (asked: Arrived): Answer => {
  const answer = answerList(asked, LIST);
  return { ...answer, body: JSON.stringify(LIST.slice(0, 10).toReversed()) };
};

/** The requests that confirmed something: those from the first one that a case was asked with again. */
function confirmingOf({ asked }: TriedOnce): readonly Arrived[] {
  const again = asked.findIndex(({ query, nth }) => query.has('q') && nth === 2);
  return asked.slice(again);
}

describe('a violation that always shows', () => {
  it('is reported as seen three times of three where it is a status, with case and exchanges', async () => {
    const violation = violationIn(
      await tryRule(
        service(() => jsonAnswer(418)),
        plain,
      ),
    );
    expect(violation).toMatchObject({
      kind: 'status',
      expected: '200',
      actual: '418',
      reproduced: { seen: 3, tries: 3 },
      counterexample: { q: '1' },
    });
    expect(violation.exchanges.at(-1)?.request.url).toContain('q=1');
    expect(violation.exchanges.at(-1)?.response?.status).toBe(418);
  });

  it('is reported as seen ten times of ten where it is an order', async () => {
    expect(violationIn(await tryRule(service(reversed), firstTen))).toMatchObject({
      kind: 'wrong-order',
      reproduced: { seen: 10, tries: 10 },
    });
  });

  it('is confirmed beside its twin, asked as often, in an order that is drawn, over connections of both kinds', async () => {
    const tried = await tryRule(service(reversed), firstTen);
    // But for the case and its twin at the first look.
    const asked = tried.asked.filter(({ query }) => query.get('per_page') === '10').slice(2);
    expect(asked).toHaveLength(20);
    const looks = Array.from({ length: 10 }, (_, index) => asked.slice(2 * index, 2 * index + 2));
    const isCaseFirst = looks.map((pair) => pair[0]?.query.has('q'));
    expect(looks.every((pair) => pair.filter(({ query }) => query.has('q')).length === 1)).toBe(true);
    expect(new Set(isCaseFirst)).toEqual(new Set([true, false]));
    expect(new Set(asked.map(({ isFresh }) => isFresh))).toEqual(new Set([true, false]));
  });

  it('is confirmed with nothing else in flight', async () => {
    let [inFlight, most] = [0, 0];
    const tried = await tryRule(async (asked, clock) => {
      inFlight += 1;
      if (asked.query.has('q') && asked.nth > 1) most = Math.max(most, inFlight);
      await clock.sleep(30);
      inFlight -= 1;
      return asked.query.has('q') ? jsonAnswer(418) : answerList(asked, LIST);
    }, plain);
    expect([violationIn(tried).reproduced, most]).toEqual([{ seen: 3, tries: 3 }, 1]);
  });

  it('is drawn by the seed, so that a run can be repeated', async () => {
    const order = async (seed: number) =>
      confirmingOf(await tryRule(service(reversed), firstTen, { seed })).map(({ query }) => query.has('q'));
    expect(await order(3)).toEqual(await order(3));
    expect(await order(3)).not.toEqual(await order(4));
  });
});

describe('a violation that shows now and then', () => {
  for (const period of [2, 3, 4, 5]) {
    it(`is never passed over where it shows once in ${period}, if the first look meets it`, async () => {
      const now = service((asked) =>
        (asked.nth - 1) % period === 0 ? jsonAnswer(404) : answerList(asked, LIST),
      );
      const violation = violationIn(await tryRule(now, plain));
      const { seen, tries: looks } = violation.reproduced;
      expect(seen).toBeGreaterThanOrEqual(3);
      expect(looks).toBeGreaterThanOrEqual(10);
    });
  }

  it('is undecided where it shows just once, and says so', async () => {
    const once = service((asked) => (asked.nth === 1 ? jsonAnswer(404) : answerList(asked, LIST)));
    expect(undecidedReason(await tryRule(once, plain))).toMatch(
      /^It was seen in 1 of \d+ attempts \(404, not 200\)/,
    );
  });

  it('is undecided where one of many cases slipped, though all others hold', async () => {
    const third = service((asked) => (asked.nth === 3 ? jsonAnswer(404) : answerList(asked, LIST)));
    const tried = await tryRule(third, ok(...['1', '2', '3', '4', '5', '6'].map((q) => ({ q }))));
    expect(tried.verdict.verdict).toBe('inconclusive');
  });

  it('is looked at ten times where the service was seen to answer one request with two statuses', async () => {
    const flaky: Answering = (asked) => {
      if (asked.query.has('q')) return jsonAnswer(418);
      return asked.query.size === 0 && asked.nth > 7 && asked.nth % 2 === 0
        ? jsonAnswer(404)
        : answerList(asked, LIST);
    };
    const tried = await tryRule(flaky, plain);
    expect(violationIn(tried).reproduced).toEqual({ seen: 10, tries: 10 });
  });

  it('holds where two copies with orders of their own answer by turns, case and twin alike', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      let turn = 0;
      const copies: Answering = (asked) => {
        turn += 1;
        return answerList(asked, turn % 2 === 0 ? LIST : LIST.toReversed());
      };
      const tried = await tryRule(copies, firstTen, { seed });
      expect(tried.verdict.verdict, undecidedReason(tried)).not.toBe('fail');
    }
  });
});

describe('answers from which nothing follows', () => {
  const answeredBy = async (answer: Answer) =>
    tryRule(
      service(() => answer),
      plain,
      { deadlineMs: 60_000 },
    );

  it('make a rate limit inconclusive, and name MAX_RATE', async () => {
    expect(undecidedReason(await answeredBy(jsonAnswer(429, {}, { 'retry-after': '3600' })))).toMatch(
      /limits the rate of requests \(429\).*MAX_RATE/,
    );
  });

  it('make a 403 with a used-up allowance inconclusive, and leave one without it a violation', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' };
    expect((await answeredBy(jsonAnswer(403, {}, headers))).verdict.verdict).toBe('inconclusive');
    expect(violationIn(await answeredBy(jsonAnswer(403))).actual).toBe('403');
  });

  it('make a time-out inconclusive, and name the time', async () => {
    const silent: Answering = (asked) => (asked.query.has('q') ? 'none' : answerList(asked, LIST));
    expect(undecidedReason(await tryRule(silent, plain, { timeoutMs: 300 }))).toContain('within 300 ms');
  });
});

describe('a server in trouble', () => {
  it('is a violation while the list is well', async () => {
    expect(
      violationIn(
        await tryRule(
          service(() => jsonAnswer(500)),
          plain,
        ),
      ),
    ).toMatchObject({
      kind: 'server-error',
      actual: '500',
    });
  });

  it('is no matter of this request while the plain list is in trouble as well', async () => {
    let isDown = false;
    const tried = await tryRule((asked) => {
      isDown ||= asked.query.has('q');
      return isDown ? jsonAnswer(500) : answerList(asked, LIST);
    }, plain);
    expect(undecidedReason(tried)).toContain('a listing that is not refused anyway (500)');
  });

  it('that recovers when it is asked once more is well', async () => {
    const recovering = service((asked) => (asked.nth === 1 ? jsonAnswer(500) : answerList(asked, LIST)));
    expect((await tryRule(recovering, plain)).verdict.verdict).toBe('pass');
  });

  it('that is seldom busy breaks nothing, however often it is', async () => {
    const busy = service((asked) =>
      asked.nth <= 4 || asked.nth % 7 === 0 ? jsonAnswer(502) : answerList(asked, LIST),
    );
    const { verdict } = await tryRule(busy, plain);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', cause: 'unstable' });
  });
});
