import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOf } from '../../src/baseline/draft.ts';
import { parseYaml } from '../../src/baseline/read.ts';
import type { Report } from '../../src/report/model.ts';
import { HARMFUL } from '../../src/report/text.ts';
import { anyReport } from '../report/any-report.ts';
import { hostile } from '../report/examples.ts';
import { hostileText } from '../report/hostile-text.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

/** Returns a draft as a person reviews it: with reasons, and the undecided rules let in. */
const reviewed = (text: string) =>
  parseYaml(
    text
      .replaceAll(/"TODO: [^"]*"/g, 'known')
      .replaceAll(/^ {2}# (?=- rule|  (expect|cause|reason))/gm, '  '),
    'it',
  );

const listed = { expect: 'fail', reason: 'the "gateway"', issue: 'ISSUE-7', expires: '2026-12-31' } as const;
const report: Report = sampleReport('nonconformant', {
  rules: allRules([
    failing('list.per-page.zero'),
    { ...failing('list.ok', { kind: 'leaked' }), known: true, listed: { ...listed, state: 'as-listed' } },
    { ...failing('list.array', { kind: 'lost' }), listed: { ...listed, state: 'otherwise' } },
    undecidedRule('list.records', 'inconclusive', 'r', 'data'),
    undecidedRule('list.anonymous', 'inconclusive', 'r', 'unanswered'),
    undecidedRule('list.token', 'skip', 'r', 'setting'),
    sampleRule('observed.links', { pin: { value: 'x', reason: 'app', state: 'held' } }),
  ]),
});

it('a draft lists failures by kind and undecided rules by cause, with the reasons of an earlier baseline', () => {
  const draft = draftOf(report, { pins: true });
  const { entries, pins } = reviewed(draft.text);
  expect(
    entries.map((one) => [
      one.rule,
      one.expect,
      [one.kind ?? one.cause].flat().join(),
      one.reason,
      one.issue,
    ]),
  ).toEqual([
    ['list.ok', 'fail', 'leaked', 'the "gateway"', 'ISSUE-7'],
    ['list.array', 'fail', 'lost', 'known', undefined],
    ['list.per-page.zero', 'fail', 'too-few', 'known', undefined],
    ['list.records', 'inconclusive', 'data', 'known', undefined],
    ['list.token', 'skip', 'setting', 'known', undefined],
  ]);
  expect(pins.find(({ observation }) => observation === 'observed.links')?.reason).toBe('app');
  expect(draft.kept).toBe(2);
  expect(draft.text).toContain('think twice');
  expect(reviewed(draftOf(report, { pins: false }).text).pins).toEqual([]);
});

it('a draft is refused until somebody gives the reasons, unless it lists nothing', () => {
  expect(() => parseYaml(draftOf(report, { pins: false }).text, 'it')).toThrow(/TODO/);
  const empty = draftOf(sampleReport('conformant'), { pins: false });
  expect(parseYaml(empty.text, 'it')).toEqual({ entries: [], pins: [] });
});

it('a draft of any report can be read back, and pins every value to the letter', () => {
  fc.assert(
    fc.property(anyReport, fc.boolean(), (any, pins) => {
      const { text } = draftOf(any, { pins });
      expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
      reviewed(text);
    }),
  );
  fc.assert(
    fc.property(hostileText, (value) => {
      const rules = [
        ...hostile(value).rules,
        sampleRule('observed.links', { observation: { value, note: '' } }),
      ];
      const { text } = draftOf(sampleReport('nonconformant', { rules }), { pins: true });
      expect(text.replaceAll('\n', '').match(HARMFUL)).toBeNull();
      const { entries, pins } = reviewed(text);
      expect(entries).toEqual([]);
      if (value.length <= 200) expect(pins.map((pin) => pin.value)).toEqual([value]);
    }),
  );
});
