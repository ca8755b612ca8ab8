import { describe, expect, it } from 'vitest';
import { readListAnswer } from '../../src/survey/list-answer.ts';
import { listedAs, resultsAre, statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import { HELD, type Judgement } from '../../src/trial/probe.ts';
import type { Trial } from '../../src/trial/trial.ts';
import { type Answering, issues, json, list, tryCheck } from './trying.ts';

const LIST = issues(150);

/** The probe's answer is served by `probe`, all other listings as a healthy service does. */
const service =
  (probe: Answering, all: readonly unknown[] = LIST): Answering =>
  (asked) =>
    asked.query.has('q') ? probe(asked) : list(asked, all);

const firstTen = (t: Trial) =>
  t.try([listing(t, { query: { q: '1', per_page: '10' } }, resultsAre(0, 10, 'the first 10'))]);
const answers200 = (t: Trial) =>
  t.try([listing(t, { query: { q: '1' }, compared: false }, statusIs(200, 'for a listing'))]);

describe('a violation that always shows', () => {
  it('is reported as seen three times of three', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 200, LIST.slice(1, 11))),
      firstTen,
    );
    expect(report.verdict).toBe('fail');
    expect(report.failure?.reproduced).toBe('3 of 3');
    expect(report.failure?.counterexample).toEqual({ q: '1', per_page: '10' });
  });

  it('carries the exchange that shows it, and a curl line for it', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 418, {})),
      answers200,
    );
    const [exchange] = report.failure?.exchanges ?? [];
    expect(exchange?.request.url).toContain('q=1');
    expect(exchange?.response?.status).toBe(418);
    expect(report.failure?.expected).toBe('200 for a listing');
    expect(report.failure?.actual).toBe('418');
    expect(report.failure?.curl).toContain('q=1');
  });

  it('takes three requests, and one to see that the target is well, where it is not compared with the list', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 418, {})),
      answers200,
    );
    expect(report.failure?.reproduced).toBe('3 of 3');
    expect(report.requests).toBe(4);
  });
});

describe('a violation that shows now and then on a list at rest', () => {
  for (const period of [2, 3, 4, 5]) {
    for (let first = 1; first <= period; first += 1) {
      it(`is never passed where it shows in request ${first} of every ${period}, if the first look meets it`, async () => {
        const { report } = await tryCheck(
          service((asked) =>
            (asked.nth - 1) % period === first - 1
              ? json(asked.response, 200, LIST.slice(1, 11))
              : list(asked, LIST),
          ),
          firstTen,
        );
        expect(report.verdict).toBe(first === 1 ? 'fail' : 'pass');
        if (first === 1) expect(report.failure?.reproduced).toBe(`2 of ${period + 1}`);
      });
    }
  }

  it('is inconclusive where it shows just once, and says so', async () => {
    const { report } = await tryCheck(
      service((asked) =>
        asked.nth === 1 ? json(asked.response, 200, LIST.slice(1, 11)) : list(asked, LIST),
      ),
      firstTen,
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toMatch(/One answer broke the rule .* 8 further tries did not show it again/);
  });

  it('is inconclusive where one of many cases slipped, though all others hold', async () => {
    const { report } = await tryCheck(
      service((asked) => (asked.nth === 3 ? json(asked.response, 404, {}) : list(asked, LIST))),
      (t) =>
        t.try(
          Array.from({ length: 6 }, (_, index) =>
            listing(t, { query: { q: String(index) }, compared: false }, statusIs(200, 'for a listing')),
          ),
        ),
    );
    expect(report.verdict).toBe('inconclusive');
  });

  it('is confirmed where a status alternates', async () => {
    const { report } = await tryCheck(
      service((asked) => (asked.nth % 2 === 1 ? json(asked.response, 404, {}) : list(asked, LIST))),
      answers200,
    );
    expect(report.verdict).toBe('fail');
    expect(report.failure?.reproduced).toBe('2 of 3');
  });
});

describe('a list that moves', () => {
  it('between the survey and the case is no violation', async () => {
    let all = LIST;
    const { report } = await tryCheck((asked) => {
      if (asked.query.has('q')) all = issues(150, 0);
      list(asked, all);
    }, firstTen);
    expect(report.verdict).toBe('pass');
  });

  it('in the one moment between the readings and the case is no violation', async () => {
    let all = LIST;
    let next = 0;
    const { report } = await tryCheck((asked) => {
      // Somebody writes just before the first two answers of the case.
      if (asked.query.has('q') && asked.nth <= 2) all = [{ id: (next -= 1), title: 'new' }, ...all];
      list(asked, all);
    }, firstTen);
    expect(report.verdict).toBe('pass');
  });

  it('with every request is inconclusive, and says that others are writing', async () => {
    let next = 0;
    let all = LIST;
    const { report } = await tryCheck((asked) => {
      all = [{ id: (next -= 1), title: 'new' }, ...all];
      list(asked, all);
    }, firstTen);
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('others are writing to it');
  });

  it('does not hide a violation once it rests', async () => {
    let all = LIST;
    const { report } = await tryCheck(
      service((asked) => {
        if (asked.nth === 1) all = issues(150, 0);
        json(asked.response, 200, all.slice(3, 13));
      }),
      firstTen,
    );
    expect(report.verdict).toBe('fail');
  });
});

describe('answers from which nothing follows', () => {
  it('make a rate limit inconclusive, and name MAX_RATE', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 429, {}, { 'retry-after': '3600' })),
      firstTen,
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toMatch(/limits the rate of requests \(429\).*MAX_RATE/);
  });

  it('make a 403 with a used-up allowance inconclusive', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' };
    const { report } = await tryCheck(
      service(({ response }) => json(response, 403, {}, headers)),
      answers200,
    );
    expect(report.verdict).toBe('inconclusive');
  });

  it('leave a 403 without such a header a violation', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 403, {})),
      answers200,
    );
    expect(report.verdict).toBe('fail');
  });

  it('make a time-out inconclusive, and name the time', async () => {
    const { report } = await tryCheck(
      service(() => undefined),
      answers200,
      { timeoutMs: 300 },
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('300 ms');
  });
});

