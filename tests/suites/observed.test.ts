import { beforeAll, describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import { gatingIds, type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { FREE_OBSERVATIONS } from '../support/rule-counts.ts';
import { type TriedService, type Trying, tryService } from '../support/try-service.ts';

const observations = ruleIds.filter((id) => id.startsWith('observed.'));

const observe = (options: Injected = {}, settings: Trying = {}) =>
  tryService(options, { only: observations, ...settings });

const valueOf = ({ tried }: TriedService, id: RuleId): string | undefined => {
  const verdict = tried.find(({ rule }) => rule.id === id)?.verdict;
  return verdict?.verdict === 'observed' ? verdict.observation.value : undefined;
};
const values = (tried: TriedService) => observations.map((id) => [id, valueOf(tried, id)]);
const made = (tried: TriedService) => observations.filter((id) => tried.verdictOf(id) === 'observed');

describe('the observations', () => {
  let usual: TriedService;

  beforeAll(async () => {
    usual = await observe();
  });

  it('are all made of the reference service, each shortly', () => {
    expect(made(usual)).toEqual(observations);
    for (const id of observations) expect((valueOf(usual, id) ?? '').length).toBeLessThanOrEqual(200);
  });

  it('have the same values under another seed and in another run', async () => {
    expect(values(await observe({}, { seed: 7, runId: 'otherrun77' }))).toEqual(values(usual));
  });

  it('show no token, in neither case', async () => {
    const token = 'AbCdEf0123456789-and-so-on-GhIjKl';
    const echoing: Change = (b) => ({
      refusalAnswer: (refusal, status, request) => {
        const given = request.header('authorization') ?? '';
        return {
          ...b.refusalAnswer(refusal, status, request),
          body: JSON.stringify({ [given.slice(-40)]: 1 }),
        };
      },
    });
    const { tried } = await observe({ tokens: { member: token }, changes: [echoing] });
    expect(JSON.stringify(tried.map(({ verdict }) => verdict)).toLowerCase()).not.toContain(
      token.toLowerCase(),
    );
  });

  it('leave every gating rule as it is, and cost about 80 requests', async () => {
    const [all, without] = [await tryService({}), await tryService({}, { only: gatingIds })];
    expect(gatingIds.filter((id) => all.verdictOf(id) !== 'pass')).toEqual([]);
    expect(all.requests - without.requests).toBeLessThanOrEqual(90);
  });

  it('send nothing of their own in quick, where those are made that other rules have paid for', async () => {
    const quick = await tryService({}, { profile: 'quick' });
    expect(made(quick).toSorted()).toEqual([...FREE_OBSERVATIONS].toSorted());
    const own = quick.tried.filter(({ rule }) => rule.level === 'observed');
    expect(own.filter(({ requests }) => requests > 0)).toEqual([]);
  });
});

describe('a difference shows in', () => {
  it.each<readonly [RuleId, string, string]>([
    ['observed.page.zero', 'page-zero-422', '422'],
    ['observed.page.zero', 'page-zero-empty', '200, empty'],
    ['observed.page.not-a-number', 'page-word-400', '`abc`, empty → 400'],
    ['observed.page.beyond-end', 'page-beyond-end-last', '200, other results'],
    ['observed.page.huge', 'page-huge-422', '2^63-1, 2^64+1 → 422'],
    ['observed.sort.values', 'sort-by-title', '`created`, `updated`, `comments`, `title`'],
    ['observed.sort.values', 'sort-unsupported', 'none'],
    ['observed.sort.values', 'order-oldest-first', '`created`, `updated`, `comments`'],
    ['observed.direction.alone', 'direction-alone-ignored', '`asc`, `desc` → 200, default order'],
    ['observed.state.values', 'state-ignored', '`all`, `closed`, `OPEN`, empty, made-up → 200, same as open'],
    ['observed.issue.fields', 'record-title-and-text', 'body:null|string title:string'],
    ['observed.content-type', 'content-type-none', 'none'],
    ['observed.links', 'links-none', 'no Link header'],
    ['observed.caching', 'etag-none', 'no ETag or Last-Modified'],
    ['observed.caching', 'record-trace', 'ETag → 200 with a new ETag each time'],
    ['observed.version.omitted', 'version-omitted-400', '400'],
    ['observed.auth.schemes', 'scheme-case-sensitive', '`bearer`, `token` → 401'],
    ['observed.auth.token-case', 'token-case-insensitive', 'accepted'],
    ['observed.auth.before-payload', 'checks-payload-first', '422'],
    ['observed.auth.before-repository', 'checks-repository-first', '404'],
    ['observed.create.status', 'created-202', '202'],
    ['observed.create.response', 'created-wrapped', 'the issue inside issue; Location'],
    ['observed.create.state', 'created-closed', 'closed'],
    ['observed.create.round-trip', 'created-title-trimmed', 'title changed: spaces at the ends'],
    ['observed.create.visible-after', 'created-listed-after-500-ms', 'with a lag'],
    ['observed.create.null-body', 'payload-null-body-422', '422'],
    ['observed.create.malformed-json', 'payload-malformed-400', 'truncated, text → 400'],
    ['observed.create.extra-fields', 'payload-extra-fields-422', '422'],
    ['observed.create.content-type', 'payload-type-415', 'none, `text/plain` → 415'],
    ['observed.methods', 'method-404', 'HEAD → 200; OPTIONS, PUT, PATCH, DELETE → 404'],
    ['observed.names.case', 'names-case-sensitive', 'owner, repository, both → 404'],
  ])('%s of a service with %s', async (id, variant, value) => {
    expect(valueOf(await observe({ variants: [variant] }, { only: [id] }), id)).toBe(value);
  });

  it.each<readonly [RuleId, Injected, Trying]>([
    ['observed.auth.schemes', { faults: ['invalid-token-lists-as-anonymous'] }, {}],
    ['observed.sort.values', { issues: 1 }, {}],
    ['observed.create.state', { faults: ['create-stores-nothing'] }, { listedWithinMs: 200 }],
    ['observed.create.visible-after', { variants: ['created-empty-and-textless'] }, {}],
    ['observed.names.case', {}, { maxRequests: 6, concurrency: 1 }],
  ])('nothing where %s cannot be seen', async (id, options, settings) => {
    expect((await observe(options, { only: [id], ...settings })).verdictOf(id)).toBe('inconclusive');
  });
});
