import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/client/transport.ts';
import { SIGNED_IN } from '../../src/engine/requirements.ts';
import { tryRules } from '../../src/host/in-process.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Rules that rest on what somebody may do who has no credential, or none but the one that is sent. */
const MINDING = [
  'list.anonymous',
  'list.invalid-token',
  'list.private.anonymous',
  'list.private.outsider',
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.private.outsider',
  'observed.auth.schemes',
  'observed.auth.token-case',
  'observed.auth.before-payload',
  'observed.auth.before-repository',
  'observed.private.indistinguishable',
];

/** A conforming service that takes whoever sends its cookie for the member, whatever else they send. */
async function trySignedIn(settings: Partial<RunSettings>) {
  const clock = new VirtualClock();
  const service = openService({ clock });
  const inner = inProcess(service, clock);
  let created = 0;
  const transport: Transport = {
    ...inner,
    send: async (request, options) => {
      const isSignedIn = request.headers['cookie'] === 'session=a1b2c3d4';
      const headers = isSignedIn
        ? { ...request.headers, authorization: `Bearer ${service.token}` }
        : request.headers;
      const answer = await inner.send({ ...request, headers }, options);
      if (request.method === 'POST' && answer.status < 300) created += 1;
      return answer;
    },
  };
  const base = settingsFor(service, 'http://service.test');
  const extra = [{ name: 'Cookie', value: 'session=a1b2c3d4', secrets: ['a1b2c3d4'] }];
  const { tried } = await tryRules({ ...base, address: { ...base.address, extra }, ...settings }, rules, {
    transport,
    clock,
  });
  return { tried, created };
}

describe('where a cookie signs in whoever asks', () => {
  for (const profile of ['quick', 'standard'] as const)
    it(`no rule fails, in ${profile}, and those that mind it are undecided with one reason`, async () => {
      const { tried } = await trySignedIn({ profile });
      expect(tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual(
        [],
      );
      const undecided = tried.filter(
        ({ verdict }) => 'reason' in verdict && verdict.reason === SIGNED_IN.reason,
      );
      expect(undecided.map(({ rule }) => rule.id)).toEqual(MINDING);
      expect(undecided.map(({ requests }) => requests)).toEqual(MINDING.map(() => 0));
      const others = tried.filter(({ rule: { level, id } }) => level !== 'observed' && !MINDING.includes(id));
      expect(others.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ rule }) => rule.id)).toEqual(
        [],
      );
    });

  it('nothing is created with WRITES=rejected, and no rule fails', async () => {
    const { tried, created } = await trySignedIn({ writes: 'rejected' });
    expect(created).toBe(0);
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail')).toEqual([]);
  });
});
