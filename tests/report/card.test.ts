import { expect, it } from 'vitest';
import { cardOf, cardText, seenOf } from '../../src/results/card.ts';
import { isAcceptable, mayBeAllowed } from '../../src/results/standing.ts';
import { allRules, failing, plainExchange, sampleReport, undecidedRule } from './reports.ts';

it.each([
  ['404', '403', '403, not 404'],
  ['401: no access', '200 and 30 results', '200 and 30 results, not 401'],
  ['422', '422 and 30 results', '422 and 30 results'],
  ['404', `200 ${'x'.repeat(100)}`, `200 ${'x'.repeat(100)}`],
  ['exactly 30 results, since at least 186 issues exist', '1 result', '1 result, not 30'],
  ['exactly 30 results', '10 results, of which 3 twice', '10 results, of which 3 twice'],
  ['at most 100 results', '150 results', '150 results, more than 100'],
  ['result 1 is issue 192, as without sort', 'result 1 is issue 1', 'result 1 is issue 1, not issue 192'],
  ['result 1 is issue 192', '2 results', '2 results'],
])('%j expected and %j seen is told as %j', (expected, actual, seen) => {
  expect(seenOf(failing('list.unknown-repo', { expected, actual }))).toBe(seen);
});

it('a card shows no command that is not the real one', () => {
  const isShown = (url: string): boolean => {
    const exchanges = [{ ...plainExchange, request: { ...plainExchange.request, url } }];
    return /: curl /.test(cardText(failing('list.ok', { exchanges, curl: 'curl http://other' })));
  };
  const addresses = ['http://h', 'http://h/\u202e', `http://h/${'x'.repeat(5000)}`];
  expect(addresses.map(isShown)).toEqual([true, false, false]);
  const { run } = sampleReport('nonconformant');
  const withId = { ...failing('list.ok'), id: 'list.ok; rm -rf ~' };
  expect(cardOf(withId, run).rows.some(({ part }) => part === 'replay')).toBe(false);
});

it('a card shortens a hostile difference', () => {
  const long = '\u202e'.repeat(100_000);
  const difference = {
    at: 3,
    from: 2,
    case: ['#8', long],
    twin: ['#8', '#6', ...long],
    caseTotal: 9,
    twinTotal: 9,
  };
  const text = cardText(failing('list.ok', { difference }));
  expect(text).not.toContain('\u202e');
  expect(text.length).toBeLessThan(6000);
});

const UNSET = undecidedRule('list.token', 'skip', 'r', 'setting');
const SMALL = undecidedRule('list.per-page.maximum', 'inconclusive', 'r', 'data');
const SILENT = undecidedRule('list.ok', 'inconclusive', 'r', 'unanswered');
const NO_CAUSE = undecidedRule('list.array', 'inconclusive', 'r');
const UNSEEN = undecidedRule('observed.page.zero', 'inconclusive', 'r', 'unanswered');

it('--allow-incomplete accepts a lack of settings and data, and nothing else', () => {
  const allowed = (...open: readonly (typeof UNSET)[]): boolean =>
    mayBeAllowed(sampleReport('incomplete', { rules: allRules(open) }));
  expect([UNSET, SMALL, SILENT, NO_CAUSE].map(isAcceptable)).toEqual([true, true, false, false]);
  expect(allowed(UNSET, SMALL, UNSEEN)).toBe(true);
  expect(allowed(UNSET, SILENT)).toBe(false);
  const { run } = sampleReport('incomplete');
  const report = sampleReport('incomplete', { rules: allRules([UNSET]), run: { ...run, interrupted: true } });
  expect(mayBeAllowed(report)).toBe(false);
  expect(mayBeAllowed(sampleReport('incomplete', { rules: [UNSET] }))).toBe(false);
});
