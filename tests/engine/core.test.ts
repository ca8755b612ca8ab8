import { expect, it } from 'vitest';
import { KINDS } from '../../src/model/violation-kinds.ts';
import { openTarget, tryService, withTarget } from '../support/try-service.ts';

it.each([
  ['title-missing-accepted', 'create.missing-title', { case: 'a body without a title with TOKEN' }],
  ['body-type-400', 'create.body-type', { case: expect.stringMatching(/^body .+ with TOKEN$/) as string }],
  // Its first cases have a page as well.
  [
    'sort-invalid-direction-obeyed',
    'list.sort.invalid-ignores-direction',
    { direction: 'asc', page: undefined },
  ],
  ['refused-stored-anonymous', 'create.rejected-no-effect', { asked: 'anonymous' }],
  // Their first cases are the longest sort, and all punctuation, which is halved until one character is left.
  ['sort-control-400', 'list.sort.invalid-ok', { sort: expect.not.stringContaining('qqq') as string }],
  ['sort-dollar-500', 'list.sort.invalid-ok', { sort: 'zz$' }],
  // Half of a short sort is not much shorter.
  ['sort-invalid-oldest-first', 'list.sort.invalid-default-order', { sort: 'zz-' }],
] as const)('shows the plainest request of those that show %s', async (fault, rule, shown) => {
  const { tried } = await tryService({ faults: [fault], only: [rule], seed: 7 });
  const [verdict] = tried.map((one) => one.verdict);
  const { page, ...values } = verdict?.verdict === 'fail' ? verdict.violation.counterexample : {};
  expect({ ...values, page }).toEqual(expect.objectContaining(shown));
});

const posted = (body: unknown) => ({ request: { method: 'POST', body } });
it.each([
  ['problem-carried-over', 'create.accepted', ['{}', 'null', expect.stringContaining('title')].map(posted)],
  ['private-member-404', 'list.private.member', [posted(expect.stringContaining('title')), {}, {}, {}]],
  ['private-list-cached', 'list.private.outsider', [{ response: { body: '…' } }, {}]],
] as const)('shows what may have caused a failure before it: %s', async (fault, id, exchanges) => {
  const { tried } = await tryService({ faults: [fault], only: [id, 'list.private.anonymous'] });
  const verdict = tried.find(({ rule }) => rule.id === id)?.verdict;
  expect(verdict).toMatchObject({ violation: { exchanges } });
});

it('shows no private listing if a public one fails alike', async () => {
  const { tried } = await tryService({ faults: ['answer-guarded'], profile: 'quick' });
  const verdict = tried.find(({ rule }) => rule.id === 'list.array')?.verdict;
  expect(verdict?.verdict === 'fail' ? verdict.violation.counterexample : null).toEqual({});
});

it.each([
  ['bytes that are not UTF-8', Buffer.from('[{"title":"a\xe9b"}]', 'latin1'), 'character 13'],
  ['text after the array', Buffer.from(`[${'{"number":1},'.repeat(20)}{}] end`), 'character 266'],
])('says where a body breaks: %s', async (_, body, place) => {
  const { tried } = await tryService({
    only: ['list.array'],
    handle: async (request, service) => {
      const answer = await service.handle(request);
      return request.method === 'GET' && answer.status === 200 ? { ...answer, body } : answer;
    },
  });
  const [verdict] = tried.map((one) => one.verdict);
  expect(verdict?.verdict === 'fail' ? verdict.violation.actual : '').toContain(place);
});

it.each(['refused-stored-invalid', 'refused-stored-anonymous', 'refused-stored-elsewhere'] as const)(
  'finds %s where no other rule is selected',
  async (fault) => {
    const { tried } = await tryService({ faults: [fault], only: ['create.rejected-no-effect'] });
    expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['fail']);
  },
);

it('a refusal of the recommended headers takes as many attempts as another: without them, the list is another request', async () => {
  const { tried } = await tryService({ faults: ['accept-406'], only: ['list.recommended-headers'] });
  const [verdict] = tried.map((one) => one.verdict);
  expect(verdict).toMatchObject({
    verdict: 'fail',
    violation: { reproduced: { seen: KINDS.status.attempts, tries: KINDS.status.attempts } },
  });
});

it('a service that reads the payload first says nothing of an invalid OUTSIDER_TOKEN', async () => {
  const { verdictOf } = await tryService({
    variants: ['checks-payload-first'],
    only: ['create.private.outsider'],
    adjust: withTarget({ outsiderToken: 'expired-token-of-somebody' }),
  });
  expect(verdictOf('create.private.outsider')).toBe('inconclusive');
});

it('an OUTSIDER_TOKEN that has the access which TOKEN lacks is accused of nothing', async () => {
  const { token, outsiderToken } = openTarget().settings.target;
  const adjust = withTarget({ token: outsiderToken, outsiderToken: token });
  const { verdictOf } = await tryService({ adjust });
  expect(verdictOf('create.private.outsider')).toBe('inconclusive');
});
