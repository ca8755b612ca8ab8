import { expect, it } from 'vitest';
import { dryRunOf } from '../../src/cli/dry-run.ts';
import { planRun } from '../../src/runner/plan.ts';
import { fixture } from '../../src/service/fixture.ts';
import type { RawSettings } from '../../src/settings/parse.ts';
import { BUNDLED, parsedSettings, TARGET } from '../settings/parsed-settings.ts';
import { tryService, withTarget } from '../support/try-service.ts';

const REPOSITORY = { owner: 'acme', repo: 'widgets' };
const SANDBOX = { WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };
const [SCRATCH, VAULT] = ['sandbox', 'vault'].map((repo) => ({ owner: 'acme', repo }));
const TOKEN = 'some-token-of-mine';
const planOf = (raw: RawSettings) => planRun(parsedSettings({ ...TARGET, ...raw }), null);

it.each<[RawSettings, plan: object]>([
  [{}, { writes: 'none', deadlineMs: 900_000, target: { writeRepository: REPOSITORY } }],
  [SANDBOX, { target: { repository: REPOSITORY, writeRepository: SCRATCH } }],
  [{ PRIVATE_REPO: 'vault' }, { target: { privateRepository: VAULT } }],
  [
    { PRIVATE_OWNER: 'other', PRIVATE_REPO: 'v' },
    { target: { privateRepository: { owner: 'other', repo: 'v' } } },
  ],
  [{ PROFILE: 'quick' }, { deadlineMs: 240_000 }],
  [
    { BASE_URL: 'http://h/api/v3/', ACCEPT: 'a/b', API_VERSION: '7', API_VERSION_HEADER: 'X-Other' },
    {
      address: { baseUrl: 'http://h/api/v3', accept: 'a/b', apiVersion: '7', apiVersionHeader: 'X-Other' },
    },
  ],
  [{ PROFILE: 'thorough' }, { deadlineMs: 5_400_000 }],
  [
    { MAX_REQUESTS: '7', DEADLINE_S: '8' },
    { maxRequests: 7, deadlineMs: 8000 },
  ],
])('the plan of a run of %j', (raw, plan) => {
  expect(planOf(raw).session).toMatchObject(plan);
});

it('the plan of a run writes everything to the bundled service', () => {
  const service = { ...fixture, baseUrl: 'http://service.test' };
  const { token, outsiderToken } = fixture;
  const target = { token, outsiderToken };
  const session = { writes: 'all', address: { baseUrl: 'http://service.test' }, target };
  expect(planRun(parsedSettings({}, BUNDLED), service).session).toMatchObject(session);
});

/** Plans a run on a list of some length, and counts what the run then sends. */
async function realRun(PROFILE: string, WRITES: string, issues: number) {
  const plan = planRun(
    parsedSettings({ PROFILE, WRITES, SEED: '3' }, BUNDLED),
    { ...fixture, baseUrl: 'http://service.test' },
    'dryrun',
  );
  const { requests, sent } = await tryService({ issues, adjust: () => plan.session });
  const creations = sent.filter((one) => /^POST .* 2\d\d$/.test(one)).length;
  return { said: dryRunOf(plan), requests, creations };
}

it.each<[RawSettings, said: object]>([
  [{}, { creations: 0 }],
  [{ WRITES: 'rejected', TOKEN }, { creations: 0 }],
  [{ TOKEN, MAX_REQUESTS: '20' }, { requests: 20 }],
  [{ ONLY: 'list.token list.ok list.private.member' }, { missing: ['TOKEN', 'PRIVATE_REPO'] }],
  [{ ONLY: 'list.page.second list.state.default-open list.private' }, { needs: { open: 6, closed: 1 } }],
])('a dry run of %j says what is sent, created, skipped and needed', (raw, said) => {
  expect(dryRunOf(planOf(raw))).toMatchObject(said);
});

/** Issues of a list whose pages are far more than the further requests. */
const LONG = 5000;

it.each([
  ['quick', 'none', 60, [140, LONG]],
  ['quick', 'rejected', 90, [140]],
  ['quick', 'all', 90, [140, LONG]],
  ['standard', 'none', 450, [140]],
  ['standard', 'all', 450, [140, LONG]],
  ['thorough', 'all', 4000, [140]],
] as const)(
  'a dry run is an upper bound of a run in %s with writes %s: %i requests',
  async (PROFILE, WRITES, mostAllowed, lengths) => {
    const counts: number[] = [];
    for (const issues of lengths) {
      const { said, requests, creations } = await realRun(PROFILE, WRITES, issues);
      counts.push(requests);
      // Longer lists may take twenty requests more.
      const more = issues === 140 ? 0 : 20;
      expect(requests).toBeLessThanOrEqual(mostAllowed + more);
      expect(requests).toBeLessThanOrEqual(said.requests + more);
      expect(creations).toBeLessThanOrEqual(said.creations);
    }
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(20);
  },
);

/** Tries the rules with another repository for writing. */
const runWith = (repo: string, writes: 'none' | 'all') =>
  tryService({ profile: 'quick', writes, adjust: withTarget({ writeRepository: { owner: 'acme', repo } }) });

it.each(['none', 'all'] as const)('a run asks for WRITE_REPO first, and needs it (%s)', async (writes) => {
  const { unusable, sent } = await runWith('sprokets', writes);
  expect(unusable).toMatch(/404.*WRITE_REPO/s);
  expect(sent[0]).toBe('GET /repos/acme/sprokets/issues 404');
  expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
});

it('a run asks for WRITE_REPO once if nothing is written', async () => {
  const { sent, unusable } = await runWith('sprockets', 'none');
  expect([unusable, sent.filter((request) => request.includes('sprockets')).length]).toEqual([null, 1]);
  expect(sent.length).toBeLessThanOrEqual(60);
});
