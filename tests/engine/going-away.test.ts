import { describe, expect, it } from 'vitest';
import { accepted, judgeStatus } from '../../src/checks/answers.ts';
import { bearer } from '../../src/client/request.ts';
import type { RuleCase } from '../../src/model/case.ts';
import { type Check } from '../../src/model/check.ts';
import type { Trial } from '../../src/run/trial.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryRule,
  undecidedReason,
  violationIn,
} from './trying.ts';

const LIST = someIssues(150);

const refusedAs422: Check = {
  says: '422',
  twins: () => ({}),
  judge: ({ looks }, one) =>
    judgeStatus(looks, one, '422 for an invalid payload', (status) => status === 422),
};
/** Payloads that have to be refused, all sent at once. */
const payloads = (...bodies: readonly string[]) =>
  caseRule({
    cases: (t: Trial): RuleCase[] =>
      bodies.map((body) => ({
        depth: 'quick',
        shown: { payload: body },
        caller: 'anonymous',
        query: {},
        asks: [() => ({ ...t.listing({}), method: 'POST', body })],
      })),
    check: () => refusedAs422,
  });

/** A service that dies of some requests, at which all that are in flight get no answer, and is started again later. */
function mortal(isFatal: (asked: Arrived) => boolean, downMs: number): Answering {
  let downUntil = 0;
  return async (asked, clock) => {
    if (clock.now() < downUntil) return 'refused';
    if (isFatal(asked)) {
      downUntil = clock.now() + downMs;
      return { ...jsonAnswer(0), delivery: 'reset' };
    }
    const diedBefore = downUntil;
    await clock.sleep(20);
    if (downUntil > diedBefore) return { ...jsonAnswer(0), delivery: 'reset' };
    return asked.method === 'POST' ? jsonAnswer(422) : answerList(asked, LIST);
  };
}
const ofNull = ({ body }: Arrived): boolean => body === 'null';

describe('a service that a request stops', () => {
  const rule = payloads('[]', '7', 'null', '"x"', 'true');

  for (const downMs of [1000, 2000]) {
    it(`and that comes back after ${downMs} ms is accused of that request alone`, async () => {
      const tried = await tryRule(mortal(ofNull, downMs), rule);
      expect(violationIn(tried)).toMatchObject({
        kind: 'gone-away',
        counterexample: { payload: 'null' },
        actual: expect.stringContaining('the service stopped answering after it, 3 times'),
      });
    });
  }

  it('sends the suspects again one at a time, each at most twice, once it is back', async () => {
    const { asked } = await tryRule(mortal(ofNull, 1000), rule);
    const first = asked.findIndex(ofNull);
    const sent = (body: string) => asked.filter((each) => each.body === body);
    for (const innocent of ['[]', '7', '"x"', 'true']) expect(sent(innocent).length).toBeLessThanOrEqual(3);
    expect(sent('null')).toHaveLength(3);
    const later = asked.slice(first + 1).filter(({ method }) => method === 'POST');
    const moments = later.filter(({ at }) => at > (asked[first]?.at ?? 0) + 1000).map(({ at }) => at);
    expect(new Set(moments).size).toBe(moments.length);
  });

  it('is not accused of the requests that were merely in flight', async () => {
    const tried = await tryRule(mortal(ofNull, 1000), payloads('[]', '7', '"x"', 'true'));
    expect(tried.verdict.verdict).toBe('pass');
  });

  it('is not accused where it stops once, and never again at the same request', async () => {
    let died = false;
    const once = mortal((asked) => {
      if (died || !ofNull(asked)) return false;
      died = true;
      return true;
    }, 1000);
    const tried = await tryRule(once, rule);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
  });

  it('by never answering it is accused just so', async () => {
    let hangsUntil = 0;
    const hanging: Answering = (asked, clock) => {
      if (clock.now() < hangsUntil) return 'none';
      if (ofNull(asked)) {
        hangsUntil = clock.now() + 7000;
        return 'none';
      }
      return asked.method === 'POST' ? jsonAnswer(422) : answerList(asked, LIST);
    };
    const tried = await tryRule(hanging, rule, { timeoutMs: 1000 });
    expect(violationIn(tried)).toMatchObject({ kind: 'gone-away', counterexample: { payload: 'null' } });
  });
});

describe('a service that never comes back', () => {
  it('is accused of nothing, and the reason names the suspects', async () => {
    const tried = await tryRule(mortal(ofNull, Number.POSITIVE_INFINITY), payloads('null'));
    expect(undecidedReason(tried)).toMatch(
      /The service stopped answering after \d+\.\d s \(connection refused\)\. In flight when the first connection broke: POST \/repos\/acme\/widgets\/issues with payload null\. Is the service still running\?/,
    );
    expect(tried.runMs).toBeLessThan(60_000);
  });
});

describe('a service that stops after invalid credentials', () => {
  it('may have locked its caller out, and nothing follows', async () => {
    const credential = bearer('made-up', 'invalid');
    const rule = caseRule({
      cases: (t) => [
        { ...t.list({ q: '1' }), invalid: credential, asks: [{ ...t.listing({ q: '1' }), as: credential }] },
      ],
      check: () => accepted({ twins: () => ({}) }),
    });
    const locking = mortal((asked) => asked.credential !== undefined, 1000);
    expect(undecidedReason(await tryRule(locking, rule))).toContain('locks callers out');
  });
});

describe('a target that goes wrong as a whole in the middle of a run', () => {
  const ok = caseRule({ cases: (t) => [t.list({ q: '1' })], check: () => accepted() });

  for (const status of [500, 404, 401]) {
    it(`with ${status} for everything is not accused by a rule on one of its listings`, async () => {
      let isGone = false;
      const tried = await tryRule((asked) => {
        isGone ||= asked.query.has('q');
        return isGone ? jsonAnswer(status) : answerList(asked, LIST);
      }, ok);
      expect(tried.verdict.verdict).toBe('inconclusive');
    });
  }
});
