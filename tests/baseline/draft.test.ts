import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOf } from '../../src/baseline/draft.ts';
import { HARMFUL } from '../../src/model/text.ts';
import type { Report } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { hostile } from '../report/examples.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { hostileText } from '../support/any-text.ts';
import { baselineReader } from './reading.ts';

const parse = baselineReader();
/** Returns a draft as a person reviews it. */
const reviewed = (text: string) => parse(text.replaceAll(/"TODO: [^"]*"/g, 'known'));

const listed = { expect: 'fail', reason: 'the "gateway"', issue: 'ISSUE-7', expires: '2026-12-31' } as const;
const undecided = { expect: 'inconclusive', reason: 'few issues', state: 'as-listed' } as const;
const report: Report = sampleReport('nonconformant', {
  rules: allRules([
    failing('list.per-page.zero'),
    { ...failing('list.ok', { kind: 'leaked' }), known: true, listed: { ...listed, state: 'as-listed' } },
    { ...failing('list.array', { kind: 'lost' }), listed: { ...listed, state: 'otherwise' } },
    { ...undecidedRule('list.records', 'inconclusive', 'r', 'data'), known: true, listed: undecided },
    { ...undecidedRule('list.anonymous', 'inconclusive', 'r', 'unanswered'), known: true },
    undecidedRule('list.token', 'skip', 'r', 'setting'),
    { ...undecidedRule('list.per-page.negative', 'inconclusive', 'r', 'other-rule'), because: 'list.ok' },
    { ...undecidedRule('list.per-page.huge', 'inconclusive', 'r', 'unstable'), because: 'list.ok' },
    { ...undecidedRule('list.page.second', 'inconclusive', 'r', 'other-rule'), because: 'list.token' },
    sampleRule('observed.links', { pin: { value: 'x', reason: 'app', state: 'held' } }),
    sampleRule('observed.caching', { pin: { value: 'x', reason: 'app', state: 'changed' } }),
  ]),
});

it('a draft lists failures by kind, what follows from them, and what still applies of the baseline of that run', async () => {
  const draft = draftOf(report);
  const { known, pins } = await reviewed(draft);
  expect(
    known.map((one) => [one.rule, one.expect, [one.kind ?? one.cause].flat().join(), one.reason, one.issue]),
  ).toEqual([
    ['list.ok', 'fail', 'leaked', 'the "gateway"', 'ISSUE-7'],
    ['list.array', 'fail', 'lost', 'known', undefined],
    ['list.per-page.zero', 'fail', 'too-few', 'known', undefined],
    ['list.records', 'inconclusive', 'data', 'few issues', undefined],
    ['list.per-page.negative', 'inconclusive', 'other-rule', 'follows from list.ok', undefined],
  ]);
  expect(pins.map(({ observation, reason }) => [observation, reason])).toEqual([
    ['observed.links', 'app'],
    ['observed.caching', 'known'],
  ]);
  expect(draft).toContain('think twice');
});

it('a draft is refused until somebody gives the reasons, unless it lists nothing', async () => {
  await expect(parse(draftOf(report))).rejects.toThrow(/TODO/);
  expect(await parse(draftOf(sampleReport('conformant')))).toEqual({ known: [], pins: [] });
});

it('a draft of any report can be read back, and pins every value to the letter', async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, async (any) => {
      await reviewed(draftOf(any));
    }),
  );
  await fc.assert(
    fc.asyncProperty(hostileText, async (value) => {
      const observation = { value, note: '' };
      const pin = { value: '', reason: 'x', state: 'changed' } as const;
      const rules = [...hostile(value).rules, sampleRule('observed.links', { observation, pin })];
      const text = draftOf(sampleReport('nonconformant', { rules }));
      expect(text.replaceAll('\n', '').match(HARMFUL)).toBeNull();
      const { known, pins } = await reviewed(text);
      expect([known, pins.map((one) => one.value)]).toEqual([[], [value]]);
    }),
  );
});
