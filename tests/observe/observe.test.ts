import { describe, expect, it } from 'vitest';
import { createOne } from '../../proof/changes/other-clients.ts';
import type { Injected } from '../../proof/injected.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { runPreflight } from '../../src/engine/run-preflight.ts';
import { gatingIds, type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { type Observed, observeAll } from '../../src/observe/observe-all.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Reply, ServiceRequest } from '../../src/service/request.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryService } from '../support/try-service.ts';

const observedRules = rules.filter((rule) => rule.level === 'observed');

/**
 * Observations that need no own request on a list of several pages once other rules have created issues. The
 * profile quick makes only these.
 */
const FREE_OBSERVATIONS: readonly RuleId[] = [
  'observed.issue.fields',
  'observed.issue.pull-requests',
  'observed.errors.body',
  'observed.content-type',
  'observed.rate-limit',
  'observed.create.status',
  'observed.create.response',
];

interface Seen {
  readonly made: ReadonlyMap<RuleId, Observed>;
  readonly requests: number;
  /** Answers that gating rules could have judged meanwhile. */
  readonly judged: number;
}

/** Makes observations of the bundled service, within this process and on a virtual clock. */
async function observe(
  options: Injected = {},
  settings: Partial<RunSettings> = {},
  only?: RuleId,
): Promise<Seen> {
  const target = openTarget(options, settings);
  const run = new RunContext(target.settings, target.surroundings);
  const made = new Map<RuleId, Observed>();
  await runPreflight(run);
  let judged = 0;
  run.listen(({ ask }) => {
    if (ask.observed === undefined) judged += 1;
  });
  const before = run.client.requests;
  await observeAll(
    run,
    observedRules.filter(({ id }) => only === undefined || id === only),
    made,
  );
  await run.client.close();
  return { made, requests: run.client.requests - before, judged };
}

const told = (observed: Observed | undefined): string | undefined =>
  observed === undefined || 'value' in observed ? observed?.value : observed.cause;
const values = ({ made }: Seen): Record<string, string | undefined> =>
  Object.fromEntries([...made].map(([id, observed]) => [id, told(observed)]));
const valueOf = async (id: RuleId, options: Injected, settings: Partial<RunSettings> = {}) =>
  told((await observe(options, settings, id)).made.get(id));

const REFERENCE: Readonly<Record<string, string>> = {
  'observed.content-type': 'application/json; charset=utf-8',
  'observed.issue.fields':
    'body:null|string comments:number created_at:string html_url:string id:number labels:array number:number pull_request?:object state:string title:string updated_at:string user:object',
  'observed.issue.pull-requests': 'told apart by pull_request',
  'observed.accept.omitted': '200, same results',
  'observed.accept.other':
    '`application/json`, `text/html` → 200, content-type: application/json; charset=utf-8',
  'observed.page.default': '200, same results',
  'observed.page.zero': '200, same as page 1',
  'observed.page.negative': '200, same as page 1',
  'observed.page.not-a-number': '`abc`, empty → 200, same as page 1',
  'observed.links': 'last, next; next → 200, same as page 2',
  'observed.caching': 'ETag → 304',
  'observed.names.case': '200, same results',
  'observed.sort.empty': '200, default order',
  'observed.direction.invalid': '200, default order',
  'observed.version.omitted': '200, same results',
  'observed.version.unknown': '`1999-12-31`, `nonexistent` → 200, same results',
  'observed.page.huge': '200, empty',
  'observed.per-page.not-an-integer': '`abc`, empty, `1.5` → 200, default size; 5 and 7 → 200, size 5',
  'observed.direction.alone': '`asc` → 200, another order; `desc` → 200, default order',
  'observed.state.values': '`all`, `closed` → 200, other issues; `OPEN`, `qxnonexistent` → 200, same as open',
  'observed.sort.values':
    '`created asc`, `updated asc` → 200, another order; `created desc`, `title asc` → 200, default order',
  'observed.page.beyond-end': '200, empty',
  'observed.auth.before-payload': '401',
  'observed.auth.before-repository': '401',
  'observed.private.indistinguishable': 'cannot be told apart',
  'observed.create.state': 'open',
  'observed.create.round-trip': 'unusual characters, spaces at the ends, line break → unchanged',
  'observed.create.visible-after': 'at once',
  'observed.methods': 'HEAD → 200; OPTIONS, PUT, DELETE → 405, allow: GET, POST',
  'observed.create.empty-title': 'empty → 422; only spaces → 201',
  'observed.create.null-body': '201',
  'observed.create.malformed-json': '422',
  'observed.create.no-payload': '422',
  'observed.create.extra-fields': '201, extra field not returned',
  'observed.create.content-type': 'none, `text/plain` → 201',
  'observed.errors.body':
    '401: application/json {message}; 404: application/json {message}; 422: application/json {message}',
  'observed.rate-limit': 'no rate limit headers',
  'observed.create.status': '201',
  'observed.create.response': 'title at title; Location',
  'observed.auth.schemes': '`bearer` → accepted; `token` → 401',
  'observed.auth.token-case': '401',
};

