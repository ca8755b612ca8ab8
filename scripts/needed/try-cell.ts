import { once } from 'node:events';
import { injecting } from '../../proof/injected.ts';
import { type TriedAll, tryRules } from '../../src/host/in-process.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { fakeServices } from '../../tests/support/fake-services.ts';
import { inProcess } from '../../tests/support/in-process.ts';
import { settingsFor, tryService } from '../../tests/support/try-service.ts';
import { VirtualClock } from '../../tests/support/virtual-clock.ts';
import { hostileServer } from '../hostile-server.ts';
import type { ServiceCell } from './cells.ts';
import { listOf, type SettingId, withoutSetting } from './settings.ts';

const gating = rules.filter(({ id }) => gatingIds.includes(id));

const NAMES = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'secret',
  token: 'token-of-a-member',
  outsiderToken: 'token-of-an-outsider',
};

/** Tries a server that implements nothing. */
async function tryNothing({ id, profile }: ServiceCell): Promise<TriedAll> {
  const fake = fakeServices[id];
  if (fake === undefined) throw new Error(`no server is called ${id}`);
  const service = await fake.start();
  const { maxRequests } = PROFILES[profile];
  const limits = { maxRequests: maxRequests.writing, timeoutMs: 500, listedWithinMs: 200 };
  try {
    return await tryRules({ ...settingsFor(NAMES, service.baseUrl), profile, ...limits }, gating);
  } finally {
    await service.stop();
  }
}

/** Tries a service at an address, without a private repository. */
async function tryAt(baseUrl: string, { profile }: ServiceCell, token: string, more: Partial<RunSettings>) {
  const settings = settingsFor({ ...NAMES, token, outsiderToken: 'outsider' }, baseUrl);
  const bed = { ...settings.bed, privateRepository: undefined };
  return tryRules({ ...settings, profile, bed, ...more }, gating);
}

/** Tries a service that sends far more data than real ones. */
async function tryHostile(cell: ServiceCell): Promise<TriedAll> {
  const server = hostileServer(cell.id).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const limits = { deadlineMs: 20_000, listedWithinMs: 1000 };
  try {
    return await tryAt(`http://127.0.0.1:${port}`, cell, 'member', limits);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Tries a variant or the bundled service with other settings or a shorter list. */
function trySetting(setting: SettingId, variant: string, { profile }: ServiceCell): Promise<TriedAll> {
  const clock = new VirtualClock();
  const service = openService(
    injecting({ ...listOf(setting), variants: variant === '' ? [] : [variant], clock }),
  );
  const settings = withoutSetting(setting, { ...settingsFor(service, 'http://service.test'), profile });
  return tryRules(settings, gating, { transport: inProcess(service, clock), clock });
}

/** Tries all gating rules on the service of a cell. */
export function tryCell(cell: ServiceCell): Promise<TriedAll> {
  switch (cell.kind) {
    case 'variant':
      return tryService({ variants: [cell.id] }, { profile: cell.profile, only: gatingIds });
    case 'fault': {
      const { id, profile, circumstance } = cell;
      const under = circumstance === undefined ? {} : { circumstance };
      return tryService({ faults: [id], ...under }, { profile, only: gatingIds });
    }
    case 'nothing':
      return tryNothing(cell);
    case 'hostile':
      return tryHostile(cell);
    case 'setting':
      return trySetting(cell.id, cell.variant, cell);
    case 'program':
      // The program knows no token; a client would send this one.
      return tryAt(cell.baseUrl, cell, 'made-up-6d1f0b7c92e84a35', { deadlineMs: 100_000 });
  }
}
