import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { NO_BASELINE } from '../../src/baseline/baseline.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { runWithin } from '../../src/host/in-process.ts';
import { likelyCauses } from '../../src/host/likely-causes.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { type Traits, TraitsSeen } from '../../src/run/traits.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const answered = (method: string, query: string, status: number, ids: readonly number[] = []): Exchange => ({
  request: {
    method,
    url: `http://localhost/repos/acme/widgets/issues${query === '' ? '' : `?${query}`}`,
    headers: {},
    body: null,
  },
  response: { status, headers: {}, body: JSON.stringify(ids.map((id) => ({ id }))), utf8: true },
  fault: null,
  startedAt: 0,
  ms: 1,
});
/** Returns a page with `count` issues, numbered from `from`. */
const page = (query: string, count: number, from = 1): Exchange =>
  answered(
    'GET',
    query,
    200,
    Array.from({ length: count }, (_, index) => from + index),
  );
const sizes = (held: Readonly<Record<number, number>>): Exchange[] =>
  Object.entries(held).map(([size, count]) => page(`per_page=${size}`, count));

const FIRST = page('per_page=5', 5);
const SAME = ['2', '3'].map((number) => page(`per_page=5&page=${number}`, 5));

describe('what all pages have in common', () => {
  it.each<[string, trait: keyof Traits, exchanges: readonly Exchange[], value: unknown]>([
    ['a maximum', 'cap', sizes({ 10: 10, 51: 50, 99: 50, 100: 50 }), { most: 50, from: 51, to: 100 }],
    ['no maximum: one is smaller', 'cap', sizes({ 10: 10, 51: 50, 99: 50, 100: 49 }), undefined],
    ['no maximum: one is larger', 'cap', sizes({ 10: 10, 51: 50, 99: 50, 100: 80 }), undefined],
    ['the documented maximum', 'cap', sizes({ 10: 10, 101: 100, 150: 100, 999: 100 }), undefined],
    ['one size', 'constant', sizes({ 5: 10, 10: 10, 50: 10 }), { size: 10, sizes: 3 }],
    ['several sizes', 'constant', sizes({ 5: 5, 10: 10, 50: 10 }), undefined],
    ['a list of ten', 'constant', sizes({ 50: 10, 60: 10, 100: 10 }), undefined],
    ['the first page', 'pageIgnored', [FIRST, ...SAME], { pages: 2 }],
    ['the first page, read last', 'pageIgnored', [...SAME, FIRST], { pages: 2 }],
    ['not all', 'pageIgnored', [FIRST, ...SAME, page('per_page=5&page=4', 5, 16)], undefined],
    ['a creation between', 'pageIgnored', [FIRST, answered('POST', '', 201), ...SAME], undefined],
    ['a count from 0', 'fromZero', [page('', 30), page('page=0', 30), page('page=1', 30, 31)], true],
    ['a count from 1', 'fromZero', [page('', 30), page('page=0', 30), page('page=1', 30)], undefined],
  ])('is %s', (_, trait, exchanges, value) => {
    const seen = new TraitsSeen({ owner: 'acme', repo: 'widgets' });
    for (const exchange of exchanges) seen.note(exchange, 'member');
    expect(seen.summary[trait]).toEqual(value);
  });
});

/** Returns the likely causes and the failed rules of a run on a service with faults. */
async function run(faults: readonly FaultId[]) {
  const clock = new VirtualClock();
  const service = openService(injecting({ faults, clock }));
  const plan = {
    session: settingsFor(service, 'http://service.test'),
    rules: rules.map(({ id }) => id),
    isTriedOnce: true,
    baseline: NO_BASELINE,
    channel: '',
  };
  const { rules: reports, tally } = await runWithin(plan, rules, {
    transport: inProcess(service, clock),
    clock,
  });
  const failed = [...reports.values()].filter(({ verdict }) => verdict === 'fail');
  return { failed, traits: tally.traits ?? { statuses: {} } };
}
const textsOf = (failed: readonly RuleReport[], traits: Traits) =>
  likelyCauses(failed, traits).map(({ text }) => text);

describe('the likely cause of failures', () => {
  it.each<readonly [readonly FaultId[], RegExp | null]>([
    [['per-page-maximum-50'], /50/],
    [['per-page-ignored'], /30.*`per_page`/],
    [['page-ignored'], /`page`/],
    [['invalid-token-403'], /403 .*401 .*invalid credential/],
    [[], null],
    [['page-overlap'], null],
    [['per-page-one-less'], null],
  ])('is told only if it is one: %j', async (faults, says) => {
    const { failed, traits } = await run(faults);
    expect(textsOf(failed, traits)).toEqual(says === null ? [] : [expect.stringMatching(says)]);
  });

  it('needs two failures, and a status that is never given as documented', async () => {
    const { failed, traits } = await run(['invalid-token-403']);
    expect(textsOf(failed.slice(0, 1), traits)).toEqual([]);
    const statuses = { 'invalid GET': [401, 403], 'invalid POST': [401, 403] };
    expect(textsOf(failed, { ...traits, statuses })).toEqual([]);
  });
});
