import { expect, it } from 'vitest';
import { afterEach, failure, recordsAs, refusing } from '../../proof/changes/answers.ts';
import { isKnown, isOutsider } from '../../proof/changes/callers.ts';
import { type Applies, answerInstead, answerWith, onlyWhere } from '../../proof/changes/decisions.ts';
import { changePages, hasQuery } from '../../proof/changes/lists.ts';
import { byTheClock, createOne } from '../../proof/changes/other-clients.ts';
import type { FaultId } from '../../proof/faults/index.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import { type Trying, tryService, withTarget } from '../support/try-service.ts';

const WRONG_TOKEN = withTarget({ token: 'f3a9c1d2e8b7', privateRepository: undefined });

const isMember: Applies = (request, b) => isKnown(request, b) && !isOutsider(request, b);
const NO_ISSUE = { ...failure(200), body: '[]' };
const textless = recordsAs((issue) => ({ ...issue, title: 'text', body: 'text' }));

/** Changes the pages of 30 of one state. */
const changingThirties = (state: string, change: Parameters<typeof changePages>[0]): Change =>
  onlyWhere((request) => hasQuery('per_page', '30')(request) && hasQuery('state', state)(request))(
    changePages(change),
  );

/** Refuses all of several concurrent creations. */
const refuseConcurrent: Change = (b) => {
  let [underWay, areSeveral] = [0, false];
  return {
    around: async (inner, request) => {
      if (!isCreate(request)) return b.around(inner, request);
      underWay += 1;
      areSeveral ||= underWay > 1;
      await request.pause(20);
      const isRefused = areSeveral;
      underWay -= 1;
      areSeveral &&= underWay > 0;
      return isRefused ? failure(409) : b.around(inner, request);
    },
  };
};

