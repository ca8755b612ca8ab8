import { expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { ServerErrors } from '../../src/context/server-errors.ts';
import { exchangeOf } from '../support/exchanges.ts';

const answered = (status: number, part: Partial<Exchange['request']> = {}): Exchange =>
  exchangeOf(part, { status });
const url = (place: string) => ({ url: `http://x/${place}` });
const as = (authorization: string) => ({ headers: { authorization } });
const created = (marker: string) => ({ method: 'POST', body: `{"title":"conformance ${marker}"}` });
const many = (status: number, count: number, part = {}): Exchange[] =>
  Array.from({ length: count }, () => answered(status, part));
/** Returns a list, and a request beside it that was asked to wait before it got a list. */
const busy = (status: number, startedAt: number, part = {}): Exchange[] => [
  { ...answered(200, url('other')), startedAt, ms: 20 },
  {
    ...answered(status, part),
    response: { status, headers: { 'retry-after': '1' }, body: '', utf8: true },
    startedAt: startedAt + 5,
    ms: 5,
  },
  { ...answered(200, part), startedAt: startedAt + 30 },
];
const single = { ...(busy(503, 0)[1] ?? answered(503)), startedAt: 500 };
/** A caller who sends no request here. */
const OTHER = { credential: { validity: 'valid', value: 'Bearer other' } } as const;
const { response: _none, ...lost } = answered(200);
const cut: Exchange = { ...answered(200), fault: { kind: 'connection-lost', message: 'closed' } };
const unanswered: Exchange = { ...lost, response: null, fault: { kind: 'timeout', message: 'late' } };

it.each<readonly [string, 'GET' | 'POST', readonly Exchange[], readonly [number, number] | null]>([
  ['the same request is answered too', 'GET', [...many(500, 2), answered(200)], [2, 3]],
  ['it gets other statuses', 'GET', [answered(500), answered(503), answered(404)], [2, 3]],
  ['it is never answered otherwise', 'GET', [...many(500, 3, url('a')), answered(200)], null],
  ['only another caller is answered', 'GET', [...many(500, 2, as('a')), ...many(200, 2, as('b'))], null],
  ['one is too few', 'GET', [answered(500), answered(200)], null],
  ['it was answered before, and never again', 'GET', [answered(200), ...many(500, 3)], null],
  ['they are one in a hundred', 'GET', [...many(500, 2), ...many(200, 198)], null],
  ['they are more than one in a hundred', 'GET', [...many(500, 2), ...many(200, 197)], [2, 199]],
  [
    'only the marker differs',
    'POST',
    [
      answered(500, created('ic-run1-0001')),
      answered(500, created('ic-run1-0002')),
      answered(201, created('ic-run1-0003')),
    ],
    [2, 3],
  ],
  ['the payload differs', 'POST', [...many(500, 2, created('a')), answered(201, created('b'))], null],
  ['they are of another method', 'POST', [...many(500, 2), answered(200)], null],
  ['only requests beside others must wait', 'GET', [...busy(503, 0), ...busy(503, 100)], null],
  ['they do not ask to wait', 'GET', [...busy(500, 0), ...busy(500, 100)], [2, 6]],
  ['a single one must wait, too', 'GET', [single, ...busy(503, 600), ...busy(503, 700)], [3, 7]],
  ['answers break off', 'GET', [cut, cut, answered(200)], [2, 3]],
  ['they always break off', 'GET', [cut, cut], null],
  ['no answer came', 'GET', [unanswered, unanswered, answered(200)], null],
])('errors by chance, if %s', (_what, method, exchanges, expected) => {
  const errors = new ServerErrors();
  for (const one of exchanges) errors.hear(one, /ic-\w+-\d+/.exec(one.request.body ?? '')?.[0] ?? '');
  const found = errors.intermittent(method);
  expect(found === null ? null : [found.errors, found.requests]).toEqual(expected);
  expect(errors.undecidedReason(method, OTHER)?.cause ?? null).toBe(expected === null ? null : 'unstable');
});

it.each([
  ['unstable', [200, 500, 500]],
  [null, [200, 200, 500]],
  [null, [500, 500, 200]],
] as const)('listings of the primary caller every 30 s leave it %s, if they got %j', (cause, statuses) => {
  const errors = new ServerErrors();
  for (const [at, status] of statuses.entries())
    errors.hear({ ...answered(status, url(String(status))), startedAt: at * 30_000 }, '');
  const primary = { credential: { validity: 'none' } } as const;
  expect(errors.undecidedReason('GET', primary)?.cause ?? null).toBe(cause);
  expect(errors.undecidedReason('GET', OTHER)).toBeNull();
});

it('names each status once', () => {
  const errors = new ServerErrors();
  for (const one of [answered(503), cut, answered(500), answered(503), answered(200)]) errors.hear(one, '');
  expect(errors.intermittent('GET')?.statuses).toEqual([200, 500, 503]);
  expect(errors.undecidedReason('GET', OTHER)?.reason).toContain(
    'answered an incomplete 200 or 500 or 503 to 4 of 5',
  );
});

it.each([
  [[503, 503], true],
  [[503, 500], false],
])('names settings that keep below a limit, if errors are %j: %s', (statuses, isLimit) => {
  const errors = new ServerErrors();
  for (const status of [...statuses, 201])
    errors.hear(answered(status, created('ic-run1-0001')), 'ic-run1-0001');
  expect(errors.undecidedReason('POST', OTHER)?.reason.includes('MAX_RATE')).toBe(isLimit);
});
