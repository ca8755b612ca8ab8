import { expect, it } from 'vitest';
import { answerInstead } from '../../proof/changes/decisions.ts';
import { createOne } from '../../proof/changes/other-clients.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Reply, ServiceRequest } from '../../src/service/request.ts';
import type { Opening } from '../support/try-service.ts';
import { observe, REFERENCE, valueOf, values } from './observing.ts';

it.each<readonly [RuleId, string, string]>([
  ['observed.page.zero', 'page-zero-422', '422'],
  ['observed.page.zero', 'page-zero-empty', '200, empty'],
  ['observed.page.not-a-number', 'page-word-400', '400'],
  ['observed.page.beyond-end', 'page-beyond-end-last', '200, other results'],
  ['observed.page.beyond-end', 'record-all-alike', '200, empty'],
  ['observed.page.huge', 'page-huge-422', '422'],
  ['observed.sort.values', 'sort-by-title', '`created`, `updated`, `title` → 200, another order'],
  ['observed.sort.values', 'sort-unsupported', '`created`, `updated`, `title` → 200, default order'],
  [
    'observed.sort.values',
    'order-oldest-first',
    '`created`, `title` → 200, default order; `updated` → 200, another order',
  ],
  ['observed.direction.alone', 'direction-alone-ignored', '200, default order'],
  ['observed.state.values', 'state-ignored', '`all`, `closed`, `qxnonexistent` → 200, same as open'],
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
  ['observed.methods', 'method-404', 'HEAD → 200; OPTIONS, PUT → 404'],
  ['observed.names.case', 'names-case-sensitive', '404'],
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
])('a difference shows in %s of a service with %s', async (id, variant, value) => {
  expect(values(await observe({ variants: [variant] }))[id]).toBe(value);
});

it('a difference shows in observed.private.indistinguishable of a service whose refusals name an issue', async () => {
  const faults = ['private-named-in-404'] as const;
  expect(await valueOf('observed.private.indistinguishable', { faults })).toBe('told apart by body');
});

it.each<readonly [RuleId, string, Opening]>([
  ['observed.auth.schemes', 'other-rule', { faults: ['invalid-token-lists-as-anonymous'] }],
  ['observed.sort.values', 'data', { issues: 1 }],
  ['observed.sort.values', 'other-rule', { faults: ['sort-invalid-422'] }],
  ['observed.create.state', 'data', { faults: ['create-stores-nothing'], listedWithinMs: 200 }],
  ['observed.create.visible-after', 'data', { variants: ['created-empty-and-textless'] }],
  ['observed.page.zero', 'setting', { profile: 'quick' }],
])('nothing is observed where %s cannot be seen (%s)', async (id, cause, opening) => {
  expect(await valueOf(id, opening)).toBe(cause);
});

/** Counts the requests for page 0 of a service, and changes what happens at them. */
const atPageZero = (change: (asked: number, request: ServiceRequest) => Reply | undefined) => {
  const counted = { asked: 0 };
  const changing = answerInstead((request) => {
    if (request.query('page') !== '0') return undefined;
    counted.asked += 1;
    return change(counted.asked, request);
  });
  return { counted, changes: [changing] };
};

it.each<readonly [string, number, number]>([
  ['unstable', Number.POSITIVE_INFINITY, 3],
  [REFERENCE['observed.page.zero'] ?? '', 2, 3],
  [REFERENCE['observed.page.zero'] ?? '', 0, 1],
])(
  'page 0 is observed to be %s if the list changes while it is compared %d times',
  async (value, most, times) => {
    const { counted, changes } = atPageZero((asked, { world }) => {
      const [repository] = world.repositories;
      if (repository !== undefined && asked <= most) createOne(repository, world);
      return undefined;
    });
    expect(await valueOf('observed.page.zero', { changes })).toBe(value);
    expect(counted.asked).toBe(times);
  },
);

it.each<readonly [string, number]>([
  ['unstable', 1],
  ['501', 2],
])('page 0 is observed to be %s if an error comes %d times', async (value, most) => {
  const { changes } = atPageZero((asked) =>
    asked <= most ? { status: 501, headers: {}, body: '' } : undefined,
  );
  expect(await valueOf('observed.page.zero', { changes })).toBe(value);
});
