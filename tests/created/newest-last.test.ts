import { expect, it } from 'vitest';
import { tryService } from '../support/try-service.ts';

it('misses an issue that is held back while it is the newest one, whatever an observation creates after it', async () => {
  const { verdictOf } = await tryService(
    { faults: ['create-newest-held-back'] },
    { only: ['create.listed', 'observed.create.empty-title'] },
  );
  expect(verdictOf('create.listed')).toBe('fail');
});
