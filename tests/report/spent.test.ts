import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { requestsSpent, waitsSpent } from '../../src/report/view/run.ts';
import { conformant } from './examples.ts';

const runWith = (run: Partial<Report['run']>): Report => ({
  ...conformant,
  run: { ...conformant.run, requests: 289, retries: 0, settings: { MAX_REQUESTS: '1450' }, ...run },
});

describe('what a run took', () => {
  it('says how many requests were sent of how many, where it is known', () => {
    expect(requestsSpent(runWith({}).run)).toBe('289 of 1,450 requests');
    expect(requestsSpent(runWith({ retries: 3 }).run)).toBe('289 of 1,450 requests (3 of them retries)');
    for (const settings of [undefined, {}, { MAX_REQUESTS: '1e9' }])
      expect(requestsSpent({ ...runWith({}).run, settings: settings ?? {} })).toBe('289 requests');
  });

  it('names waits of a second or more, by their causes', () => {
    expect(waitsSpent(runWith({}).run)).toBeNull();
    expect(waitsSpent(runWith({ waits: { rateLimitMs: 999, maxRateMs: 10 } }).run)).toBeNull();
    expect(waitsSpent(runWith({ waits: { rateLimitMs: 41_600 } }).run)).toBe(
      'waited 42 s for the rate limit',
    );
    const waits = {
      startMs: 30_000,
      rateLimitMs: 999,
      backOffMs: 3000,
      maxRateMs: 2000,
      outageMs: 1_200_000,
    };
    expect(waitsSpent(runWith({ waits }).run)).toBe(
      'waited 30 s for the target to start (WAIT_S), 3 s before retries, 2 s for MAX_RATE, 1,200 s for the target to come back',
    );
  });

  for (const [name, show] of Object.entries({
    summary: (report: Report) => summary(report, { color: false, width: 80, paths: [] }),
    markdown,
    html: (report: Report) => html(report, []),
  }))
    it(`stands in the ${name}`, () => {
      const shown = show(runWith({ waits: { rateLimitMs: 41_600 } }));
      expect(shown).toContain('289 of 1,450 requests');
      expect(shown).toContain('waited 42 s for the rate limit');
      expect(show(runWith({}))).not.toContain('waited');
    });
});
