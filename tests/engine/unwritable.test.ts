import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor, tryService } from '../support/try-service.ts';

/** Names the private repository where the public one belongs, and the other way round. */
const exchanged = ({ target, ...all }: RunSettings): RunSettings => {
  const { repository, privateRepository = repository } = target;
  return {
    ...all,
    target: {
      ...target,
      repository: privateRepository,
      writeRepository: privateRepository,
      privateRepository: repository,
    },
  };
};

it('cannot check a target whose REPO and PRIVATE_REPO are swapped, and creates nothing', async () => {
  const methods = new Set<string>();
  const { unusable } = await tryService(
    {},
    {
      adjust: exchanged,
      behind: (service) => ({
        ...service,
        handle: (request) => {
          methods.add(request.method);
          return service.handle(request);
        },
      }),
    },
  );
  expect([...methods]).toEqual(['GET']);
  expect(unusable).toContain('REPO and PRIVATE_REPO seem to be swapped');
});

it.each(['quick', 'standard'] as const)(
  'says before the first creation that PRIVATE_REPO is shown to strangers (%s)',
  async (profile) => {
    const clock = new VirtualClock();
    const service = openService({ clock });
    const { target, ...all } = settingsFor(service, 'http://service.test');
    const privateRepository = { owner: 'acme', repo: 'sprockets' };
    const told: string[] = [];
    const transport = inProcess(service, clock);
    const send: typeof transport.send = (request, how) => {
      if (request.method === 'POST') told.push('POST');
      return transport.send(request, how);
    };
    const settings = { ...all, profile, target: { ...target, privateRepository } };
    const run = new RunContext(settings, { transport: { ...transport, send }, clock });
    await tryAll(run, rules, { onWarning: (sentence) => told.push(sentence) });
    await run.close();
    expect(told.slice(0, 2)).toEqual([expect.stringMatching(/^The service lists PRIVATE_REPO/), 'POST']);
  },
);
