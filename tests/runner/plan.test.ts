import { describe, expect, it } from 'vitest';
import { dryRunOf } from '../../src/cli/dry-run.ts';
import { VirtualClock } from '../../src/client/clock.ts';
import type { RepositoryName } from '../../src/client/request.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { planRun } from '../../src/runner/plan.ts';
import { openService } from '../../src/service/service.ts';
import type { RawSettings } from '../../src/settings/parse.ts';
import { rules } from '../../suites/index.ts';
import { BUNDLED, parsedSettings, TARGET } from '../settings/parsed-settings.ts';
import { inProcess } from '../support/in-process.ts';
import { openTarget, tryRules } from '../support/try-service.ts';

const REPOSITORY = { owner: 'acme', repo: 'widgets' };
const SANDBOX = { WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' };
const [SCRATCH, VAULT] = ['sandbox', 'vault'].map((repo) => ({ owner: 'acme', repo }));
const TOKEN = 'some-token-of-mine';
const planOf = (raw: RawSettings) => planRun(parsedSettings({ ...TARGET, ...raw }), null);

describe('the plan of a run', () => {
  it.each<[RawSettings, plan: object]>([
    [
      {},
      {
        writes: 'none',
        deadlineMs: 900_000,
        target: { repository: REPOSITORY, writeRepository: REPOSITORY },
      },
    ],
    [SANDBOX, { target: { repository: REPOSITORY, writeRepository: SCRATCH } }],
    [{ PRIVATE_REPO: 'vault' }, { target: { privateRepository: VAULT } }],
    [
      { PRIVATE_OWNER: 'other', PRIVATE_REPO: 'v' },
      { target: { privateRepository: { owner: 'other', repo: 'v' } } },
    ],
    [{ PROFILE: 'quick' }, { deadlineMs: 240_000 }],
    [{ PROFILE: 'thorough' }, { deadlineMs: 5_400_000 }],
    [
      { MAX_REQUESTS: '7', DEADLINE_S: '8' },
      { maxRequests: 7, deadlineMs: 8000 },
    ],
  ])('of %j', (raw, plan) => {
    expect(planOf(raw).session).toMatchObject(plan);
  });

  it('writes everything to the bundled service', () => {
    const service = { ...openService({ clock: new VirtualClock() }), baseUrl: 'http://service.test' };
    const { token, outsiderToken } = service;
    const target = { token, outsiderToken };
    const session = { writes: 'all', address: { baseUrl: 'http://service.test' }, target };
    expect(planRun(parsedSettings({}, BUNDLED), service).session).toMatchObject(session);
  });
});

/** Plans a run on a list of some length, and counts what the run then sends. */
async function realRun(PROFILE: string, WRITES: string, issues: number) {
  const clock = new VirtualClock();
  const service = openService({ clock, issues });
  const plan = planRun(
    parsedSettings({ PROFILE, WRITES, SEED: '3' }, BUNDLED),
    { ...service, baseUrl: 'http://service.test' },
    'dryrun',
  );
  const sent = { requests: 0, anonymous: 0, invalid: 0, creations: 0 };
  const posted = new Set<string>();
  const known = new Set([service.token, service.outsiderToken].map((token) => `Bearer ${token}`));
  const way = inProcess(service, clock);
  const send: typeof way.send = async (request, options) => {
    const { authorization } = request.headers;
    sent.requests += 1;
    if (authorization === undefined) sent.anonymous += 1;
    else if (!known.has(authorization)) sent.invalid += 1;
    const answer = await way.send(request, options);
    if (request.method === 'POST' && answer.status < 300) {
      sent.creations += 1;
      posted.add(new URL(request.url).pathname);
    }
    return answer;
  };
  await tryRules(plan.session, rules, { transport: { ...way, send }, clock });
  return { said: dryRunOf(plan), sent, posted };
}

describe('a dry run', () => {
  it.each<[RawSettings, said: object]>([
    [{}, { creations: 0 }],
    [{ WRITES: 'rejected', TOKEN }, { creations: 0 }],
    [{ TOKEN, MAX_REQUESTS: '20' }, { requests: 20 }],
    [{ ONLY: 'list.token list.ok list.private.member' }, { missing: ['TOKEN', 'PRIVATE_REPO'] }],
    [{ ONLY: 'list.page.second list.state.default-open list.private' }, { needs: { open: 6, closed: 1 } }],
  ])('of %j says what is sent, created, skipped and needed', (raw, said) => {
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
    'is an upper bound of a run in %s with writes %s, which sends at most %i requests, and a few more to many issues',
    async (PROFILE, WRITES, mostAllowed, lengths) => {
      const counts: number[] = [];
      for (const issues of lengths) {
        const { said, sent, posted } = await realRun(PROFILE, WRITES, issues);
        counts.push(sent.requests);
        // Longer lists may take twenty requests more.
        const more = issues === 140 ? 0 : 20;
        expect(sent.requests).toBeLessThanOrEqual(mostAllowed + more);
        expect(sent.requests).toBeLessThanOrEqual(said.requests + more);
        const { none, invalid } = PROFILES[PROFILE].quotas;
        expect(sent.anonymous).toBeLessThanOrEqual(none?.most ?? Infinity);
        expect(sent.invalid).toBeLessThanOrEqual(invalid?.most ?? Infinity);
        expect(sent.creations).toBeLessThanOrEqual(said.creations);
        const written = WRITES === 'all' ? ['/repos/acme/vault/issues', '/repos/acme/widgets/issues'] : [];
        expect([...posted].toSorted()).toEqual(written);
      }
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(20);
    },
  );
});

/** Runs with another repository for writing, and returns the methods and paths of all requests. */
async function runWith(written: RepositoryName, given: Partial<RunSettings> = {}) {
  const { settings, surroundings } = openTarget({}, given);
  const { transport } = surroundings;
  const sent: string[] = [];
  const send: typeof transport.send = (request, how) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return transport.send(request, how);
  };
  const session = { ...settings, target: { ...settings.target, ...given.target, writeRepository: written } };
  const run = await tryRules(session, rules, { ...surroundings, transport: { ...transport, send } });
  return { ...run, sent, posted: new Set(sent.filter((request) => request.startsWith('POST'))) };
}

const OTHER = { owner: 'acme', repo: 'sprockets' };
const NOWHERE = { owner: 'acme', repo: 'sprokets' };

describe('a run that writes to another repository than it reads', () => {
  // The proof holds the verdicts of `standard`.
  it('decides every rule and creates nothing in the one that it reads', async () => {
    const { tried, posted, requests } = await runWith(OTHER, { profile: 'quick' });
    const undecided = tried.filter(
      ({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass',
    );
    expect(undecided.map(({ rule }) => rule.id)).toEqual([]);
    expect(requests).toBeLessThanOrEqual(90);
    expect(posted).toContain('POST /repos/acme/sprockets/issues');
    expect(posted).not.toContain('POST /repos/acme/widgets/issues');
  });

  it.each(['none', 'all'] as const)(
    'asks for that one first, and is unusable without it (WRITES=%s)',
    async (writes) => {
      const { unusable, sent, posted } = await runWith(NOWHERE, { profile: 'quick', writes });
      expect(unusable).toMatch(/404.*WRITE_REPO/s);
      expect([sent[0], posted.size]).toEqual(['GET /repos/acme/sprokets/issues', 0]);
    },
  );

  it('asks for that one once if nothing is written', async () => {
    const { sent, unusable } = await runWith(OTHER, { profile: 'quick', writes: 'none' });
    expect([unusable, sent.filter((request) => request.includes('sprockets')).length]).toEqual([null, 1]);
    expect(sent.length).toBeLessThanOrEqual(60);
  });
});