it.each<[what: string, Trying, RuleId, said: RegExp]>([
  [
    'a low rate',
    { maxRate: 1 },
    'create.concurrent',
    /^No creations were concurrent with MAX_RATE=1\. Set a higher MAX_RATE\.$/,
  ],
  [
    'no creation is taken beside another one',
    { changes: [refuseConcurrent] },
    'create.concurrent',
    /^The service refused every concurrent creation as overload\.$/,
  ],
  [
    'lists without texts, and nothing stored',
    { faults: ['create-stores-nothing'], changes: [textless], profile: 'standard' },
    'create.listed',
    /^No record of these listings shows a text of several words, such as a title\.$/,
  ],
  [
    'issues of nobody',
    { changes: [byTheClock(5, createOne)], profile: 'standard' },
    'create.rejected-no-effect',
    /^Issues appeared that show no text of a creation of this run\./,
  ],
  [
    'one issue is gone for each creation',
    { faults: ['create-over-the-oldest'] },
    'create.once',
    /^\d+ earlier issues are in no listing any more \(/,
  ],
  [
    'TOKEN gets 404 for PRIVATE_REPO',
    { adjust: withTarget({ privateRepository: { owner: 'acme', repo: 'misspelt' } }) },
    'list.private.member',
    /^TOKEN got 404 for PRIVATE_REPO, as for a repository that does not exist\. Check PRIVATE_OWNER/,
  ],
  ['long pages', { faults: ['page-later-whole-rest'] }, 'list.page.second', /^GET .*: \d+ results .* → /],
  [
    '304',
    { faults: ['answer-304-unasked'], profile: 'standard' },
    'list.private.member',
    /304\. → list\.ok$/,
  ],
  ['no order', { faults: ['page-in-no-order'] }, 'list.per-page.huge', / → list\.page\.partition$/],
  [
    'TOKEN gets 403 for PRIVATE_REPO',
    { faults: ['private-member-list-403'], writes: 'none' },
    'list.private.outsider',
    /^TOKEN got 403 for PRIVATE_REPO\. → list\.private\.member$/,
  ],
  [
    'every creation gets 500',
    { changes: [answerWith(failure(500), isCreate)], only: ['create.missing-title'] },
    'create.missing-title',
    /^In the public repository, creations with TOKEN got 500, and none was accepted\.$/,
  ],
  [
    'an empty list',
    { issues: 0, writes: 'none', populateCommand: 'npx issue-conformance populate --writes all' },
    'list.per-page.zero',
    /^The run saw 0 open issues; .* Run `npx issue-conformance populate --writes all --count \d+`, then run again\.$/,
  ],
  [
    'issues that are all alike',
    { variants: ['record-all-alike'], writes: 'none' },
    'list.per-page.zero',
    /^The run cannot tell the listed issues apart: /,
  ],
  [
    'a list that is empty after the first look',
    { changes: [answerWith(NO_ISSUE, ({ ordinal }) => ordinal > 3)], writes: 'none' },
    'list.ok',
    /^No rule can pass on this service: the plain list held 30 results at first, and none later\.$/,
  ],
  [
    'OUTSIDER_TOKEN is invalid',
    { adjust: withTarget({ outsiderToken: 'nobody-knows-this' }) },
    'list.private.outsider',
    /same answer, or none\. Set it to a valid token without access to PRIVATE_REPO\./,
  ],
  [
    'no creation is refused',
    { changes: [afterEach((answer, request) => (isCreate(request) ? { ...answer, status: 201 } : answer))] },
    'create.rejected-no-effect',
    /^No creation was refused, so none can have left an issue behind\.$/,
  ],
  [
    'creations by OUTSIDER_TOKEN get 500, and those without a credential 401',
    { changes: [answerWith(failure(500), (request, b) => isCreate(request) && isOutsider(request, b))] },
    'create.private.outsider',
    /^In the public repository, the payload \{\} with OUTSIDER_TOKEN got 500\.$/,
  ],
  [
    'TOKEN may neither list nor create',
    {
      changes: [
        answerInstead((request, b) =>
          isMember(request, b) ? failure(isCreate(request) ? 403 : 500) : undefined,
        ),
      ],
    },
    'create.accepted',
    /^TOKEN may not create \(403\)\.$/,
  ],
  [
    'no list can be read',
    { faults: ['answer-trailing-comma'] },
    'list.per-page.zero',
    /^No rule can pass on this service: the run saw no issue\. → list\.array$/,
  ],
  [
    'a usual sort gets 500',
    { changes: [refusing(500, hasQuery('sort', 'updated'))], profile: 'standard' },
    'list.per-page.huge',
    /^The request per_page=100&direction=desc&state=all&sort=updated got 500\.$/,
  ],
  [
    'a size within the range is odd beside a state',
    { changes: [changingThirties('open', (page) => page.toReversed())], profile: 'standard' },
    'list.per-page.zero',
    /^per_page=0&state=open lists the issues of state=open, and per_page=30&state=open does not\.$/,
  ],
  [
    'a size within the range lists too few of all states',
    { changes: [changingThirties('all', (page) => page.slice(1))], profile: 'standard' },
    'list.per-page.zero',
    /^The request per_page=30&direction=\w+&state=all&sort=\w+ got 200 with 29 results\.$/,
  ],
])('%s: the reason says what was seen', async (_what, service, id, said) => {
  const { tried } = await tryService({ profile: 'quick', ...service });
  const found = tried.find(({ rule }) => rule.id === id)?.verdict;
  const { reason, fixFirst } = found?.verdict === 'inconclusive' ? found : {};
  expect(fixFirst === undefined ? reason : `${reason} → ${fixFirst}`).toMatch(said);
});

it.each<[FaultId, RuleId, actual: RegExp, url: RegExp]>([
  ['answer-trailing-comma', 'list.array', /on: ".*\},", then "\]"$/, /issues$/],
  ['create-all-201', 'create.listed', /: ic-\S+ is missing$/, /per_page=100&page=1$/],
  ['body-of-a-falsy-word-422', 'create.body-optional', /^422 for the body "/, /issues$/],
  ['create-concurrent-lost', 'create.concurrent', /: ic-\S+ is missing$/, /per_page=100&page=1$/],
])('%s: the evidence of %s shows where to look', async (fault, id, actual, url) => {
  const { tried } = await tryService({ faults: [fault] });
  const found = tried.find(({ rule }) => rule.id === id)?.verdict;
  const { violation } = found?.verdict === 'fail' ? found : {};
  expect(violation?.actual).toMatch(actual);
  expect(violation?.exchanges.at(-1)?.request.url).toMatch(url);
  expect(violation?.exchanges.at(-1)?.request.url).not.toContain('closed');
});

it('skips the rules on PRIVATE_REPO without TOKEN', async () => {
  const only = ['list.private.anonymous', 'list.private.member'] as const;
  const adjust = withTarget({ token: undefined });
  const { tried } = await tryService({ writes: 'none', only, adjust });
  expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['skip', 'skip']);
});

it.each<[what: string, Trying, said: RegExp]>([
  [
    'WRITE_REPO is not listed',
    {
      maxRequests: 1,
      changes: [answerWith(failure(503))],
      adjust: withTarget({ writeRepository: { owner: 'acme', repo: 'written' } }),
    },
    /answers 503 where the issues of acme\/written should be listed/,
  ],
  [
    'an error comes before the limits',
    { changes: [answerWith(failure(429)), answerWith(failure(500), ({ ordinal }) => ordinal === 1)] },
    /answers 429 \(too many requests\), and listed nothing for/,
  ],
  [
    '403 without TOKEN',
    { adjust: withTarget({ token: undefined }), changes: [answerWith(failure(403))] },
    /answers 403: check that [^ ]+ is public\.$/,
  ],
  [
    'TOKEN is wrong',
    { adjust: WRONG_TOKEN },
    /answers 401 with TOKEN, and 200 without a credential: TOKEN is wrong or expired/,
  ],
  [
    'everybody gets 401',
    { adjust: WRONG_TOKEN, changes: [answerWith(failure(401))] },
    /answers 401 with TOKEN: check TOKEN and BASE_URL/,
  ],
])('%s: the sentence on the unusable target says no more', async (_what, settings, said) => {
  const { unusable } = await tryService({ profile: 'quick', writes: 'none', ...settings });
  expect(unusable).toMatch(said);
});
