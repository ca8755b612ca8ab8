import { expect, it } from 'vitest';
import { RunContext } from '../../src/context/run-context.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryService, withTarget } from '../support/try-service.ts';

it('cannot check a target whose REPO and PRIVATE_REPO are swapped, and creates nothing', async () => {
  const { unusable, sent } = await tryService({
    adjust: ({ target, ...all }) => {
      const { repository: privateRepository, privateRepository: repository = privateRepository } = target;
      return { ...all, target: { ...target, repository, writeRepository: repository, privateRepository } };
    },
  });
  expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(unusable).toContain('REPO and PRIVATE_REPO seem to be swapped');
});

it.each(['quick', 'standard'] as const)('says first that PRIVATE_REPO is public (%s)', async (profile) => {
  const { settings, surroundings, sent } = openTarget({ profile });
  const privateRepository = { owner: 'acme', repo: 'sprockets' };
  const run = new RunContext(withTarget({ privateRepository })(settings), surroundings);
  const told: (string | boolean)[] = [];
  const hasPosted = (): boolean => sent.some((one) => one.startsWith('POST '));
  await tryAll(run, rules, { onWarning: (sentence) => told.push(sentence, hasPosted()) });
  await run.client.close();
  expect([...told.slice(0, 2), hasPosted()]).toEqual([
    expect.stringMatching(/^The service lists PRIVATE_REPO/),
    false,
    true,
  ]);
});
