import { describe, expect, it } from 'vitest';
import type { RepositoryName } from '../../src/client/request.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { planRun } from '../../src/host/plan.ts';
import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { rules } from '../../suites/index.ts';
import { using } from '../service/using.ts';
import { openTarget } from './target.ts';

const TARGET = { BASE_URL: 'http://localhost:8080', OWNER: 'acme', REPO: 'widgets' };

function planOf(raw: RawSettings) {
  const parsed = parseSettings({ ...TARGET, ...raw });
  if (!parsed.ok) throw new Error('the settings are good');
  return planRun(parsed.settings, null).session;
}

describe('the plan of a run', () => {
  it('reads and writes one repository, unless another is named to be written to', () => {
    const repository = { owner: 'acme', repo: 'widgets' };
    expect(planOf({}).bed).toMatchObject({ repository, written: repository });
    expect(planOf({ WRITE_OWNER: 'acme', WRITE_REPO: 'sandbox' }).bed).toMatchObject({
      repository,
      written: { owner: 'acme', repo: 'sandbox' },
    });
  });

  it('has the private repository under the owner of the public one, unless another is named', () => {
    expect(planOf({ PRIVATE_REPO: 'vault' }).bed.privateRepository).toEqual({ owner: 'acme', repo: 'vault' });
    expect(planOf({ PRIVATE_OWNER: 'other', PRIVATE_REPO: 'vault' }).bed.privateRepository).toEqual({
      owner: 'other',
      repo: 'vault',
    });
  });

  it('writes nothing where nothing is said, and everything to the bundled service', async () => {
    expect(planOf({}).writes).toBe('none');
    const parsed = parseSettings({});
    if (!parsed.ok) throw new Error('no setting is needed');
    await using({}, async (reference) => {
      expect(planRun(parsed.settings, reference).session).toMatchObject({
        writes: 'all',
        address: { baseUrl: reference.baseUrl },
        bed: { token: reference.token, outsiderToken: reference.outsiderToken },
      });
    });
  });

  it('has its limits from the profile, unless they are given', () => {
    const limits = (raw: RawSettings) => {
      const { maxRequests, deadlineMs } = planOf(raw);
      return [maxRequests, deadlineMs];
    };
    expect(limits({ PROFILE: 'quick' })[1]).toBe(240_000);
    expect(limits({})[1]).toBe(900_000);
    expect(limits({ PROFILE: 'thorough' })[1]).toBe(5_400_000);
    expect(limits({ MAX_REQUESTS: '7', DEADLINE_S: '8' })).toEqual([7, 8000]);
  });
});

/** Runs with another repository for writing, and returns the methods and paths of all requests. */
async function runWith(written: RepositoryName, given: Partial<RunSettings> = {}) {
  const { settings, surroundings } = openTarget({}, given);
  const { transport } = surroundings;
  if (transport === undefined) throw new Error('it is reached within the process');
  const sent: string[] = [];
  const run = await tryRules({ ...settings, bed: { ...settings.bed, ...given.bed, written } }, rules, {
    ...surroundings,
    transport: {
      ...transport,
      send: (request, how) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return transport.send(request, how);
      },
    },
  });
  return { ...run, sent, posted: sent.filter((request) => request.startsWith('POST')) };
}

const SANDBOX = { owner: 'acme', repo: 'sprockets' };
const NOWHERE = { owner: 'acme', repo: 'sprokets' };

describe('a run that writes to another repository than it reads', () => {
  for (const [profile, most] of [
    ['quick', 90],
    ['standard', 450],
  ] as const)
    it(`creates nothing in the one that it reads, and decides every rule with no more than ${most} requests (${profile})`, async () => {
      const { tried, posted, requests } = await runWith(SANDBOX, { profile });
      const undecided = tried.filter(
        ({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass',
      );
      expect(undecided.map(({ rule }) => rule.id)).toEqual([]);
      expect(requests).toBeLessThanOrEqual(most);
      expect(posted).toContain('POST /repos/acme/sprockets/issues');
      expect(posted).not.toContain('POST /repos/acme/widgets/issues');
    });

  for (const profile of ['quick', 'standard'] as const)
    for (const writes of ['none', 'all'] as const)
      it(`is unusable where TOKEN does not list it, before anything else is sent (${profile}, WRITES=${writes})`, async () => {
        const { unusable, sent, posted } = await runWith(NOWHERE, { profile, writes });
        expect(unusable).toMatch(/WRITE_OWNER and WRITE_REPO name acme\/sprokets/);
        expect(unusable).toMatch(/GET \S+\/repos\/acme\/sprokets\/issues with TOKEN was answered 404/);
        expect(unusable).toMatch(/Check WRITE_OWNER and WRITE_REPO/);
        expect(sent[0]).toBe('GET /repos/acme/sprokets/issues');
        expect(posted).toEqual([]);
      });

  it('is unusable without TOKEN, and sends nothing', async () => {
    const { settings } = openTarget({});
    const { unusable, sent } = await runWith(SANDBOX, { bed: { ...settings.bed, token: undefined } });
    expect(unusable).toMatch(/listed with TOKEN.*TOKEN is not set/);
    expect(sent).toEqual([]);
  });

  it('asks for it once, and no more, where nothing is written', async () => {
    const { sent, unusable } = await runWith(SANDBOX, { profile: 'quick', writes: 'none' });
    expect(unusable).toBeNull();
    expect(sent.filter((request) => request.includes('sprockets'))).toHaveLength(1);
    expect(sent.length).toBeLessThanOrEqual(60);
  });

  it('is told what is wrong with the repository that is read, and writes nothing', async () => {
    const { settings } = openTarget({});
    const repository = { owner: 'acme', repo: 'wigets' };
    const { unusable, posted } = await runWith(SANDBOX, {
      profile: 'quick',
      bed: { ...settings.bed, repository },
    });
    expect(unusable).toMatch(/check OWNER, REPO/);
    expect(posted).toEqual([]);
  });
});