describe('the observations', () => {
  it('are those of the catalogue', () => {
    const wanted = ruleIds.filter((id) => id.startsWith('observed.'));
    expect(observedRules.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
  });

  it('are all made of the reference service within their requests, and no gating rule judges them', async () => {
    const seen = await observe();
    expect(values(seen)).toEqual(REFERENCE);
    const own = [...seen.made.values()].reduce((sum, { requests }) => sum + requests, 0);
    // The plain list is asked for before and after those that are compared with it.
    expect([seen.requests, own]).toEqual([66, 64]);
    expect(seen.judged).toBe(0);
  });

  it('have the same values under another seed and in another run', async () => {
    expect(values(await observe({}, { seed: 7, runId: 'otherrun77' }))).toEqual(REFERENCE);
  });

  it('have the same values in a whole run, and leave every gating rule of it as it is', async () => {
    const { tried, verdictOf } = await tryService({});
    expect(gatingIds.filter((id) => verdictOf(id) !== 'pass')).toEqual([]);
    const observed = tried.flatMap(({ rule: { id }, verdict }) =>
      verdict.verdict === 'observed' ? [[id, verdict.observation.value]] : [],
    );
    expect(Object.fromEntries(observed)).toEqual(REFERENCE);
  });

  it('are made in quick of what the other rules of a whole run have paid for', async () => {
    const quick = await tryService({}, { profile: 'quick' });
    const own = quick.tried.filter(({ rule }) => rule.level === 'observed');
    const made = own.filter(({ verdict }) => verdict.verdict === 'observed').map(({ rule }) => rule.id);
    expect(made.toSorted()).toEqual([...FREE_OBSERVATIONS].toSorted());
    expect(own.filter(({ requests }) => requests > 0)).toEqual([]);
  });

  it('have short values, of which a digest tells long ones apart, and notes with more of them', async () => {
    const long = 'a/b '.repeat(90);
    const of = async (end: string): Promise<Observed | undefined> => {
      const headers = { 'content-type': `${long}${end}` };
      const typed: Change = () => ({ listAnswer: () => ({ status: 200, headers, body: '[]' }) });
      return (await observe({ changes: [typed] })).made.get('observed.content-type');
    };
    const [one, other] = [await of('c'), await of('d')];
    expect(one).toEqual({ value: told(await of('c')), note: `In full: ${long}c`, requests: 0 });
    expect(told(one)).toMatch(/^.{183}… digest [0-9a-f]{8}$/);
    expect(told(one)).not.toBe(told(other));
  });

  it('show no token, in neither case', async () => {
    const token = 'AbCdEf0123456789-and-so-on-GhIjKl';
    const echoing: Change = (b) => ({
      refusalAnswer: (refusal, status, request) => ({
        ...b.refusalAnswer(refusal, status, request),
        body: JSON.stringify({ [(request.header('authorization') ?? '').slice(-40)]: 1 }),
      }),
    });
    const { made } = await observe({ tokens: { member: token }, changes: [echoing] });
    expect(JSON.stringify([...made]).toLowerCase()).not.toContain(token.toLowerCase());
  });
});

describe('a difference shows in', () => {
  it.each<readonly [RuleId, string, string]>([
    ['observed.page.zero', 'page-zero-422', '422'],
    ['observed.page.zero', 'page-zero-empty', '200, empty'],
    ['observed.page.not-a-number', 'page-word-400', '`abc`, empty → 400'],
    ['observed.page.beyond-end', 'page-beyond-end-last', '200, other results'],
    ['observed.page.beyond-end', 'record-all-alike', '200, empty'],
    ['observed.page.huge', 'page-huge-422', '422'],
    [
      'observed.sort.values',
      'sort-by-title',
      '`created asc`, `updated asc`, `title asc` → 200, another order; `created desc` → 200, default order',
    ],
    [
      'observed.sort.values',
      'sort-unsupported',
      '`created asc`, `created desc`, `updated asc`, `title asc` → 200, default order',
    ],
    [
      'observed.sort.values',
      'order-oldest-first',
      '`created asc`, `title asc` → 200, default order; `created desc`, `updated asc` → 200, another order',
    ],
    ['observed.direction.alone', 'direction-alone-ignored', '`asc`, `desc` → 200, default order'],
    [
      'observed.state.values',
      'state-ignored',
      '`all`, `closed`, `OPEN`, `qxnonexistent` → 200, same as open',
    ],
    ['observed.state.values', 'equals-change-places', REFERENCE['observed.state.values'] ?? ''],
    ['observed.issue.fields', 'record-title-and-text', 'body:null|string title:string'],
    ['observed.issue.fields', 'anonymous-short-records', REFERENCE['observed.issue.fields'] ?? ''],
    ['observed.content-type', 'content-type-none', 'none'],
    [
      'observed.rate-limit',
      'headers-rate-limit',
      'TOKEN, OUTSIDER_TOKEN, no credential → x-ratelimit-limit: 5000, x-ratelimit-remaining',
    ],
    ['observed.links', 'links-none', 'no Link header'],
    ['observed.caching', 'etag-none', 'no ETag'],
    ['observed.caching', 'record-trace', 'unstable'],
    ['observed.version.omitted', 'version-omitted-400', '400'],
    ['observed.auth.schemes', 'scheme-case-sensitive', '`bearer`, `token` → 401'],
    ['observed.auth.token-case', 'token-case-insensitive', 'accepted'],
    ['observed.auth.before-payload', 'checks-payload-first', '422'],
    ['observed.auth.before-repository', 'checks-repository-first', '404'],
    ['observed.create.visible-after', 'created-listed-after-500-ms', 'with a lag'],
    ['observed.create.visible-after', 'record-age-and-words', 'at once'],
    ['observed.create.null-body', 'payload-null-body-422', '422'],
    ['observed.create.malformed-json', 'payload-malformed-400', '400'],
    ['observed.create.extra-fields', 'payload-extra-fields-422', '422'],
    ['observed.create.content-type', 'payload-type-415', 'none, `text/plain` → 415'],
    ['observed.methods', 'method-404', 'HEAD → 200; OPTIONS, PUT, DELETE → 404'],
    ['observed.names.case', 'names-case-sensitive', '404'],
  ])('%s of a service with %s', async (id, variant, value) => {
    expect(await valueOf(id, { variants: [variant] })).toBe(value);
  });

  it.each<readonly [RuleId, string, string]>([
    [
      'observed.errors.body',
      'errors-empty',
      '401: no media type (empty); 404: no media type (empty); 422: no media type (empty)',
    ],
    ['observed.create.status', 'created-202', '202'],
    ['observed.create.state', 'created-closed', 'closed'],
    ['observed.create.response', 'created-wrapped', 'title at issue; Location'],
    [
      'observed.create.round-trip',
      'created-title-trimmed',
      'unusual characters, line break → unchanged; spaces at the ends → title changed',
    ],
  ])('%s of a service with %s, once it has created something', async (id, variant, value) => {
    expect(values(await observe({ variants: [variant] }))[id]).toBe(value);
  });

  it('observed.private.indistinguishable of a service whose refusals name an issue', async () => {
    const options: Injected = { faults: ['private-named-in-404'] };
    expect(await valueOf('observed.private.indistinguishable', options)).toBe('told apart by body');
  });

  it.each<readonly [RuleId, string, Injected, Partial<RunSettings>]>([
    ['observed.auth.schemes', 'other-rule', { faults: ['invalid-token-lists-as-anonymous'] }, {}],
    ['observed.sort.values', 'data', { issues: 1 }, {}],
    ['observed.create.state', 'data', { faults: ['create-stores-nothing'] }, { listedWithinMs: 200 }],
    ['observed.create.visible-after', 'data', { variants: ['created-empty-and-textless'] }, {}],
    ['observed.page.zero', 'setting', {}, { profile: 'quick' }],
  ])('nothing where %s cannot be seen (%s)', async (id, cause, options, settings) => {
    expect(await valueOf(id, options, settings)).toBe(cause);
  });

  /** Counts the requests for page 0 of a service, and changes what happens at them. */
  const atPageZero = (change: (asked: number, request: ServiceRequest) => Reply | undefined) => {
    const counted = { asked: 0 };
    const around: Change = (b) => ({
      around: async (inner, request) => {
        if (request.query('page') !== '0') return b.around(inner, request);
        counted.asked += 1;
        return change(counted.asked, request) ?? b.around(inner, request);
      },
    });
    return { counted, changes: [around] };
  };

  it.each<readonly [string, number, number]>([
    ['unstable', Number.POSITIVE_INFINITY, 3],
    [REFERENCE['observed.page.zero'] ?? '', 2, 3],
    [REFERENCE['observed.page.zero'] ?? '', 0, 1],
  ])('%s if the list changes while it is compared %d times', async (value, most, times) => {
    const { counted, changes } = atPageZero((asked, { world }) => {
      const [repository] = world.repositories;
      if (repository !== undefined && asked <= most) createOne(repository, world);
      return undefined;
    });
    expect(await valueOf('observed.page.zero', { changes })).toBe(value);
    expect(counted.asked).toBe(times);
  });

  it.each<readonly [string, number]>([
    ['unstable', 1],
    ['501', 2],
  ])('%s if an error comes %d times', async (value, most) => {
    const { changes } = atPageZero((asked) =>
      asked <= most ? { status: 501, headers: {}, body: '' } : undefined,
    );
    expect(await valueOf('observed.page.zero', { changes })).toBe(value);
  });
});
