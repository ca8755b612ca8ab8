import { describe, expect, it } from 'vitest';
import { issuesPath } from '../../src/client/request.ts';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { fixture } from '../../src/service/fixture.ts';
import { isCreate } from '../../src/service/request.ts';
import { settingsFor, type Trying, tryService } from '../support/try-service.ts';

const notPassed = async (settings: Trying, latencyMs = 0): Promise<string[]> => {
  const { tried } = await tryService({ latencyMs }, settings);
  return tried
    .filter(({ verdict }) => verdict.verdict !== 'pass' && verdict.verdict !== 'observed')
    .map(({ rule }) => rule.id);
};

describe('a conforming service', () => {
  it.each<[string, Trying, number?]>([
    ['in quick', { profile: 'quick' }],
    ['in standard', { profile: 'standard' }],
    ['in thorough', { profile: 'thorough' }],
    ['two at once', { concurrency: 2 }],
    ['32 at once, slowly', { concurrency: 32 }, 200],
    ['with a seed of 1', { seed: 1 }],
    ['with a seed of 2', { seed: 2 }],
  ])('passes every gating rule %s', async (_how, settings, latencyMs) => {
    expect(await notPassed({ only: gatingIds, ...settings }, latencyMs)).toEqual([]);
  });

  it.each(gatingIds)('passes %s tried alone', async (id) => {
    expect(await notPassed({ profile: 'quick', only: [id] })).toEqual([]);
  });

  it.each([
    ['quick', 'none', 60],
    ['quick', 'all', 90],
    ['standard', 'all', 450],
    ['thorough', 'all', 4000],
  ] as const)(
    'is sent by %s with writes %s at most %i requests, however many issues there are',
    async (profile, writes, most) => {
      const sent: number[] = [];
      for (const issues of [140, 20_000])
        sent.push((await tryService({ issues }, { profile, writes })).requests);
      expect(Math.max(...sent)).toBeLessThanOrEqual(most);
      expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(20);
    },
  );

  it('gets the same verdicts, cases and requests for the same seed', async () => {
    const [once, again] = [await tryService({}, { seed: 7 }), await tryService({}, { seed: 7 })];
    expect([again.tried, again.requests]).toEqual([once.tried, once.requests]);
  });

  it.each([0, 1, 5, 30, 100])('with %i issues has what they cannot show left undecided', async (issues) => {
    const only = gatingIds;
    const { tried, verdictOf } = await tryService({ issues }, { profile: 'quick', writes: 'none', only });
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail')).toEqual([]);
    const open = ['list.per-page.above-maximum'] as const;
    const few = ['list.per-page.default', 'list.per-page.zero'] as const;
    for (const id of issues <= 30 ? [...open, ...few] : open) expect(verdictOf(id)).toBe('inconclusive');
  });
});

/** What comes to a service: who sends it, where to, and what is stored. */
async function sentBy(settings: Trying) {
  const sent = { anonymous: 0, unknown: 0, known: 0, posts: new Set<string>(), created: [] as string[] };
  const noting: Change = (b) => ({
    around: (inner, request) => {
      sent[b.authenticate(request.header('authorization'), request).kind] += 1;
      if (isCreate(request)) sent.posts.add(request.url.pathname);
      return b.around(inner, request);
    },
    store: (draft, repository, call) => {
      sent.created.push(`${draft.title} ${draft.body}`);
      return b.store(draft, repository, call);
    },
  });
  await tryService({ changes: [noting] }, { only: ruleIds, ...settings });
  return sent;
}

describe('what a run sends', () => {
  it.each([
    ['quick', 20],
    ['standard', 80],
  ] as const)(
    'stays within an hour’s allowance in %s, and creates at most %i marked issues',
    async (profile, most) => {
      const { anonymous, unknown, created } = await sentBy({ profile });
      expect([anonymous > 0, anonymous <= 60, unknown > 0, unknown <= 40]).toEqual([true, true, true, true]);
      expect(created.length).toBeLessThanOrEqual(most);
      expect(created.filter((text) => !/ic-testrun001-\w+/.test(text))).toEqual([]);
    },
  );

  it('is no POST with WRITES=none, and creates nothing with WRITES=rejected', async () => {
    expect((await sentBy({ writes: 'none' })).posts).toEqual(new Set());
    const rejected = await sentBy({ writes: 'rejected' });
    expect([rejected.posts.size > 0, rejected.created]).toEqual([true, []]);
  });

  it('is created in the repository for writes alone', async () => {
    const { bed } = settingsFor({ ...fixture, token: fixture.memberToken }, 'http://service.test');
    const { posts } = await sentBy({ bed: { ...bed, written: { owner: 'acme', repo: 'sprockets' } } });
    expect(posts).toContain(issuesPath({ owner: 'acme', repo: 'sprockets' }));
    expect(posts).not.toContain(issuesPath({ owner: 'acme', repo: 'widgets' }));
  });
});
