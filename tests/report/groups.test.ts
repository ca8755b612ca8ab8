import { expect, it } from 'vitest';
import { Secrets } from '../../src/client/secrets.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { violationKinds } from '../../src/model/violation-kinds.ts';
import { evidenceOf } from '../../src/report/evidence.ts';
import { groupFailures } from '../../src/report/groups.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { exchangeOf } from '../support/exchanges.ts';
import { failing } from './reports.ts';

/** Returns a failed rule from its id, its kind, the query of its request, and perhaps expected and actual status, method and token. */
function failed(line: string): RuleReport {
  const [named, kind, query, expected = 'exactly 30 results', status = '200', method = 'GET', token] =
    line.split(' ');
  const id = ruleIds.find((one) => one === named) ?? 'list.ok';
  const headers = token === undefined ? {} : { authorization: token };
  const exchange = exchangeOf({ method, url: `http://h/?${query}`, headers }, { status: Number(status) });
  return failing(id, {
    kind: violationKinds.find((one) => one === kind) ?? 'status',
    expected,
    exchanges: [evidenceOf(exchange, new Secrets())],
  });
}

/** Failures, and their groups: the gravest first. */
it.each<[string, readonly string[], string]>([
  [
    'one request, the specific rule first',
    [
      'list.per-page.at-most too-many a',
      'list.ok status b 200 500',
      'list.page.slices wrong-results a',
      'list.page.second malformed a',
    ],
    'list.page.second list.per-page.at-most list.page.slices | list.ok',
  ],
  [
    'one address, but another credential or method',
    [
      'list.ok wrong-order a',
      'list.per-page.zero wrong-order a 1 200 GET <TOKEN>',
      'list.sort.invalid-ok wrong-order a 1 200 HEAD',
    ],
    'list.ok | list.per-page.zero | list.sort.invalid-ok',
  ],
  [
    'one kind: a credential is accepted',
    [
      'list.invalid-token status a 401',
      'create.invalid-token status b 401 201 POST',
      'create.missing-title status c 422 201 POST',
    ],
    'list.invalid-token create.invalid-token | create.missing-title',
  ],
  [
    'one kind: creations fail with one status',
    [
      'create.accepted server-error a 2xx 500 POST',
      'create.title-type server-error b 422 500 POST',
      'create.unknown-owner server-error c 404 502 POST',
    ],
    'create.unknown-owner | create.title-type create.accepted',
  ],
  [
    'one kind, but each of its own parameter',
    ['list.per-page.zero too-few a', 'list.page.second too-few b'],
    'list.per-page.zero | list.page.second',
  ],
  [
    'a failure of the kind of one and the request of another joins the one',
    ['list.page.second wrong-results a', 'list.per-page.zero too-few b', 'list.per-page.negative too-few a'],
    'list.per-page.zero list.per-page.negative | list.page.second',
  ],
  [
    'the gravest first: leaked, stored, lost, then server errors',
    [
      'list.ok status a',
      'list.array server-error b',
      'create.listed lost c',
      'create.rejected-no-effect stored d',
      'list.private.anonymous leaked e',
    ],
    'list.private.anonymous | create.rejected-no-effect | create.listed | list.array | list.ok',
  ],
])('failures are grouped by cause: %s', (_, failures, groups) => {
  const found = groupFailures(failures.map(failed));
  expect(found.map((rules) => rules.map(({ id }) => id).join(' ')).join(' | ')).toBe(groups);
});
