import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { NO_BASELINE } from '../../src/baseline/baseline.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Asker } from '../../src/client/test-bed.ts';
import { runWithin } from '../../src/host/in-process.ts';
import { likelyCauses } from '../../src/host/likely-causes.ts';
import type { RunPlan } from '../../src/host/plan.ts';
import type { LikelyCauseReport, RuleReport } from '../../src/report/model.ts';
import { causesOf } from '../../src/report/view/causes.ts';
import { type Traits, TraitsSeen } from '../../src/run/traits.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { failing, plainExchange } from '../report/reports.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const REPOSITORY = { owner: 'acme', repo: 'widgets' };

function answered(method: string, query: string, status: number, body = ''): Exchange {
  const url = `http://localhost/repos/acme/widgets/issues${query === '' ? '' : `?${query}`}`;
  return {
    request: { method, url, headers: {}, body: null },
    response: { status, headers: {}, body, utf8: true },
    fault: null,
    startedAt: 0,
    ms: 1,
  };
}

/** Returns a page with `count` issues, numbered from `from`. */
const page = (query: string, count: number, from = 1): Exchange =>
  answered(
    'GET',
    query,
    200,
    JSON.stringify(Array.from({ length: count }, (_, index) => ({ id: from + index }))),
  );

function traitsOf(exchanges: readonly Exchange[], asker: Asker = 'member'): Traits {
  const seen = new TraitsSeen(REPOSITORY);
  for (const exchange of exchanges) seen.note(exchange, asker);
  return seen.summary;
}

const sizes = (held: Readonly<Record<number, number>>): Exchange[] =>
  Object.entries(held).map(([size, count]) => page(`per_page=${size}`, count));

describe('what all pages have in common', () => {
  it('is a maximum below 100, if every larger size gives that and a smaller one is honoured', () => {
    expect(traitsOf(sizes({ 10: 10, 51: 50, 99: 50, 100: 50 })).cap).toEqual({ most: 50, from: 51, to: 100 });
    expect(traitsOf(sizes({ 10: 10, 51: 50, 99: 50, 100: 49 })).cap).toBeUndefined();
    expect(traitsOf(sizes({ 10: 10, 51: 50, 99: 50, 100: 80 })).cap).toBeUndefined();
    expect(traitsOf(sizes({ 10: 10, 101: 100, 150: 100, 999: 100 })).cap).toBeUndefined();
  });

  it('is one size, if every size that was asked for gives it', () => {
    expect(traitsOf(sizes({ 5: 10, 10: 10, 50: 10 }))).toMatchObject({ constant: { size: 10, sizes: 3 } });
    expect(traitsOf(sizes({ 5: 5, 10: 10, 50: 10 })).constant).toBeUndefined();
    // A list of ten issues.
    expect(traitsOf(sizes({ 50: 10, 60: 10, 100: 10 })).constant).toBeUndefined();
  });

  it('is that `page` is ignored, if later pages are the first one, and nothing was created in between', () => {
    const first = page('per_page=5', 5);
    const same = ['2', '3'].map((number) => page(`per_page=5&page=${number}`, 5));
    expect(traitsOf([first, ...same]).pageIgnored).toEqual({ pages: 2 });
    expect(traitsOf([...same, first]).pageIgnored).toEqual({ pages: 2 });
    expect(traitsOf([first, ...same, page('per_page=5&page=4', 5, 16)]).pageIgnored).toBeUndefined();
    expect(traitsOf([first, answered('POST', '', 201), ...same]).pageIgnored).toBeUndefined();
    expect(traitsOf([page('state=closed', 0), ...same]).pageIgnored).toBeUndefined();
  });

  it('is that pages are counted from 0', () => {
    const zero = [page('', 30), page('page=0', 30), page('page=1', 30, 31)];
    expect(traitsOf(zero).fromZero).toBe(true);
    expect(traitsOf([page('', 30), page('page=0', 30), page('page=1', 30)]).fromZero).toBeUndefined();
  });
});

