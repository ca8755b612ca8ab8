import { describe, expect, it } from 'vitest';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { tryRules } from '../../src/host/in-process.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import { rules } from '../../suites/index.ts';
import { using } from '../service/using.ts';
import { oneByOne } from '../support/one-by-one.ts';
import { settingsFor, tryService } from '../support/try-service.ts';

const SLOW = { concurrency: 8, timeoutMs: 1000 };

const undecided = (tried: readonly Tried[]) =>
  tried
    .filter(({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass')
    .map(({ rule, verdict }) => [rule.id, verdict]);

describe('a run on a conforming service with one thread', () => {
  it.each([
    ['quick', 200],
    ['quick', 400],
    ['standard', 200],
    ['standard', 400],
  ] as const)('decides every rule (%s, %i ms for a request)', async (profile: ProfileName, ms: number) => {
    const { tried, requests, retries } = await tryService(
      { changes: [oneByOne(() => ms)] },
      { ...SLOW, profile },
    );
    expect(undecided(tried)).toEqual([]);
    expect(retries).toBeLessThan(20);
    expect(requests).toBeLessThan(profile === 'quick' ? 120 : 460);
  });

  it.each([
    [50, 300],
    [400, 50],
  ])('decides every rule where a listing takes %i ms and a creation %i ms', async (list, creation) => {
    const { tried } = await tryService(
      { changes: [oneByOne(({ method }) => (method === 'POST' ? creation : list))] },
      SLOW,
    );
    expect(undecided(tried)).toEqual([]);
  });

  it('decides every rule but that on creations at the same moment where there is no time for two', async () => {
    const { tried } = await tryService({ changes: [oneByOne(() => 700)] }, SLOW);
    expect(undecided(tried)).toEqual([
      [
        'create.concurrent',
        { verdict: 'inconclusive', cause: 'unanswered', reason: expect.stringContaining('TIMEOUT_MS') },
      ],
    ]);
  });

  it('decides every rule over a real connection', async () => {
    await using({ changes: [oneByOne(() => 50)] }, async (reference) => {
      const { tried } = await tryRules(
        { ...settingsFor(reference, reference.baseUrl), ...SLOW, profile: 'quick', timeoutMs: 250 },
        rules,
      );
      expect(undecided(tried)).toEqual([]);
    });
  });

  it('sees what is broken, and nothing else', async () => {
    const { tried } = await tryService(
      { faults: ['per-page-zero-empty'], changes: [oneByOne(() => 400)] },
      SLOW,
    );
    expect(undecided(tried).map(([id]) => id)).toEqual(['list.per-page.zero']);
  });
});

describe('a rule that is undecided because of time-outs', () => {
  it('says which settings may decide it', async () => {
    const { tried } = await tryService(
      {
        changes: [
          (b) => ({
            around: async (inner, request) => {
              if (request.query('per_page') === '0') await request.pause(1_000_000);
              return b.around(inner, request);
            },
          }),
        ],
      },
      { timeoutMs: 1000, only: ['list.per-page.zero'] },
    );
    expect(undecided(tried)).toEqual([
      [
        'list.per-page.zero',
        {
          verdict: 'inconclusive',
          cause: 'unanswered',
          reason:
            'There was no complete answer within 1000 ms; set a higher TIMEOUT_MS or a lower CONCURRENCY, then run again.',
        },
      ],
    ]);
  });
});
