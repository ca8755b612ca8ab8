import { expect, it } from 'vitest';
import { KINDS } from '../../src/model/violation-kinds.ts';
import { tryService } from '../support/try-service.ts';

it('a refusal of the recommended headers takes as many attempts as another: without them, the list is another request', async () => {
  const { tried } = await tryService({ faults: ['accept-406'] }, { only: ['list.recommended-headers'] });
  const [verdict] = tried.map((one) => one.verdict);
  expect(verdict).toMatchObject({
    verdict: 'fail',
    violation: { reproduced: { seen: KINDS.status.attempts, tries: KINDS.status.attempts } },
  });
});

it('a service that reads the payload first says nothing of an invalid OUTSIDER_TOKEN', async () => {
  const { verdictOf } = await tryService(
    { variants: ['checks-payload-first'] },
    {
      only: ['create.private.outsider'],
      adjust: (all) => ({ ...all, target: { ...all.target, outsiderToken: 'expired-token-of-somebody' } }),
    },
  );
  expect(verdictOf('create.private.outsider')).toBe('inconclusive');
});
