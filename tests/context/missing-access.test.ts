import { expect, it } from 'vitest';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { tryService } from '../support/try-service.ts';

const target =
  (part: Partial<RunSettings['target']>) =>
  (all: RunSettings): RunSettings => ({ ...all, target: { ...all.target, ...part } });

it('says of a wrong TOKEN what was seen: 401 with it, 200 without a credential', async () => {
  const { unusable } = await tryService(
    {},
    { adjust: target({ token: 'f3a9c1d2e8b7', privateRepository: undefined }) },
  );
  expect(unusable).toContain(
    'answers 401 with TOKEN, and 200 without a credential: TOKEN is wrong or expired',
  );
});

it('does not say of TOKEN that it is wrong where callers without it are not answered 200 either', async () => {
  const { unusable } = await tryService(
    {},
    {
      adjust: target({ token: 'f3a9c1d2e8b7', privateRepository: undefined }),
      behind: (service) => ({
        ...service,
        handle: () => Promise.resolve({ status: 401, headers: {}, body: '' }),
      }),
    },
  );
  expect(unusable).toContain('answers 401 with TOKEN: check TOKEN and BASE_URL');
});

it('skips the rules on PRIVATE_REPO without TOKEN, for want of a setting', async () => {
  const { tried } = await tryService(
    {},
    {
      writes: 'none',
      only: ['list.private.anonymous', 'list.private.member'],
      adjust: target({ token: undefined }),
    },
  );
  expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['skip', 'skip']);
});
