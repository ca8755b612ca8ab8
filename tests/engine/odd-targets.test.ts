import { expect, it } from 'vitest';
import { failure, recordsAs } from '../../proof/changes/answers.ts';
import { isOutsider } from '../../proof/changes/callers.ts';
import { refusePayloads } from '../../proof/changes/creations.ts';
import { answerWith, revise } from '../../proof/changes/decisions.ts';
import { listRows } from '../../proof/changes/lists.ts';
import { anotherPlan, hasValidSort } from '../../proof/changes/orders.ts';
import type { Injected } from '../../proof/injected.ts';
import { LATER } from '../../src/checks/other-rules.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryService, withTarget } from '../support/try-service.ts';
import { type Answering, jsonAnswer, some, someIssues, tryOn, well, withToken } from './trying.ts';

/** A private repository has no closed issue, and an empty list is answered with 404. */
const closedIs404: Change = revise('listAnswer', (answer, _records, _total, { request, repository }) =>
  repository.isPrivate && request.query('state') === 'closed' ? failure(404) : answer,
);

/** A gateway knows nothing without a version, whoever asks. */
const gateway: Change = revise('around', (usual, _inner, { header }) =>
  header('x-service-api-version') === undefined ? Promise.resolve(failure(404)) : usual,
);

/** A page for people is answered without a version. */
const pageForPeople: Change = revise('listAnswer', (answer, _records, _total, { request }) =>
  request.header('x-service-api-version') === undefined ? { ...answer, body: '<p>Issues</p>' } : answer,
);

/** Equals of a sorted list stand in another order where a state is given. */
const otherTies: Change = listRows((arranged, { request }) =>
  hasValidSort(request) && request.query('state') === 'open' ? anotherPlan(arranged) : arranged,
);

/** Records are named as document stores do, and have a field more beside a sort. */
const fieldMore: Change = recordsAs(({ id, title, state }, _, request) => ({
  _id: `key-${id}`,
  title,
  state,
  ...(request.query('sort') !== undefined && { labels: [] }),
}));

it.each<[string, Injected, readonly RuleId[]]>([
  ['a field more beside a sort', { changes: [fieldMore] }, []],
  ['a 404 behind the end of 95 issues', { variants: ['page-beyond-end-404'], issues: 95 }, []],
  ['a 404 to an empty private list', { changes: [closedIs404] }, []],
  ['ties of a sorted list in any order', { changes: [otherTies] }, []],
  ['a gateway that demands a version', { changes: [gateway] }, []],
  ['a page for people without a version', { changes: [pageForPeople] }, []],
  [
    'new issues whose records lack the body',
    { variants: ['record-bodies-hidden'], faults: ['page-gap'] },
    LATER,
  ],
  [
    'a service that demands the body as a text',
    {
      changes: [refusePayloads(({ body }) => body === null)],
      faults: ['private-among-public-for-outsiders'],
    },
    ['list.private.outsider'],
  ],
])('rules are decided in spite of %s', async (_, service, fails) => {
  const { failed, tried } = await tryService(service);
  const open = tried.flatMap(({ rule, verdict }) =>
    verdict.verdict === 'inconclusive' && verdict.cause !== 'other-rule' ? [rule.id] : [],
  );
  expect([failed, open]).toEqual([fails, []]);
});

it('a repository whose name ends in an emoji is tried as others are', async () => {
  const repository = { owner: 'acme', repo: 'widgets🚀' };
  const { failed, verdictOf, unusable } = await tryService({
    only: ['list.ok', 'list.unknown-repo'],
    adjust: withTarget({ repository, writeRepository: repository }),
    handle: (request, service) => {
      const url = new URL(request.url.href.replace('widgets%F0%9F%9A%80/', 'widgets/'));
      return service.handle({ ...request, url });
    },
  });
  expect([failed, unusable, verdictOf('list.unknown-repo')]).toEqual([[], null, 'pass']);
});

/** Lists titles in capitals, and no bodies. */
const inCapitals: Change = () => ({
  renderRecord: ({ id, title, state }) => JSON.stringify({ id, title: title.toUpperCase(), state }),
});

it('an issue is found by its title in capitals', async () => {
  const { failed, verdictOf } = await tryService({ changes: [inCapitals] });
  expect(failed).toEqual([]);
  for (const id of ['create.listed', 'create.concurrent'] as const) expect(verdictOf(id), id).toBe('pass');
});

it('a run with OUTSIDER_TOKEN alone decides what one with TOKEN does', async () => {
  const only = ['list.per-page.huge'] as const;
  const { verdictOf } = await tryService({ only, adjust: withTarget({ token: undefined }) });
  expect(verdictOf('list.per-page.huge')).toBe('pass');
});

it('a lockout that shows after an error accuses no rule', async () => {
  const variants = ['locked-out-if-invalid-after-10-by-403', 'error-every-ninth'];
  for (const seed of [1, 2]) expect((await tryService({ variants, seed })).failed, String(seed)).toEqual([]);
});

it('a run cannot check a target whose REPO and PRIVATE_REPO are swapped, and creates nothing', async () => {
  const { unusable, sent } = await tryService({
    adjust: ({ target, ...all }) => {
      const { repository: privateRepository, privateRepository: repository = privateRepository } = target;
      return { ...all, target: { ...target, repository, writeRepository: repository, privateRepository } };
    },
  });
  expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(unusable).toContain('REPO and PRIVATE_REPO seem to be swapped');
});

