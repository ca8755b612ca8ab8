import { describe, expect, it } from 'vitest';
import { statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import { rule } from '../../src/trial/rule.ts';
import type { Trial } from '../../src/trial/trial.ts';
import { type Answering, issues, json, list, tryCheck, withSession } from './trying.ts';

const LIST = issues(150);
const healthy: Answering = (asked) => list(asked, LIST);

/** So many cases, each a request of its own. */
const cases = (count: number) => (t: Trial) =>
  t.try(
    Array.from({ length: count }, (_, index) =>
      listing(t, { query: { q: String(index) }, compared: false }, statusIs(200, 'for a listing')),
    ),
  );

describe('MAX_REQUESTS', () => {
  it('is never exceeded, and what it leaves undecided is inconclusive', async () => {
    const { report, arrived, tally } = await tryCheck(healthy, cases(40), { maxRequests: 20 });
    expect(arrived).toBeLessThanOrEqual(20);
    expect(tally.requests).toBe(20);
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('MAX_REQUESTS');
  });

  it('counts repetitions as requests', async () => {
    const { report, arrived, tally } = await tryCheck(
      (asked) => (asked.query.has('q') ? json(asked.response, 500, {}) : list(asked, LIST)),
      cases(40),
      { maxRequests: 20 },
    );
    expect(arrived).toBeLessThanOrEqual(20);
    expect(tally.requests).toBe(20);
    expect(tally.retries).toBeGreaterThan(0);
    expect(report.verdict).toBe('inconclusive');
  });

  it('that exactly suffices lets the rule pass', async () => {
    const { report, arrived } = await tryCheck(healthy, cases(13), { maxRequests: 20 });
    expect(arrived).toBe(20);
    expect(report.verdict).toBe('pass');
  });

  it('that does not even suffice for the survey makes every rule inconclusive', async () => {
    const { report, arrived } = await tryCheck(healthy, cases(1), { maxRequests: 2 });
    expect(arrived).toBeLessThanOrEqual(2);
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('MAX_REQUESTS');
  });

  it('holds for all rules of a session together', async () => {
    await withSession(healthy, { maxRequests: 30 }, async (session, arrived) => {
      const ids = ['list.ok', 'list.array', 'list.records'] as const;
      const reports = await Promise.all(ids.map((id) => session.try(rule(id, cases(60)))));
      expect(arrived()).toBeLessThanOrEqual(30);
      expect(session.tally.requests).toBe(30);
      expect(reports.filter(({ verdict }) => verdict === 'inconclusive').length).toBeGreaterThanOrEqual(1);
      expect(reports.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    });
  });
});

describe('the deadline', () => {
  it('ends a run whose target does not answer, as inconclusive', async () => {
    const { report } = await tryCheck(
      (asked) => (asked.query.has('q') ? undefined : list(asked, LIST)),
      cases(3),
      { deadlineMs: 400, timeoutMs: 600_000 },
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.reason).toContain('DEADLINE_S');
  });

  it('lets nothing be sent after it', async () => {
    await withSession(healthy, {}, async (session, arrived) => {
      await session.survey();
      const before = arrived();
      session.stop('deadline');
      const report = await session.try(rule('list.ok', cases(5)));
      expect(arrived()).toBe(before);
      expect(report.verdict).toBe('inconclusive');
      expect(report.requests).toBe(0);
    });
  });
});

describe('an interruption', () => {
  it('aborts what is in flight and leaves the rule inconclusive', async () => {
    let inFlight = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      inFlight = resolve;
    });
    await withSession(
      (one) => (one.query.has('q') ? inFlight() : list(one, LIST)),
      { timeoutMs: 600_000 },
      async (session) => {
        const trying = session.try(rule('list.ok', cases(1)));
        await asked;
        session.stop('interrupted');
        const report = await trying;
        expect(report.verdict).toBe('inconclusive');
        expect(report.reason).toContain('interrupted');
      },
    );
  });

  it('keeps a violation that was confirmed before it', async () => {
    await withSession(
      (asked) => (asked.query.has('q') ? json(asked.response, 418, {}) : list(asked, LIST)),
      {},
      async (session) => {
        const report = await session.try(
          rule('list.ok', async (t) => {
            await cases(1)(t);
            session.stop('interrupted');
            await cases(1)(t);
          }),
        );
        expect(report.verdict).toBe('fail');
      },
    );
  });
});

describe('a session', () => {
  it('throws where the check itself is at fault', async () => {
    await expect(
      tryCheck(healthy, () => {
        throw new TypeError('the check is wrong');
      }),
    ).rejects.toThrow('the check is wrong');
  });

  it('throws where a judge is at fault', async () => {
    await expect(
      tryCheck(healthy, (t) =>
        t.try([
          listing(t, { query: { q: '1' } }, () => {
            throw new RangeError('the judge is wrong');
          }),
        ]),
      ),
    ).rejects.toThrow('the judge is wrong');
  });

  it('throws where a rule asks as a caller whose token it does not name as needed', async () => {
    await expect(
      tryCheck(healthy, (t) => t.try([listing(t, { query: { q: '1' }, by: 'outsider' }, statusIs(200, ''))])),
    ).rejects.toThrow('no token for the outsider');
  });

  it('skips a rule whose settings are missing, and sends nothing', async () => {
    await withSession(healthy, {}, async (session, arrived) => {
      const report = await session.try(rule('list.private.outsider', cases(1)));
      expect(report.verdict).toBe('skip');
      expect(report.reason).toMatch(/set .*TOKEN.*PRIVATE_REPO|set .*PRIVATE_REPO.*TOKEN/);
      expect(arrived()).toBe(0);
    });
  });

  it('makes every rule inconclusive where the target cannot be checked, and says why', async () => {
    await withSession(
      ({ response }) => json(response, 404, {}),
      {},
      async (session) => {
        const report = await session.try(rule('list.ok', cases(1)));
        expect(report.verdict).toBe('inconclusive');
        expect(report.reason).toMatch(/answers 404 for acme\/widgets/);
        expect(session.unusable).toBe(report.reason);
      },
    );
  });

  it('surveys the target once for all rules', async () => {
    await withSession(healthy, {}, async (session, arrived) => {
      const [first, second] = await Promise.all([session.survey(), session.survey()]);
      expect(second).toBe(first);
      expect(arrived()).toBe(7);
    });
  });

  it('remembers an answer that two rules ask for', async () => {
    await withSession(healthy, {}, async (session) => {
      const first = await session.try(rule('list.ok', cases(3)));
      const second = await session.try(rule('list.array', cases(3)));
      expect([first.requests, second.requests]).toEqual([3, 0]);
      expect(second.verdict).toBe('pass');
    });
  });

  it('shows no token that the target sends back', async () => {
    const token = 'wxyz0123456789abcdef';
    const premises = {
      repository: { owner: 'acme', repo: 'widgets' },
      privateRepository: undefined,
      token,
      outsiderToken: undefined,
    };
    const { report } = await tryCheck(
      (asked) =>
        asked.query.has('q') ? json(asked.response, 418, { echo: `Bearer ${token}` }) : list(asked, LIST),
      cases(1),
      { premises },
    );
    expect(report.verdict).toBe('fail');
    expect(JSON.stringify(report)).not.toContain(token);
    expect(report.failure?.exchanges[0]?.response?.body).toContain('Bearer <TOKEN>');
    expect(report.failure?.exchanges[0]?.request.headers['authorization']).toBe('Bearer <TOKEN>');
  });
});
