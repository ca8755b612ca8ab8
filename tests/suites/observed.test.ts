import { beforeAll, describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { type Otherwise, type Outcome, tryOn } from '../created/trying.ts';
import { FREE_OBSERVATIONS } from '../support/rule-counts.ts';

const observations = ruleIds.filter((id) => id.startsWith('observed.'));

const observe = (options: Injected = {}, settings: Otherwise = {}, only = observations) =>
  tryOn(options, only, settings);

const values = ({ value }: Outcome) => Object.fromEntries(observations.map((id) => [id, value(id)]));

const valueOf = async (
  id: RuleId,
  options: Injected,
  settings: Otherwise = {},
  only: readonly RuleId[] = [id],
) => (await tryOn(options, only, settings)).value(id);

describe('the observations', () => {
  let usual: Outcome;

  beforeAll(async () => {
    usual = await observe();
  });

  it('are all made of the reference service', () => {
    expect(observations.filter((id) => usual.verdicts[id] !== 'observed')).toEqual([]);
    expect(values(usual)).toMatchObject({
      'observed.page.default': '200, same results',
      'observed.sort.values': '`created`, `updated`, `comments`',
      'observed.state.values':
        '`all`, `closed` → 200, other issues; `OPEN`, empty, made-up → 200, same as open',
      'observed.links': 'last, next; next → 200, same as page 2',
      'observed.caching': 'ETag → 304',
      'observed.auth.before-payload': '401',
      'observed.create.status': '201',
      'observed.create.response': 'the issue as listed; Location',
      'observed.create.state': 'open',
      'observed.create.round-trip': 'unchanged',
      'observed.create.visible-after': 'at once',
      'observed.methods': 'HEAD → 200; OPTIONS, PUT, PATCH, DELETE → 405, Allow: GET, POST',
    });
  });

  it('have the same values under another seed and in another run', async () => {
    expect(values(await observe({}, { seed: 7, runId: 'otherrun77' }))).toEqual(values(usual));
  });

  it('have values of 200 characters at most, and notes that are sentences or empty and do not repeat the value', () => {
    for (const id of observations) {
      const { verdict } = usual.of(id);
      const { value, note } = verdict.verdict === 'observed' ? verdict.observation : { value: '', note: '' };
      expect.soft(value.length, id).toBeLessThanOrEqual(200);
      expect.soft(value, id).not.toBe('');
      expect.soft(note, id).toMatch(/^([A-Z"].*\.)?$/s);
      expect.soft(note, id).not.toContain(value);
    }
  });

  it('show no token, in neither case', async () => {
    const token = 'AbCdEf0123456789-and-so-on-GhIjKl';
    const echoing: Change = (b) => ({
      refusalAnswer: (refusal, status, request) => {
        const answer = b.refusalAnswer(refusal, status, request);
        const given = request.header('authorization') ?? '';
        return { ...answer, body: JSON.stringify({ [given.slice(-40)]: 1 }) };
      },
    });
    const { verdicts, of } = await observe({ tokens: { member: token }, changes: [echoing] });
    const shown = observations.map((id) => of(id).verdict);
    expect(Object.values(verdicts)).toContain('observed');
    expect(JSON.stringify(shown).toLowerCase()).not.toContain(token.toLowerCase());
  });

  it('leave every gating rule as it is, and cost about 80 requests', async () => {
    const gating = ruleIds.filter((id) => !observations.includes(id));
    const [all, without] = [await tryOn({}, ruleIds), await tryOn({}, gating)];
    expect(gating.filter((id) => all.verdicts[id] !== 'pass')).toEqual([]);
    expect(all.sent.length - without.sent.length).toBeLessThanOrEqual(90);
  });
});

describe('the observations in quick', () => {
  it('send no request of their own and say so', async () => {
    const { of, why, verdicts } = await observe({}, { profile: 'quick' });
    for (const id of observations) {
      expect.soft(of(id).requests, id).toBe(0);
      if (FREE_OBSERVATIONS.includes(id) && !id.startsWith('observed.create.'))
        expect.soft(verdicts[id], id).toBe('observed');
      else expect.soft(why(id), id).toMatch(/PROFILE=standard|No creation was accepted/);
    }
  });

  it('are those that other rules have paid for', async () => {
    const { verdicts, of } = await tryOn({}, ruleIds, { profile: 'quick' });
    const made = observations.filter((id) => verdicts[id] === 'observed');
    expect(made.toSorted()).toEqual([...FREE_OBSERVATIONS].toSorted());
    for (const id of observations) expect.soft(of(id).requests, id).toBe(0);
  });
});

describe('a difference shows in', () => {
  const differences: readonly (readonly [RuleId, string, string])[] = [
    ['observed.page.zero', 'page-zero-422', '422'],
    ['observed.page.zero', 'page-zero-empty', '200, empty'],
    ['observed.page.negative', 'page-zero-422', '422'],
    ['observed.page.not-a-number', 'page-word-400', '`abc`, empty → 400'],
    ['observed.page.beyond-end', 'page-beyond-end-404', '404'],
    ['observed.page.beyond-end', 'page-beyond-end-last', '200, other results'],
    ['observed.page.huge', 'page-huge-422', '2^63-1, 2^64+1 → 422'],
    [
      'observed.per-page.not-an-integer',
      'per-page-word-422',
      '`abc`, empty, `1.5`, `1e2`, ` 5` → 422; 5 and 7 → 200, 5 results',
    ],
    ['observed.sort.values', 'sort-by-title', '`created`, `updated`, `comments`, `title`'],
    ['observed.sort.values', 'sort-unsupported', 'none'],
    ['observed.sort.values', 'order-oldest-first', '`created`, `updated`, `comments`'],
    ['observed.sort.values', 'order-last-update-first', '`created`, `updated`, `comments`'],
    ['observed.direction.alone', 'direction-alone-ignored', '`asc`, `desc` → 200, default order'],
    [
      'observed.state.values',
      'state-unknown-422',
      '`all`, `closed` → 200, other issues; `OPEN`, empty, made-up → 422',
    ],
    ['observed.state.values', 'state-ignored', '`all`, `closed`, `OPEN`, empty, made-up → 200, same as open'],
    ['observed.issue.pull-requests', 'record-title-and-text', 'cannot be told apart'],
    ['observed.issue.fields', 'record-title-and-text', 'body:null|string title:string'],
    [
      'observed.errors.body',
      'errors-as-problems',
      [401, 404, 422].map((status) => `${status}: application/problem+json {status, type}`).join('; '),
    ],
    ['observed.content-type', 'content-type-none', 'none'],
    ['observed.links', 'links-none', 'no Link header'],
    ['observed.caching', 'etag-none', 'no ETag or Last-Modified'],
    ['observed.caching', 'record-trace', 'ETag → 200 with a new ETag each time'],
    [
      'observed.rate-limit',
      'headers-rate-limit',
      'x-ratelimit-limit, x-ratelimit-remaining; 5000 with TOKEN; 5000 without a credential',
    ],
    ['observed.version.omitted', 'version-omitted-400', '400'],
    ['observed.version.unknown', 'version-unknown-400', '`1999-12-31`, `nonexistent` → 400'],
    ['observed.accept.omitted', 'content-type-none', '200, same results, no media type'],
    [
      'observed.accept.other',
      'accept-other-406',
      '`application/json` → 200, application/json; `text/html` → 406, application/json',
    ],
    ['observed.auth.schemes', 'scheme-token', '`bearer`, `token` → accepted'],
    ['observed.auth.schemes', 'scheme-case-sensitive', '`bearer`, `token` → 401'],
    ['observed.auth.token-case', 'token-case-insensitive', 'accepted'],
    ['observed.auth.before-payload', 'checks-payload-first', '422'],
    ['observed.auth.before-repository', 'checks-repository-first', '404'],
    [
      'observed.private.indistinguishable',
      'private-404-distinguishable',
      'told apart by body message, header content-type',
    ],
    ['observed.create.status', 'created-202', '202'],
    ['observed.create.response', 'created-wrapped', 'the issue inside issue; Location'],
    ['observed.create.response', 'created-204', 'empty; no Location'],
    ['observed.create.response', 'created-as-text', 'no JSON; no Location'],
    ['observed.create.state', 'created-closed', 'closed'],
    ['observed.create.round-trip', 'created-title-trimmed', 'title changed: spaces at the ends'],
    ['observed.create.round-trip', 'created-text-normalised', 'body changed: line ends, empty'],
    ['observed.create.visible-after', 'created-listed-after-500-ms', 'with a lag'],
    ['observed.create.visible-after', 'created-closed', 'at once'],
    ['observed.create.empty-title', 'created-200', 'empty → 422; only spaces → 200'],
    ['observed.create.null-body', 'payload-null-body-422', '422'],
    ['observed.create.malformed-json', 'payload-malformed-400', 'truncated, text → 400'],
    ['observed.create.no-payload', 'payload-malformed-400', '400'],
    ['observed.create.extra-fields', 'payload-extra-fields-422', '422'],
    ['observed.create.extra-fields', 'created-204', '204, extra field dropped'],
    ['observed.create.content-type', 'payload-type-415', 'none, `text/plain` → 415'],
    ['observed.methods', 'method-404', 'HEAD → 200; OPTIONS, PUT, PATCH, DELETE → 404'],
    ['observed.names.case', 'names-case-sensitive', 'owner, repository, both → 404'],
  ];

  it.each(differences)('%s of a service with %s', async (id, variant, value) => {
    // What looks back at error answers needs some to look at.
    const only = id === 'observed.errors.body' ? observations : [id];
    expect(await valueOf(id, { variants: [variant] }, {}, only)).toBe(value);
  });

  it('the time for which an issue was not listed', async () => {
    const options = { faults: ['create-stores-nothing'] } as const;
    const settings = { listedWithinMs: 1000 };
    expect(await valueOf('observed.create.visible-after', options, settings)).toBe('not within 1 s');
  });
});

describe('an observation is left out', () => {
  it('where an invalid token is accepted, so that acceptance proves nothing', async () => {
    const only = ['observed.auth.schemes', 'observed.auth.token-case'] as const;
    const { why } = await observe({ faults: ['invalid-token-lists-as-anonymous'] }, {}, [...only]);
    for (const id of only) expect(why(id)).toContain('Invalid tokens are accepted too');
  });

  it('where there is no order to see', async () => {
    const { of, why } = await observe({ issues: 1 }, {}, ['observed.sort.values']);
    expect(of('observed.sort.values').requests).toBeLessThanOrEqual(1);
    expect(why('observed.sort.values')).toContain('two open issues');
  });

  it('where no issue is listed, after one search for all that need one', async () => {
    const only: RuleId[] = ['observed.create.state', 'observed.create.round-trip'];
    const { of, verdicts } = await observe(
      { faults: ['create-stores-nothing'] },
      { listedWithinMs: 200 },
      only,
    );
    expect(Object.values(verdicts)).toEqual(['inconclusive', 'inconclusive']);
    expect(Math.min(...only.map((id) => of(id).requests))).toBe(0);
  });

  it('where the list shows no title by which a new issue could be known', async () => {
    const only: RuleId[] = ['observed.create.state', 'observed.create.visible-after'];
    const { why } = await observe({ variants: ['created-empty-and-textless'] }, {}, only);
    for (const id of only) expect(why(id)).toMatch(/^No listed issue shows its title/);
  });

  it('where the run is over before it', async () => {
    const { verdicts, why } = await observe({}, { maxRequests: 6, concurrency: 1 });
    const late = observations.filter((id) => verdicts[id] === 'inconclusive');
    expect(late.length).toBeGreaterThan(20);
    for (const id of late) expect(why(id)).toMatch(/MAX_REQUESTS|request|No creation/);
  });
});