const refused = (
  id: Parameters<typeof failing>[0],
  due: string,
  status: number,
  method = 'GET',
): RuleReport =>
  failing(id, {
    kind: 'status',
    expected: due,
    actual: String(status),
    exchanges: [
      {
        ...plainExchange,
        request: { ...plainExchange.request, method, headers: { authorization: 'Bearer <TOKEN>' } },
        response: { status, headers: {}, body: '', truncated: false },
      },
    ],
  });

const NO_TRAITS: Traits = { statuses: { 'member GET': [200, 403], 'member POST': [201] } };

describe('a likely cause of failures', () => {
  it('is a status that always takes the place of another one', () => {
    const some = [
      refused('list.unknown-owner', '404', 403),
      refused('list.unknown-repo', '404 for a repository that does not exist', 403),
      refused('list.ok', '200', 403),
    ];
    expect(likelyCauses(some, NO_TRAITS)).toEqual([
      {
        text: '403 wherever 404 is documented (2 rules)',
        rules: ['list.unknown-owner', 'list.unknown-repo'],
      },
    ]);
  });

  it('is not said of one failure, nor if the documented status was answered to anything like it', () => {
    const [one, other] = [
      refused('list.unknown-owner', '404', 403),
      refused('list.unknown-repo', '404', 403),
    ];
    expect(likelyCauses([one], NO_TRAITS)).toEqual([]);
    const contradicted = { statuses: { 'member GET': [200, 403, 404] } };
    expect(likelyCauses([one, other], contradicted)).toEqual([]);
    expect(likelyCauses([one, other], { statuses: { 'outsider GET': [404] } })).toHaveLength(1);
  });

  it('is that payloads are not checked, if no creation was refused with 422', () => {
    const some = [
      refused('create.title-type', '422', 201, 'POST'),
      refused('create.body-type', '422', 201, 'POST'),
    ];
    const [cause] = likelyCauses(some, NO_TRAITS);
    expect(cause?.text).toBe('payloads of creations are not checked, none was answered 422 (2 rules)');
    expect(likelyCauses(some, { statuses: { 'member POST': [201, 422] } })).toEqual([]);
  });

  it('puts the failures that it explains together', () => {
    const some = [refused('list.unknown-owner', '404', 403), refused('list.private.anonymous', '404', 403)];
    const likely: LikelyCauseReport[] = [{ text: 'a cause', rules: some.map(({ id }) => id) }];
    expect(causesOf(some, likely).map(({ title }) => title)).toEqual(['likely the same cause: a cause']);
  });
});

async function causesOn(faults: readonly FaultId[]): Promise<readonly string[]> {
  const clock = new VirtualClock();
  const service = openService(injecting({ faults, clock }));
  const plan: RunPlan = {
    session: settingsFor(service, 'http://service.test'),
    rules: rules.map(({ id }) => id),
    isTriedOnce: true,
    baseline: NO_BASELINE,
    channel: '',
  };
  const collected = await runWithin(plan, rules, { transport: inProcess(service, clock), clock });
  return likelyCauses([...collected.rules.values()], collected.tally.traits ?? NO_TRAITS).map(
    ({ text }) => text,
  );
}

describe('a service with a cause that breaks several rules', () => {
  it.each<readonly [readonly FaultId[], string]>([
    [['per-page-maximum-50'], 'pages hold 50 results at most (51 to 150 all gave 50)'],
    [['per-page-ignored'], 'pages hold 30 results whatever `per_page` says'],
    [['page-ignored'], '`page` is ignored'],
    [['invalid-token-403'], '403 wherever 401 is documented, if asked by whoever has an invalid credential'],
  ])('is told by it: %j', async (faults, text) => {
    expect(await causesOn(faults)).toEqual([expect.stringContaining(text)]);
  });

  it.each<readonly [readonly FaultId[]]>([[[]], [['page-overlap']], [['per-page-one-less']]])(
    'is told by none if none of them is its cause: %j',
    async (faults) => {
      expect(await causesOn(faults)).toEqual([]);
    },
  );
});
