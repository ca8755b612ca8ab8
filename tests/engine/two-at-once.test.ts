import { expect, it } from 'vitest';
import { failure, withHeaders } from '../../proof/changes/answers.ts';
import { cachedFor } from '../../proof/changes/caches.ts';
import { sendsNoCredential } from '../../proof/changes/callers.ts';
import {
  type Applies,
  answerWith,
  combine,
  late,
  limitRate,
  onlyWhere,
} from '../../proof/changes/decisions.ts';
import { createOne, createWith, meanwhile, removeOldestOpen } from '../../proof/changes/other-clients.ts';
import type { Injected } from '../../proof/injected.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { isGatingRule } from '../../src/observe/observed-rule.ts';
import { isCreate } from '../../src/service/request.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryRules, tryService } from '../support/try-service.ts';

it.each<[string, Pick<Injected, 'faults' | 'variants'>, readonly RuleId[]]>([
  [
    'passes unseen',
    { faults: ['create-twice-later', 'token-list-memberships-only'] },
    ['create.once', 'create.rejected-no-effect'],
  ],
  ['passes by a 304', { faults: ['answer-304-unasked', 'replica-private-open'] }, ['list.private.anonymous']],
  [
    'fails',
    { faults: ['cache-forgets-the-page', 'per-page-ten-at-least'] },
    ['list.sort.invalid-default-order'],
  ],
  ['fails for equals', { faults: ['page-ties-at-10', 'private-member-list-403'] }, ['list.page.slices']],
  [
    'fails because a limit refuses whoever creates, and TOKEN may not create',
    { variants: ['limit-creations-without-hint', 'token-may-not-create-404'] },
    ['create.invalid-token', 'create.malformed-credential'],
  ],
  [
    'fails because TOKEN expires behind a cache that knows other sizes',
    { variants: ['record-negative-ids', 'cached-for-long', 'token-expires'] },
    ['list.per-page.huge', 'list.per-page.zero', 'list.per-page.negative', 'list.private.outsider'],
  ],
])('no rule %s', async (_, injected, undecided) => {
  const { verdictOf } = await tryService({ ...injected, seed: 9 });
  for (const rule of undecided) expect([rule, verdictOf(rule)]).toEqual([rule, 'inconclusive']);
});

it.each([
  [['order-pinned-first', 'cached-in-secret-while-somebody-creates'], 5],
  [['order-oldest-first', 'cached-in-secret-while-somebody-creates'], 5],
  [['cached-briefly', 'somebody-comments'], 5],
  [['cached-briefly', 'somebody-deletes-often'], 5],
  [['cached-in-secret-while-somebody-deletes'], 725],
  [['cached-in-secret-while-somebody-deletes'], 727],
])('pages of a cache that are of different times accuse nobody: %s, seed %i', async (variants, seed) => {
  expect((await tryService({ variants, seed })).failed).toEqual([]);
});

it('a query that needs a credential everywhere shows nothing of hidden lists', async () => {
  const needsCredential = answerWith(
    failure(401),
    (request) => sendsNoCredential(request) && request.query('state') === 'closed',
  );
  const { verdictOf, failed } = await tryService({ changes: [needsCredential], seed: 5 });
  expect([failed, verdictOf('list.private.anonymous')]).toEqual([[], 'pass']);
});

const withoutAge = withHeaders(() => ({ age: undefined }));

it.each([
  ['states its age', cachedFor(4000), meanwhile(11, createOne, 1)],
  ['states its age in whole seconds', cachedFor(2500), meanwhile(23, removeOldestOpen, 1)],
  ['states no age', combine(cachedFor(7000), withoutAge), meanwhile(60, removeOldestOpen, 5)],
])('a cache that outlives LISTED_WITHIN_MS accuses nobody: it %s', async (_, ...changes) => {
  const { tried, failed } = await tryService({ changes, seed: 5, listedWithinMs: 2000 });
  expect(failed).toEqual([]);
  expect(tried.some(({ verdict }) => verdict.verdict === 'inconclusive')).toBe(true);
});

it.each([5, 29])('nor does one that kept short lists from before the run: %i issues', async (issues) => {
  const variants = ['cached-in-secret'];
  expect((await tryService({ variants, issues, seed: 5, profile: 'quick' })).failed).toEqual([]);
});

it.each([
  ['all', 'A valid creation got 403, although others were accepted.'],
  ['rejected', 'A creation with TOKEN also got 403; the service may limit creations.'],
] as const)('takes a 403 to every creation for a limit (WRITES=%s)', async (writes, reason) => {
  const changes = [limitRate(12, 60_000, () => failure(403), isCreate)];
  const { tried, failed } = await tryService({ changes, writes });
  const reasons = tried.map(({ verdict }) => ('reason' in verdict ? verdict.reason : ''));
  expect(failed).toEqual([]);
  // The reason may begin with the violation that the limit did not let the run confirm.
  const isSeen = (one: string): boolean => one === reason || one.endsWith(`(not confirmed). ${reason}`);
  expect(reasons.some(isSeen)).toBe(true);
  // The plain list was answered all the time.
  expect(reasons.join()).not.toContain('the plain list with TOKEN got 403');
});

it('a limit that refuses some creations by chance, between accepted ones, fails no rule', async () => {
  let left = 5;
  const isUnlucky: Applies = (request) => isCreate(request) && request.repo.includes('-') && left-- > 0;
  const { failed, verdictOf } = await tryService({
    changes: [answerWith(failure(403), isUnlucky)],
    only: ['create.accepted', 'create.unknown-repo'],
  });
  expect(failed).toEqual([]);
  expect(verdictOf('create.unknown-repo')).toBe('inconclusive');
});

const createOfAnotherRun = createWith('Conformance check ic-otherrun01-41dcdfc6001');
const isEmptyPayload: Applies = ({ body }) => body === '{}';

it.each([
  ['another run', 'pass', meanwhile(60, createOfAnotherRun, 1)],
  [
    'another run, at each empty payload,',
    'pass',
    onlyWhere(isEmptyPayload)(meanwhile(1, createOfAnotherRun)),
  ],
  ['a stranger', 'inconclusive', meanwhile(60, createOne, 1)],
])('%s creates an issue meanwhile: %s', async (_, expected, change) => {
  const { verdictOf } = await tryService({ changes: [change], seed: 5 });
  expect(verdictOf('create.rejected-no-effect')).toBe(expected);
});

it.each([700, 1600])('decides every rule while another run begins %i ms later', async (later) => {
  const { settings, surroundings } = openTarget({ changes: [late(() => 30)], listedWithinMs: 10_000 });
  const gating = rules.filter(isGatingRule);
  const other = { ...settings, runId: 'otherrun01', seed: 7 };
  const both = await Promise.all([
    tryRules(settings, gating, surroundings),
    surroundings.clock.sleep(later).then(() => tryRules(other, gating, surroundings)),
  ]);
  const undecided = both.flatMap(({ tried }) => tried.filter(({ verdict }) => verdict.verdict !== 'pass'));
  expect(undecided.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([]);
});
