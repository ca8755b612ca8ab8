import { describe, expect, it } from 'vitest';
import { tryRules } from '../../src/host/in-process.ts';
import { planRun } from '../../src/host/plan.ts';
import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { rules } from '../../suites/index.ts';
import { using } from '../reference/using.ts';
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

describe('a run that writes to another repository than it reads', () => {
  it('creates nothing in the one that it reads, and decides every rule', async () => {
    const { settings, surroundings } = openTarget({}, { profile: 'quick' });
    const posted = new Set<string>();
    const { transport } = surroundings;
    if (transport === undefined) throw new Error('it is reached within the process');
    const { tried } = await tryRules(
      { ...settings, bed: { ...settings.bed, written: { owner: 'acme', repo: 'sprockets' } } },
      rules.filter(({ level }) => level !== 'observed'),
      {
        ...surroundings,
        transport: {
          ...transport,
          send: (request, how) => {
            if (request.method === 'POST') posted.add(new URL(request.url).pathname);
            return transport.send(request, how);
          },
        },
      },
    );
    expect(tried.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ rule }) => rule.id)).toEqual([]);
    expect([...posted]).toContain('/repos/acme/sprockets/issues');
    expect([...posted]).not.toContain('/repos/acme/widgets/issues');
  });
});
