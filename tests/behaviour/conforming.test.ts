import { expect, it } from 'vitest';
import { noteCreated } from '../../proof/changes/creations.ts';
import { beforeEach, onlyWhere } from '../../proof/changes/decisions.ts';
import { gatingIds, ruleIds } from '../../src/model/rule-ids.ts';
import { isGating } from '../../src/model/rule-metadata.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Reply, ServiceRequest } from '../../src/service/request.ts';
import { jsonAnswer } from '../engine/trying.ts';
import { type Trying, tryService, withTarget } from '../support/try-service.ts';

// What the matrix does not show: rules tried alone, causes, and what is sent.

it.each(gatingIds)('a conforming service passes %s tried alone', async (id) => {
  const { verdictOf } = await tryService({ profile: 'quick', only: [id] });
  expect(verdictOf(id)).toBe('pass');
});

it('the same seed gets the same verdicts, cases and requests', async () => {
  const [once, again] = [await tryService({ seed: 7 }), await tryService({ seed: 7 })];
  expect([again.tried, again.requests]).toEqual([once.tried, once.requests]);
});

/** Returns the undecided gating rules of a quick run with their causes. */
async function undecidedOn(issues: number, writes: 'none' | 'all', changes: readonly Change[] = []) {
  const { tried } = await tryService({ issues, changes, profile: 'quick', writes });
  const open = tried.flatMap(({ rule, verdict }) =>
    isGating(rule) && 'cause' in verdict ? [[rule.id, verdict.cause] as const] : [],
  );
  return new Map(open);
}

const isAllowed = (cause: string | undefined): boolean => cause === 'setting' || cause === 'data';

it.each([0, 1, 30, 100])('a rule lacks data or a setting on a good list of %i issues', async (issues) => {
  const open = await undecidedOn(issues, 'none');
  expect(open.get('list.per-page.above-maximum')).toBe('data');
  expect(open.get('list.per-page.zero')).toBe(issues <= 30 ? 'data' : undefined);
  expect([...open].filter(([, cause]) => !isAllowed(cause))).toEqual([]);
});

it.each<[string, (request: ServiceRequest) => Reply | Promise<Reply>]>([
  ['resets every connection', () => ({ ...jsonAnswer(503), delivery: 'reset' })],
  ['answers 503', () => jsonAnswer(503)],
  ['answers 500', () => jsonAnswer(500)],
  ['asks for patience', () => jsonAnswer(429, {}, { 'retry-after': '3600' })],
  ['hangs', (request) => request.pause(3_600_000).then(() => jsonAnswer(503))],
])('an undecided rule lacks more than data where the service %s from some request on', async (_, illness) => {
  const change = onlyWhere(({ ordinal }) => ordinal > 20)(() => ({
    around: async (_inner, one) => illness(one),
  }));
  const well = await undecidedOn(31, 'all');
  const ill = await undecidedOn(31, 'all', [change]);
  const wrong = [...ill].filter(([id, cause]) => isAllowed(cause) && !isAllowed(well.get(id)));
  expect(wrong).toEqual([]);
  expect([...ill].filter(([, cause]) => !isAllowed(cause)).length).toBeGreaterThan(5);
});

/** What comes to a service: who sends it, where to, and what is stored. */
async function sentBy(settings: Trying) {
  const sent = { anonymous: 0, unknown: 0, known: 0, created: [] as string[] };
  const noting = beforeEach((request, b) => {
    sent[b.authenticate(request.header('authorization'), request).kind] += 1;
  });
  const keeping = noteCreated(({ title, body }) => sent.created.push(`${title} ${body}`));
  const { sent: all } = await tryService({ changes: [noting, keeping], only: ruleIds, ...settings });
  return { ...sent, posts: all.filter((one) => one.startsWith('POST ')) };
}

it.each([
  ['quick', 20],
  ['standard', 80],
] as const)(
  'what a run sends stays within an hour’s allowance in %s, with at most %i issues',
  async (profile, most) => {
    const { anonymous, unknown, created } = await sentBy({ profile });
    expect([anonymous > 0, anonymous <= 60, unknown > 0, unknown <= 40]).toEqual([true, true, true, true]);
    expect(created.length).toBeLessThanOrEqual(most);
    expect(created.filter((text) => !/ic-testrun001-\w+/.test(text))).toEqual([]);
  },
);

it('what a run sends is no POST with WRITES=none, and creates nothing with WRITES=rejected', async () => {
  expect((await sentBy({ writes: 'none' })).posts).toEqual([]);
  const rejected = await sentBy({ writes: 'rejected' });
  expect([rejected.posts.length > 0, rejected.created]).toEqual([true, []]);
});

it('what a run sends is created in the repository for writes alone', async () => {
  const adjust = withTarget({ writeRepository: { owner: 'acme', repo: 'sprockets' } });
  const posts = (await sentBy({ adjust })).posts.join('\n');
  expect(posts).toContain('/repos/acme/sprockets/issues');
  expect(posts).not.toContain('/repos/acme/widgets/issues');
});
