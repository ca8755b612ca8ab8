import { expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Trying, tryService } from '../support/try-service.ts';

const CREATING: readonly RuleId[] = [
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
  'create.rejected-no-effect',
];

it.each<readonly [string, Injected, Trying, Readonly<Partial<Record<RuleId, string>>>]>([
  ['one request at a time', {}, { concurrency: 1 }, { 'create.concurrent': 'inconclusive' }],
  ['20 requests a second', {}, { maxRate: 20 }, { 'create.concurrent': 'inconclusive' }],
  [
    'refusals alone',
    {},
    { writes: 'rejected' },
    { 'create.accepted': 'skip', 'create.rejected-no-effect': 'inconclusive' },
  ],
  [
    'less time than a list takes',
    { variants: ['created-listed-after-1-s'] },
    { listedWithinMs: 300 },
    { 'create.listed': 'fail' },
  ],
  ['a long list', { faults: ['create-twice'], issues: 650 }, {}, { 'create.once': 'fail' }],
  ['a long list without titles', { variants: ['created-last-and-untitled'], issues: 650 }, {}, {}],
  [
    'a short list of ids',
    { variants: ['record-id-only'], faults: ['create-concurrent-lost'], issues: 20 },
    {},
    { 'create.concurrent': 'fail' },
  ],
])('creations with %s', async (_what, service, settings, expected) => {
  const { tried, verdictOf } = await tryService(service, { only: CREATING, ...settings });
  const failed = tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id);
  expect(failed).toEqual(CREATING.filter((id) => expected[id] === 'fail'));
  for (const id of CREATING) if (expected[id] !== undefined) expect(verdictOf(id)).toBe(expected[id]);
});
