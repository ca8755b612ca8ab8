import { expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { answerWith } from '../../proof/changes/selected-requests.ts';
import { moreThan } from '../../src/checks/same.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { isCreate } from '../../src/service/request.ts';
import { type Trying, tryService } from '../support/try-service.ts';

type Options = Parameters<typeof tryService>[0];

const withPrivate =
  (repo: string) =>
  (all: RunSettings): RunSettings => ({
    ...all,
    target: { ...all.target, privateRepository: { owner: 'acme', repo } },
  });

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
  [
    'every creation gets 500',
    { changes: [answerWith(failure(500), isCreate)] },
    { only: ['create.missing-title'] },
    'create.missing-title',
    /^No creation with TOKEN was accepted, but got 500\.$/,
  ],
  [
    'an empty list',
    { issues: 0 },
    { writes: 'none', populateCommand: 'npx issue-conformance populate --writes all' },
    'list.per-page.zero',
    /^The run saw 0 open issues; .* Run `npx issue-conformance populate --writes all --count \d+`, then run again\.$/,
  ],
  [
    'OUTSIDER_TOKEN is invalid',
    {},
    { adjust: (all) => ({ ...all, target: { ...all.target, outsiderToken: 'nobody-knows-this' } }) },
    'list.private.outsider',
    /same answer, or none\. Set it to a valid token without access to PRIVATE_REPO\./,
  ],
])('%s: the reason says what was seen', async (_what, options, settings, id, said) => {
  const { tried } = await tryService(options, { profile: 'quick', ...settings });
  const found = tried.find(({ rule }) => rule.id === id)?.verdict;
  expect(found !== undefined && 'reason' in found ? found.reason : found?.verdict).toMatch(said);
});

it('does not say that 137 issues are not more than 5', () => {
  expect([moreThan(5, 4), moreThan(5, 137)]).toEqual([
    expect.stringContaining('more than 5'),
    expect.not.stringContaining('more than 5'),
  ]);
});
