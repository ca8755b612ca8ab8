import { beforeAll, describe, expect, it } from 'vitest';
import { type RuleId, ruleIds } from '../../src/catalogue/index.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/index.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { tryRules } from '../../src/run/in-process.ts';
import { suites } from '../../suites/index.ts';
import { sessionFor, type Trying, tryReference } from '../support/try-reference.ts';

const observations = ruleIds.filter((id) => id.startsWith('observed.'));
/** Those that cost no request of their own on a list of more than one page, once other rules have created issues. */
const FREE = [
  'observed.issue.fields',
  'observed.issue.pull-requests',
  'observed.errors.body',
  'observed.content-type',
  'observed.rate-limit',
  'observed.create.status',
  'observed.create.response',
];

async function observe(options: ReferenceOptions = {}, settings: Trying = {}) {
  const { rules } = await tryReference(options, { only: observations, ...settings });
  return rules;
}

const values = (rules: readonly RuleReport[]) =>
  Object.fromEntries(rules.map(({ id, observation }) => [id, observation?.value]));

async function valueOf(id: RuleId, options: ReferenceOptions, settings: Trying = {}) {
  return values(await observe(options, { only: [id], ...settings }))[id];
}

describe('the observations', () => {
  let usual: readonly RuleReport[];

  beforeAll(async () => {
    usual = await observe();
  });

  it('have a check each, and no other', () => {
    const checks = suites.map(({ id }) => id).filter((id) => id.startsWith('observed.'));
    expect(checks.toSorted()).toEqual(observations.toSorted());
  });

  it('are all made of the reference service', () => {
    expect(usual.filter(({ verdict }) => verdict !== 'observed')).toEqual([]);
    expect(values(usual)).toMatchObject({
      'observed.page.default': '200, the same',
      'observed.sort.values': 'created, updated, comments',
      'observed.state.values': 'all, closed: 200, other issues; OPEN, nothing, made-up: 200, as open',
      'observed.links': 'last, next; next: 200, as page=2',
      'observed.caching': 'ETag; 304',
      'observed.auth.before-payload': '401',
      'observed.create.status': '201',
      'observed.create.response': 'the issue as listed; Location',
      'observed.create.state': 'open',
      'observed.create.round-trip': 'unchanged',
      'observed.create.visible-after': 'at once',
      'observed.methods': 'HEAD: 200; OPTIONS, PUT, PATCH, DELETE: 405, allowed GET, POST',
    });
  });

  it('have the same values under another seed and in another run', async () => {
    const other = await observe({}, { seed: 7, runId: 'otherrun77' });
    expect(values(other)).toEqual(values(usual));
  });

  it('have values of 200 characters at most and notes that are sentences', () => {
    for (const { id, observation } of usual) {
      expect.soft(observation?.value.length, id).toBeLessThanOrEqual(200);
      expect.soft(observation?.value, id).not.toBe('');
      expect.soft(observation?.note, id).toMatch(/^[A-Z].*\.$/s);
    }
  });

  it('show no token, in neither case', async () => {
    const token = 'AbCdEf0123456789-and-so-on-GhIjKl';
    const rules = await observe({ tokens: { member: token } });
    expect(rules.every(({ verdict }) => verdict === 'observed')).toBe(true);
    expect(JSON.stringify(rules).toLowerCase()).not.toContain(token.toLowerCase());
    expect(JSON.stringify(usual)).not.toMatch(/reference-(member|outsider)-token/i);
  });

  it('leave every gating rule as it is', async () => {
    const { rules } = await tryReference({});
    expect(rules.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')).toEqual([]);
  });

  it('cost about 60 requests', async () => {
    const gating = ruleIds.filter((id) => !id.startsWith('observed.'));
    const [all, without] = [await tryReference({}), await tryReference({}, { only: gating })];
    expect(all.tally.requests - without.tally.requests).toBeLessThanOrEqual(66);
  });
});

describe('the observations in quick', () => {
  it('send no request of their own and say so', async () => {
    const rules = await observe({}, { profile: 'quick' });
    for (const { id, requests, verdict, reason } of rules) {
      expect.soft(requests, id).toBe(0);
      if (FREE.includes(id) && !id.startsWith('observed.create.')) expect.soft(verdict, id).toBe('observed');
      else expect.soft(reason, id).toContain('PROFILE=standard makes this one');
    }
  });

  it('are those that other rules have paid for', async () => {
    const { rules } = await tryReference({}, { profile: 'quick' });
    const made = rules.flatMap(({ id, observation }) => (observation === undefined ? [] : [id]));
    expect(made.toSorted()).toEqual(FREE.toSorted());
    for (const { id, requests } of rules) if (id.startsWith('observed.')) expect.soft(requests, id).toBe(0);
  });

  it('show the page after a short list, which the survey has read', async () => {
    const settings = { profile: 'quick' } as const;
    expect(await valueOf('observed.page.beyond-end', { issues: 20 }, settings)).toBe('200, empty');
  });
});

describe('a difference shows in', () => {
  const differences: readonly (readonly [RuleId, string, string])[] = [
    ['observed.page.zero', 'page-zero-422', '422'],
    ['observed.page.zero', 'page-zero-empty', '200, empty'],
    ['observed.page.negative', 'page-zero-422', '422'],
    ['observed.page.not-a-number', 'page-word-400', 'abc, nothing: 400'],
    ['observed.page.beyond-end', 'page-beyond-end-404', '404'],
    ['observed.page.beyond-end', 'page-beyond-end-last', '200, results'],
    ['observed.page.huge', 'page-huge-422', '9223372036854775807, 18446744073709551617: 422'],
    [
      'observed.per-page.not-an-integer',
      'per-page-word-422',
      'abc, nothing, 1.5, 1e2, " 5": 422; 5 and 7: 200, 5 results',
    ],
    ['observed.sort.values', 'sort-by-title', 'created, updated, comments, title'],
    ['observed.sort.values', 'sort-unsupported', 'none'],
    ['observed.sort.values', 'order-oldest-first', 'created, updated, comments'],
    ['observed.sort.values', 'order-last-update-first', 'created, updated, comments'],
    ['observed.direction.alone', 'direction-alone-ignored', 'asc, desc: 200, the default order'],
    [
      'observed.state.values',
      'state-unknown-422',
      'all, closed: 200, other issues; OPEN, nothing, made-up: 422',
    ],
    ['observed.state.values', 'state-ignored', 'all, closed, OPEN, nothing, made-up: 200, as open'],
    ['observed.issue.pull-requests', 'record-title-and-text', 'no field tells'],
    ['observed.issue.fields', 'record-title-and-text', 'body:null|string title:string'],
    [
      'observed.errors.body',
      'errors-as-problems',
      [401, 404, 422].map((status) => `${status}: application/problem+json {status, type}`).join('; '),
    ],
    ['observed.content-type', 'content-type-none', 'none'],
    ['observed.links', 'links-none', 'none'],
    ['observed.caching', 'etag-none', 'no validator'],
    ['observed.caching', 'record-trace', 'ETag; 200 with a new one each time'],
    [
      'observed.rate-limit',
      'headers-rate-limit',
      'x-ratelimit-limit, x-ratelimit-remaining; 5000 with TOKEN; 5000 without a credential',
    ],
    ['observed.version.omitted', 'version-omitted-400', '400'],
    ['observed.version.unknown', 'version-unknown-400', '1999-12-31, nonexistent: 400'],
    ['observed.accept.omitted', 'content-type-none', '200, the same results, no media type'],
    [
      'observed.accept.other',
      'accept-other-406',
      'application/json: 200, application/json; text/html: 406, application/json',
    ],
    ['observed.auth.schemes', 'scheme-token', 'bearer, token: let in'],
    ['observed.auth.schemes', 'scheme-case-sensitive', 'bearer, token: 401'],
    ['observed.auth.token-case', 'token-case-insensitive', 'let in'],
    ['observed.auth.before-payload', 'checks-payload-first', '422'],
    ['observed.auth.before-repository', 'checks-repository-first', '404'],
    [
      'observed.private.indistinguishable',
      'private-404-distinguishable',
      'differs in body message, header content-type',
    ],
    ['observed.create.status', 'created-202', '202'],
    ['observed.create.response', 'created-wrapped', 'the issue inside issue; Location'],
    ['observed.create.response', 'created-204', 'empty; no Location'],
    ['observed.create.response', 'created-as-text', 'no JSON; no Location'],
    ['observed.create.state', 'created-closed', 'closed'],
    ['observed.create.round-trip', 'created-title-trimmed', 'title: blanks at the ends'],
    ['observed.create.round-trip', 'created-text-normalised', 'body: line ends, empty'],
    ['observed.create.visible-after', 'created-listed-after-500-ms', 'within 1 s'],
    ['observed.create.visible-after', 'created-closed', 'at once'],
    ['observed.create.empty-title', 'created-200', 'empty: 422; blanks: 200'],
    ['observed.create.null-body', 'payload-null-body-422', '422'],
    ['observed.create.malformed-json', 'payload-malformed-400', 'cut short, text: 400'],
    ['observed.create.no-payload', 'payload-malformed-400', '400'],
    ['observed.create.extra-fields', 'payload-extra-fields-422', '422'],
    ['observed.create.extra-fields', 'created-204', '204, dropped'],
    ['observed.create.content-type', 'payload-type-415', 'none, text/plain: 415'],
    ['observed.methods', 'method-404', 'HEAD: 200; OPTIONS, PUT, PATCH, DELETE: 404'],
    ['observed.names.case', 'names-case-sensitive', 'owner, repository, both: 404'],
  ];

  it.concurrent.each(differences)('%s of a service with %s', async (id, variant, value) => {
    // What looks back at error answers needs some to look at.
    const only = id === 'observed.errors.body' ? observations : [id];
    expect(await valueOf(id, { variants: [variant] }, { only })).toBe(value);
  });

  it('the time for which an issue was not listed', async () => {
    const options = { faults: ['create-stores-nothing'] } as const;
    const settings = { listedWithinMs: 1000 };
    expect(await valueOf('observed.create.visible-after', options, settings)).toBe('not within 1 s');
  });
});

describe('an observation is left out', () => {
  it('where an invalid token is let in, so that being let in shows nothing', async () => {
    const only = ['observed.auth.schemes', 'observed.auth.token-case'] as const;
    const rules = await observe({ faults: ['invalid-token-lists-as-anonymous'] }, { only });
    for (const { verdict, reason } of rules) {
      expect(verdict).toBe('inconclusive');
      expect(reason).toContain('An invalid token is let in as well');
    }
  });

  it('where there is no order to see', async () => {
    const [rule] = await observe({ issues: 1 }, { only: ['observed.sort.values'] });
    expect(rule).toMatchObject({ verdict: 'inconclusive', requests: 0 });
    expect(rule?.reason).toContain('two issues');
  });

  it('where no issue is listed, after one search for all that need one', async () => {
    const only = ['observed.create.state', 'observed.create.round-trip'] as const;
    const rules = await observe({ faults: ['create-stores-nothing'] }, { only, listedWithinMs: 200 });
    expect(rules.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
    expect(rules[1]?.requests).toBe(0);
  });

  it('where the run is over before it', async () => {
    const reference = await startReference();
    const stopped = { ...sessionFor(reference), maxRequests: 6, concurrency: 1 };
    try {
      const { rules } = await tryRules(stopped, suites, observations);
      const late = rules.filter(({ verdict }) => verdict === 'inconclusive');
      expect(late.length).toBeGreaterThan(20);
      for (const { reason } of late) expect(reason).toMatch(/MAX_REQUESTS|request/);
    } finally {
      await reference.stop();
    }
  });
});
