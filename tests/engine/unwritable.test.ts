import { expect, it } from 'vitest';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { tryService } from '../support/try-service.ts';

/** Names the private repository where the public one belongs, and the other way round. */
const exchanged = ({ bed, ...all }: RunSettings): RunSettings => {
  const { repository, privateRepository = repository } = bed;
  return {
    ...all,
    bed: { ...bed, repository: privateRepository, written: privateRepository, privateRepository: repository },
  };
};

it('creates nothing in a repository that is answered as a private one, and says so', async () => {
  const methods = new Set<string>();
  const { tried } = await tryService(
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
  expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([]);
  for (const { rule, verdict } of tried.filter(({ rule: { id } }) => id.startsWith('create.')))
    expect([rule.id, verdict]).toEqual([
      rule.id,
      expect.objectContaining({ cause: 'access', reason: expect.stringContaining('PRIVATE_REPO') }),
    ]);
});