describe('a server in trouble', () => {
  it('is no violation while its list is down as well', async () => {
    let down = false;
    const { report } = await tryCheck((asked) => {
      down ||= asked.query.has('q');
      if (down) json(asked.response, 500, {});
      else list(asked, LIST);
    }, answers200);
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('stopped answering its listing');
  });

  it('is no violation of a case that is compared with the list', async () => {
    let down = false;
    const { report } = await tryCheck((asked) => {
      down ||= asked.query.has('q');
      if (down) json(asked.response, 500, {});
      else list(asked, LIST);
    }, firstTen);
    expect(report.verdict).toBe('inconclusive');
  });

  it('is a violation while its list is well', async () => {
    const { report } = await tryCheck(
      service(({ response }) => json(response, 500, {})),
      answers200,
    );
    expect(report.verdict).toBe('fail');
    expect(report.failure?.actual).toBe('500');
  });

  it('that recovers when it is asked once more is well', async () => {
    const { report, tally } = await tryCheck(
      service((asked) => (asked.nth === 1 ? json(asked.response, 500, {}) : list(asked, LIST))),
      answers200,
    );
    expect(report.verdict).toBe('pass');
    expect(tally.retries).toBe(1);
  });
});

describe('a case that is asked in turn', () => {
  it('sends each question when the one before it is answered', async () => {
    const order: string[] = [];
    const { report } = await tryCheck(
      service((asked) => {
        const q = asked.query.get('q') ?? '';
        order.push(`${q} asked`);
        setTimeout(
          () => {
            order.push(`${q} answered`);
            list(asked, LIST);
          },
          q === '1' ? 30 : 1,
        );
      }),
      (t) => {
        const asks = ['1', '2'].map((q) => ({
          repository: t.premises.repository,
          as: t.as('anonymous'),
          query: { q },
        }));
        const judge = ([first, second]: readonly Parameters<typeof readListAnswer>[0][]): Judgement =>
          first !== undefined && second !== undefined && readListAnswer(second).kind === 'list'
            ? HELD
            : { kind: 'undecided', reason: 'no two lists' };
        return t.try([{ case: {}, asks, inTurn: true, judge }]);
      },
    );
    expect(report.verdict).toBe('pass');
    expect(order).toEqual(['1 asked', '1 answered', '2 asked', '2 answered']);
  });
});

describe('a case that could not have failed', () => {
  it('does not pass on a list that is too short to show it', async () => {
    const short = issues(5);
    const { report } = await tryCheck(
      service((asked) => list(asked, short), short),
      (t) =>
        t.try([
          listing(t, { query: { q: '1', per_page: '5', page: '2' } }, resultsAre(5, 10, 'results 6 to 10')),
        ]),
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('more than 5 issues');
  });

  it('does not pass where no case was recorded', async () => {
    const { report } = await tryCheck(
      service((asked) => list(asked, LIST)),
      () => undefined,
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.cases).toBe(0);
  });

  it('does not pass where a control does not hold', async () => {
    const { report } = await tryCheck(
      service((asked) => list(asked, LIST)),
      async (t) => {
        t.control(false, 'The control broke.');
        await t.try([
          listing(
            t,
            { query: { q: '1' } },
            listedAs('an array', () => HELD),
          ),
        ]);
      },
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toBe('The control broke.');
  });
});
