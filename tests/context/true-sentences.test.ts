import { expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Trying, tryService } from '../support/try-service.ts';

type Options = Parameters<typeof tryService>[0];

const withPrivate =
  (repo: string): Trying['adjust'] =>
  (all) => ({ ...all, target: { ...all.target, privateRepository: { owner: 'acme', repo } } });

it.each<[what: string, Options, Trying, RuleId, said: RegExp]>([
  [
    'one issue is gone for each creation',
    { faults: ['create-over-the-oldest'] },
    {},
    'create.once',
    /^\d+ earlier issues are in no state any more, one for each issue that the run created \(/,
  ],
  [
    'fewer issues are gone than were created',
    { faults: ['create-every-second-over-the-oldest'] },
    {},
    'create.once',
    /^\d+ earlier issues are in no state any more \(/,
  ],
  [
    'TOKEN gets 404 for PRIVATE_REPO',
    {},
    { adjust: withPrivate('misspelt') },
    'list.private.member',
    /^TOKEN got 404 for PRIVATE_REPO, as for a repository that does not exist\. Check PRIVATE_OWNER/,
  ],
  [
    'TOKEN gets 403 for PRIVATE_REPO',
    { faults: ['private-member-list-403'] },
    { writes: 'none' },
    'list.private.outsider',
    /^TOKEN got 403 for PRIVATE_REPO\. Check PRIVATE_OWNER/,
  ],
])('%s: the reason says what was seen', async (_what, options, settings, id, said) => {
  const { tried } = await tryService(options, { profile: 'quick', ...settings });
  const found = tried.find(({ rule }) => rule.id === id)?.verdict;
  expect(found !== undefined && 'reason' in found ? found.reason : found?.verdict).toMatch(said);
});
