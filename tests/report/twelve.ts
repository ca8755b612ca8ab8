import type { Report } from '../../src/report/model.ts';
import { conformant, nonconformant, unusable } from './examples.ts';
import { failing, plainExchange, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const listed = { expect: 'fail', reason: 'the gateway', expires: '2026-12-31', state: 'as-listed' } as const;

/** Twelve rules that show each verdict, a known failure, a pin that changed, and several kinds and causes. */
export const twelve: Report = {
  ...sampleReport('nonconformant', {
    rules: [
      sampleRule('list.ok', { ms: 1234 }),
      sampleRule('create.anonymous', { level: 'implied' }),
      failing('list.per-page.zero'),
      failing('list.sort.invalid-ignores-direction', {
        kind: 'wrong-order',
        expected: 'the first 30 issues in the default order: 130, 129, 128 and 27 more',
        actual: 'result 1 is issue 1, not issue 130',
        counterexample: { sort: '__proto__', direction: 'asc' },
        records: [
          {
            places: [{ exchange: 2, result: 1 }],
            differs: true,
            name: '1',
            number: '1',
            state: 'open',
            title: 'A',
          },
          { places: [{ exchange: 1, result: 1 }], differs: true, name: '130', number: '130', state: 'open' },
        ],
      }),
      failing('list.private.anonymous', {
        kind: 'leaked',
        expected: 'nothing private',
        actual: '2 private issues shown without a credential',
        exchanges: [plainExchange],
      }),
      { ...failing('list.invalid-token', { kind: 'status' }), known: true, listed },
      undecidedRule('list.state.default-open', 'inconclusive', 'It needs a closed issue.', 'data'),
      undecidedRule('list.page.second', 'inconclusive', 'Equal requests differed.', 'unstable'),
      undecidedRule('list.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
      undecidedRule('create.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
      sampleRule('observed.page.zero', { pin: { value: '422', reason: 'the app', state: 'changed' } }),
      undecidedRule('observed.links', 'inconclusive', 'There is no second page.', 'limit'),
    ],
  }),
  staleBaseline: ['list.per-page.huge'],
};

const passed = [sampleRule('list.ok'), sampleRule('observed.page.zero')];
const skipped = undecidedRule('create.once', 'skip', 'Not tried: set WRITES.', 'setting');

/** One report for each kind of end. */
export const ends: Readonly<Record<string, Report>> = {
  nonconformant: twelve,
  conformant: sampleReport('conformant', { target: conformant.target, rules: passed }),
  incomplete: sampleReport('incomplete', {
    rules: [...passed, skipped],
    run: {
      ...nonconformant.run,
      writes: 'none',
      interrupted: true,
      selection: { only: ['list'], skip: ['x'] },
    },
  }),
  unusable: sampleReport('unusable', { ...unusable, rules: [{ ...skipped, verdict: 'inconclusive' }] }),
};