it.each(['quick', 'standard'] as const)(
  'a run says first that PRIVATE_REPO is public (%s)',
  async (profile) => {
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
  },
);

const list = () => jsonAnswer(200, someIssues(20));
const limited = (after?: number) =>
  jsonAnswer(429, {}, after === undefined ? {} : { 'retry-after': String(after) });

/** Answers nothing but limits until a time, in seconds, and lists issues from then on. */
const until =
  (end: number, after?: number): Answering =>
  ({ at }) =>
    at < end * 1000 ? limited(after) : list();
const never = Number.POSITIVE_INFINITY;

it.each<[string, Answering, boolean, number, number, Partial<RunSettings>?]>([
  ['names no wait', until(never), false, 60, 75],
  ['names short waits again and again', until(never, 10), false, 60, 80],
  ['is waited for once as long as it asks', until(100, 100), true, 100, 105],
  ['is given up after that', until(never, 100), false, 100, 115],
  ['is not waited for beyond the deadline', until(never, 3600), false, 0, 75],
  ['lists within the minute', until(45), true, 45, 60],
  ['lists after two waits', until(50, 25), true, 50, 60],
  ['was waited for already', until(never), false, 0, 5, { limitPatienceMs: 0 }],
  ['lists for members', ({ credential }) => (credential ? list() : limited(100)), true, 0, 240],
])('a target of rate limits alone that %s', async (_what, answer, isChecked, from, to, settings = {}) => {
  const { unusable, ms } = await tryOn(answer, [], { deadlineMs: 240_000, ...withToken, ...settings });
  const [isEarly, isLate] = [ms < from * 1000, ms > to * 1000];
  expect([unusable === null, isEarly, isLate], String(ms)).toEqual([isChecked, false, false]);
});

it('a limit of the plain list, while a suspect is confirmed, is told as a limit', async () => {
  let isLimited = false;
  const { ends } = await tryOn(
    (asked) => {
      const isCase = asked.query.has('q');
      isLimited ||= isCase;
      return isCase ? jsonAnswer(404) : isLimited ? limited(3600) : well(asked);
    },
    [some(1)],
    { deadlineMs: 240_000 },
  );
  expect(ends).toEqual({ 'list.unknown-repo': 'inconclusive limit' });
});

/** Records have other ids beside a parameter, as an index may give them. */
const otherIds = (parameter: string): Change =>
  recordsAs(({ id, ...issue }, _, request) => ({
    id: request.query(parameter) === undefined ? id : `other-${id}`,
    ...issue,
  }));

it.each([
  ['sort', 'list.sort.invalid-default-order', 'standard'],
  ['state', 'list.state.default-open', 'standard'],
  ['state', 'create.once', 'quick'],
] as const)('ids that differ beside %s fail no rule, as %s (%s)', async (parameter, rule, profile) => {
  const { failed, verdictOf } = await tryService({ changes: [otherIds(parameter)], profile });
  expect([failed, verdictOf(rule)]).toEqual([[], rule === 'create.once' ? 'pass' : 'inconclusive']);
});

it('another default size without any parameter is no other default state', async () => {
  const sizes = revise('pageSize', (size, _, { url }) => (url.search === '' ? 50 : size));
  const { failed, verdictOf } = await tryService({ changes: [sizes] });
  expect(failed).toContain('list.per-page.default');
  expect(verdictOf('list.state.default-open')).toBe('inconclusive');
});

it.each<[string, (title: string, body: string) => boolean]>([
  ['emojis that are joined', (title) => title.includes('\u200d')],
  ['a carriage return', (title) => title.includes('\r')],
  ['a space at the end', (title) => title.endsWith(' ')],
  ['double quotes in the body', (_, body) => body.includes('"')],
  ['a table in the body', (_, body) => body.includes('| --- |')],
  [
    'a body that is cut within a character',
    (_, body) => Buffer.from(body).toString('utf8', 0, 65_535).endsWith('\ufffd'),
  ],
])('a service that cannot take %s breaks create.accepted', async (_, isOdd) => {
  const errs = answerWith(failure(500), (request) => {
    if (!isCreate(request)) return false;
    const { title, body = '' } = JSON.parse(request.body) ?? {};
    return typeof title === 'string' && typeof body === 'string' && isOdd(title, body);
  });
  expect((await tryService({ changes: [errs], only: ['create.accepted'] })).failed).toEqual([
    'create.accepted',
  ]);
});

it('an outsider who may create gets 404 for an unknown name, too', async () => {
  const isHidden = answerWith(
    failure(403),
    (request, b) =>
      isCreate(request) && isOutsider(request, b) && `${request.owner}/${request.repo}` !== 'acme/widgets',
  );
  const { failed } = await tryService({ changes: [isHidden], seed: 1 });
  expect(failed.filter((id) => id.startsWith('create.unknown'))).toHaveLength(1);
});

it('a gateway that reads no escapes leaks to an outsider who sends them', async () => {
  const bypassed = revise(
    'mayUse',
    (mayUse, _caller, _repository, { url }) => mayUse || url.pathname.includes('%'),
  );
  const { failed } = await tryService({ changes: [bypassed], only: ['list.private.outsider'] });
  expect(failed).toEqual(['list.private.outsider']);
});

it('issues that may stand in the list without their titles are not lost', async () => {
  const hidden = recordsAs(({ number, title, state }) => ({ title: number % 3 ? 'Untitled' : title, state }));
  const { failed, verdictOf } = await tryService({ changes: [hidden] });
  expect([failed, verdictOf('create.listed')]).toEqual([[], 'inconclusive']);
});
