import { describe, expect, it } from 'vitest';
import { ProxyFault } from '../../src/client/fault.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
const noTunnel = new ProxyFault(
  { variable: 'https_proxy', origin: 'http://proxy.example:3128', credentials: null },
  { status: 502 },
);

/** Tries all rules on a conforming service; some requests fail with an error. */
async function tryWhere(error: Error, isBarred: (method: string, url: URL) => boolean) {
  const clock = new VirtualClock();
  const service = openService({ clock });
  const way = inProcess(service, clock);
  const { tried } = await tryRules(settingsFor(service, 'http://service.test'), rules, {
    clock,
    transport: {
      ...way,
      send: async (request, options) => {
        if (isBarred(request.method, new URL(request.url))) throw error;
        return way.send(request, options);
      },
    },
  });
  return tried.filter(({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass');
}

describe('what does not get to the service', () => {
  it.each([
    ['its certificate has expired', expired],
    ['the proxy proxy.example:3128 does not connect', noTunnel],
  ])('breaks no rule, and is said where a rule is undecided: %s', async (says, error) => {
    for (const isBarred of [
      (_: string, url: URL) => url.searchParams.get('per_page') === '0',
      (method: string) => method === 'POST',
      (_: string, url: URL) => url.searchParams.has('sort'),
    ]) {
      const undecided = await tryWhere(error, isBarred);
      expect(undecided.length).toBeGreaterThan(0);
      expect(new Set(undecided.map(({ verdict }) => verdict.verdict))).toEqual(new Set(['inconclusive']));
      expect(JSON.stringify(undecided.map(({ verdict }) => verdict))).toContain(says);
    }
  });
});
