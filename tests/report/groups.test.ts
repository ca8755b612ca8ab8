import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { groupFailures } from '../../src/report/groups.ts';
import type { ExchangeReport, FailureReport, RuleReport } from '../../src/report/model.ts';
import { anyReport } from './any-report.ts';
import { failing, plainExchange } from './reports.ts';

type Broken = readonly [id: RuleId, kind: FailureReport['kind'], query: string, more?: Partial<Sent>];
interface Sent {
  readonly method: string;
  readonly body: string;
  readonly token: string;
  readonly status: number;
  readonly expected: string;
}

function brokenBy([id, kind, query, more = {}]: Broken): RuleReport {
  const { method = 'GET', body = null, token, status = 200, expected = 'exactly 30 results' } = more;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  const exchange: ExchangeReport = {
    ...plainExchange,
    request: { method, url: `http://127.0.0.1:4010/?${query}`, headers, body },
    response: { status, headers: {}, body: '', truncated: false },
  };
  return failing(id, { ...(kind === undefined ? {} : { kind }), expected, exchanges: [exchange] });
}

const refused = { method: 'POST', status: 201, expected: '401' } as const;

/** Failures, and their groups by id: the gravest first. */
it.each<[string, readonly Broken[], readonly (readonly RuleId[])[]]>([
  [
    'one request, the specific rule first',
    [
      ['list.per-page.at-most', 'too-many', 'a'],
      ['list.ok', 'status', 'b', { status: 500, expected: '200' }],
      ['list.page.slices', 'wrong-results', 'a'],
      ['list.page.second', 'malformed', 'a'],
    ],
    [['list.page.second', 'list.per-page.at-most', 'list.page.slices'], ['list.ok']],
  ],
  [
    'one address, but another credential, method or payload',
    [
      ['list.ok', undefined, 'a'],
      ['list.array', undefined, 'a', { token: 'Bearer <TOKEN>' }],
      ['list.records', undefined, 'a', { method: 'HEAD' }],
      ['list.token', undefined, 'a', { body: '{}' }],
    ],
    [['list.ok'], ['list.array'], ['list.token'], ['list.records']],
  ],
  [
    'one kind: a credential is accepted',
    [
      ['list.invalid-token', 'status', 'a', { expected: '401' }],
      ['create.invalid-token', 'status', 'b', refused],
      ['create.missing-title', 'status', 'c', { ...refused, expected: '422' }],
    ],
    [['list.invalid-token', 'create.invalid-token'], ['create.missing-title']],
  ],
  [
    'one kind: creations fail with one status',
    [
      ['create.accepted', 'server-error', 'a', { method: 'POST', status: 500 }],
      ['create.title-type', 'server-error', 'b', { method: 'POST', status: 500 }],
      ['create.unknown-owner', 'server-error', 'c', { method: 'POST', status: 502 }],
    ],
    [['create.unknown-owner'], ['create.title-type', 'create.accepted']],
  ],
  [
    'one kind, but each of its own parameter',
    [
      ['list.per-page.zero', 'too-few', 'a'],
      ['list.page.second', 'too-few', 'b'],
    ],
    [['list.per-page.zero'], ['list.page.second']],
  ],
  [
    'a failure of the kind of one and the request of another joins the one',
    [
      ['list.page.second', 'wrong-results', 'a'],
      ['list.per-page.zero', 'too-few', 'b'],
      ['list.per-page.negative', 'too-few', 'a'],
    ],
    [['list.per-page.zero', 'list.per-page.negative'], ['list.page.second']],
  ],
  [
    'the gravest first: leaked, stored, lost, then server errors',
    [
      ['list.ok', 'status', 'a'],
      ['list.array', 'server-error', 'b'],
      ['create.listed', 'lost', 'c'],
      ['create.rejected-no-effect', 'stored', 'd'],
      ['list.private.anonymous', 'leaked', 'e'],
    ],
    [
      ['list.private.anonymous'],
      ['create.rejected-no-effect'],
      ['create.listed'],
      ['list.array'],
      ['list.ok'],
    ],
  ],
])('failures are grouped by cause: %s', (_, failures, groups) => {
  const found = groupFailures(failures.map(brokenBy));
  expect(found.map((rules) => rules.map(({ id }) => id))).toEqual(groups);
});

it('every broken rule of any report is in one group', () => {
  fc.assert(
    fc.property(anyReport, ({ rules }) => {
      const broken = rules.filter(({ verdict }) => verdict === 'fail');
      const groups = groupFailures(broken);
      const held = groups.flat();
      expect(held).toHaveLength(broken.length);
      expect(new Set(held)).toEqual(new Set(broken));
    }),
  );
});
