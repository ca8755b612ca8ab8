import { expect, it } from 'vitest';
import { RunContext } from '../../src/context/run-context.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryService } from '../support/try-service.ts';

it('cannot check a target whose REPO and PRIVATE_REPO are swapped, and creates nothing', async () => {
  const { unusable, sent } = await tryService(
    {},
    {
      adjust: ({ target, ...all }) => {
        const { repository: privateRepository, privateRepository: repository = privateRepository } = target;
        return { ...all, target: { ...target, repository, writeRepository: repository, privateRepository } };
      },
    },
  );
  expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(unusable).toContain('REPO and PRIVATE_REPO seem to be swapped');
});

it.each(['quick', 'standard'] as const)('says first that PRIVATE_REPO is public (%s)', async (profile) => {
  const { settings: all, surroundings } = openTarget({}, { profile });
  const { transport } = surroundings;
  const privateRepository = { owner: 'acme', repo: 'sprockets' };
  const told: string[] = [];
  const send: typeof transport.send = (request, how) => {
    if (request.method === 'POST') told.push('POST');
    return transport.send(request, how);
  };
  const settings = { ...all, target: { ...all.target, privateRepository } };
  const run = new RunContext(settings, { ...surroundings, transport: { ...transport, send } });
  await tryAll(run, rules, { onWarning: (sentence) => told.push(sentence) });
  await run.close();
  expect(told.slice(0, 2)).toEqual([expect.stringMatching(/^The service lists PRIVATE_REPO/), 'POST']);
});
