import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { ExchangeReport, FailureReport, RuleReport } from '../../src/report/model.ts';
import { causesOf } from '../../src/report/view/causes.ts';
import { knownFailures, newFailures } from '../../src/report/view/standing.ts';
import { viewOf } from '../../src/report/view/view.ts';
import { anyReport } from './any-report.ts';
import { failing, plainExchange } from './reports.ts';

let asked = 0;

/** Returns an exchange with a unique request, unless `query` is given. */
function exchangeOf(status: number, method = 'GET', query = `${(asked += 1)}`): ExchangeReport {
  const { request } = plainExchange;
  return {
    ...plainExchange,
    request: { ...request, method, url: `${request.url}?${query}` },
    response: { status, headers: {}, body: '', truncated: false },
  };
}

const broken = (
  id: RuleId,
  kind: FailureReport['kind'],
  exchange = exchangeOf(200),
  expected = 'exactly 30 results',
): RuleReport => failing(id, { ...(kind === undefined ? {} : { kind }), expected, exchanges: [exchange] });

/** Returns the groups by title and ids, the lead first. */
const groups = (...rules: readonly RuleReport[]): readonly (readonly string[])[] =>
  causesOf(rules).map(({ title, lead, others }) => [title, lead.id].concat(others.map(({ id }) => id)));

describe('failures of one cause', () => {
  it('are those of one request, the specific rule first', () => {
    const query = 'per_page=10';
    expect(
      groups(
        broken('list.per-page.at-most', 'too-many', exchangeOf(200, 'GET', query)),
        broken('list.ok', 'status', exchangeOf(500), '200'),
        broken('list.page.slices', 'wrong-results', exchangeOf(200, 'GET', query)),
        broken('list.page.second', 'malformed', exchangeOf(200, 'GET', query)),
      ),
    ).toEqual([
      ['in the same request', 'list.page.second', 'list.per-page.at-most', 'list.page.slices'],
      ['', 'list.ok'],
    ]);
  });

  it('are not those of the same address with another credential, method or payload', () => {
    const plain = exchangeOf(200, 'GET', 'per_page=10');
    const { request } = plain;
    const others = [
      { ...plain, request: { ...request, headers: { authorization: 'Bearer <TOKEN>' } } },
      { ...plain, request: { ...request, method: 'HEAD' } },
      { ...plain, request: { ...request, body: '{}' } },
    ];
    const ids = ['list.ok', 'list.array', 'list.records', 'list.token'] as const;
    const rules = [plain, ...others].map((exchange, index) =>
      broken(ids[index] ?? 'list.ok', undefined, exchange),
    );
    expect(groups(...rules)).toEqual(ids.map((id) => ['', id]));
  });

  it('are those of one kind: invalid tokens are accepted, wherever they are sent', () => {
    expect(
      groups(
        broken('list.invalid-token', 'status', exchangeOf(200), '401'),
        broken('create.invalid-token', 'status', exchangeOf(201, 'POST'), '401'),
        broken('create.malformed-credential', 'status', exchangeOf(201, 'POST'), '401'),
        broken('create.missing-title', 'status', exchangeOf(201, 'POST'), '422'),
      ),
    ).toEqual([
      [
        '401 expected, request accepted',
        'list.invalid-token',
        'create.invalid-token',
        'create.malformed-credential',
      ],
      ['', 'create.missing-title'],
    ]);
  });

  it('are not those that a parameter has for itself', () => {
    const rules = (['list.per-page.zero', 'list.page.second', 'list.sort.invalid-ok'] as const).flatMap(
      (id) => [
        broken(id, 'too-few'),
        broken(id, 'status', exchangeOf(422), '200'),
        broken(id, 'server-error', exchangeOf(500), '200'),
      ],
    );
    for (const kind of ['too-few', 'status', 'server-error'] as const) {
      const found = groups(...rules.filter(({ failure }) => failure?.kind === kind));
      expect(found.map(([, ...ids]) => ids)).toEqual([
        ['list.per-page.zero'],
        ['list.page.second'],
        ['list.sort.invalid-ok'],
      ]);
    }
    expect(
      groups(broken('list.per-page.zero', 'too-few'), broken('list.per-page.default', 'too-few')),
    ).toEqual([['too few results (list.per-page)', 'list.per-page.zero', 'list.per-page.default']]);
  });

  it('are joined by a failure that shares something with two others', () => {
    const shared = exchangeOf(200, 'GET', 'page=2');
    expect(
      groups(
        broken('list.page.second', 'wrong-results', shared),
        broken('list.sort.invalid-ok', 'too-few'),
        broken('list.per-page.zero', 'too-few', exchangeOf(200, 'GET', 'per_page=0')),
        broken('list.per-page.negative', 'too-few', shared),
        broken('list.per-page.huge', 'too-few'),
      ),
    ).toEqual([
      [
        'in the same request, or of the same kind',
        'list.page.second',
        'list.per-page.zero',
        'list.per-page.negative',
        'list.per-page.huge',
      ],
      ['', 'list.sort.invalid-ok'],
    ]);
  });

  it.each([
    ['leaked', undefined, 'private issues shown'],
    ['server-error', exchangeOf(503, 'POST'), 'POST answered with 503'],
    ['status', { ...exchangeOf(200, 'POST'), response: null }, 'POST not answered'],
    ['status', exchangeOf(403, 'POST'), '404 expected, 403 answered'],
    ['lost', undefined, 'issues lost'],
  ] as const)('of the kind %s have a title (case %#)', (kind, exchange, title) => {
    const { request, response } = exchange ?? exchangeOf(200);
    const rules = (['create.unknown-owner', 'create.unknown-repo'] as const).map((id) =>
      broken(id, kind, { ...exchangeOf(0, request.method), response }, '404'),
    );
    expect(groups(...rules)).toEqual([[title, 'create.unknown-owner', 'create.unknown-repo']]);
  });

  it('have no title that a report could have written', () => {
    fc.assert(
      fc.property(anyReport, ({ rules }) => {
        const one = rules.find(({ failure: f }) => (f?.kind ?? f?.exchanges[0]) !== undefined);
        if (one === undefined) return;
        const [cause, ...more] = causesOf([one, { ...one }]);
        expect(more).toEqual([]);
        expect(cause?.title).toMatch(/^[\w ,().-]+$/);
      }),
    );
  });
});

it('every broken rule of any report stands in exactly one cause', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const [id, rules] of [
        ['failures', newFailures(report.rules)],
        ['known', knownFailures(report.rules)],
      ] as const) {
        const block = viewOf(report).blocks.find((one) => one.kind === 'failures' && one.id === id);
        const causes = block?.kind === 'failures' ? block.causes : [];
        const held = causes.flatMap(({ lead, others }) => [lead].concat(others));
        expect(held).toHaveLength(rules.length);
        expect(new Set(held)).toEqual(new Set(rules));
        expect(block?.kind === 'failures' ? block.count : 0).toBe(rules.length);
      }
    }),
  );
});
