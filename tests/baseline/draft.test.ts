import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../src/baseline/draft.ts';
import { parseYaml } from '../../src/baseline/yaml.ts';
import { HARMFUL } from '../../src/report/text.ts';
import { anyReport } from '../report/any-report.ts';
import { conformant, hostile, nonconformant } from '../report/examples.ts';
import { hostileText } from '../report/hostile-text.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { OBSERVATIONS } from '../support/rule-counts.ts';

/** Returns a baseline as a person would edit it. */
const reviewed = (text: string) =>
  parseYaml(text.replaceAll('TODO: say why this is accepted, and who follows it up', 'known'), 'it');
const { text } = draftOf(nonconformant, { pins: false });

describe('a baseline made of a report', () => {
  it('lists each failure with its kind, in the order of the report', () => {
    expect(reviewed(text).entries).toEqual(
      [
        ['list.per-page.zero', 'too-few'],
        ['list.sort.invalid-ignores-direction', 'wrong-order'],
        ['list.invalid-token', 'status'],
        ['create.missing-title', 'status'],
      ].map(([rule, kind]) => ({
        rule,
        expect: 'fail',
        kinds: [kind],
        causes: [],
        reason: 'known',
        issue: null,
        expires: null,
      })),
    );
    expect(reviewed(text).pins).toEqual([]);
  });

  it('is refused as long as nobody has given the reasons', () => {
    expect(() => parseYaml(text, 'it')).toThrow(/for 4 reasons:\n {2}line \d+: reason is "TODO: say why/);
  });

  it('has undecided rules commented out, to be let in as they stand', () => {
    expect(text).toContain('  # 3 rules that were not decided.');
    expect(text).toContain(
      '  # Not tried: set OUTSIDER_TOKEN.\n  # - rule: list.private.outsider\n  #   expect: skip\n  #   reason: "TODO',
    );
    const letIn = text.replaceAll(/^ {2}# (?=- rule|  (expect|reason))/gm, '  ');
    expect(reviewed(letIn).entries.filter(({ expect: what }) => what !== 'fail')).toMatchObject([
      { rule: 'list.state.default-open', expect: 'inconclusive' },
      { rule: 'list.private.outsider', expect: 'skip' },
      { rule: 'create.private.outsider', expect: 'skip' },
    ]);
  });

  it('has the observations only where they are wanted', () => {
    const { pins } = reviewed(draftOf(nonconformant, { pins: true }).text);
    expect(pins).toHaveLength(OBSERVATIONS);
    expect(pins[0]).toEqual({
      observation: 'observed.page.default',
      value: '200, empty',
      reason: 'known',
      issue: null,
    });
  });

  it('lists nothing where nothing failed, and can be read back', () => {
    const draft = draftOf(conformant, { pins: false });
    expect([draft.failures, draft.undecided, draft.pins]).toEqual([0, 0, 0]);
    expect(parseYaml(draft.text, 'it')).toEqual({ entries: [], pins: [] });
  });

  it('keeps the reasons of the baseline that the run was held against, where they are so', () => {
    const listed = {
      expect: 'fail',
      reason: 'the "gateway"',
      issue: 'ISSUE-7',
      expires: '2026-12-31',
    } as const;
    const rules = allRules([
      { ...failing('list.ok'), known: true, listed: { ...listed, state: 'as-listed' } },
      { ...failing('list.array'), listed: { ...listed, state: 'otherwise' } },
      {
        ...undecidedRule('list.token', 'skip', 'no'),
        known: true,
        listed: { ...listed, expect: 'skip', state: 'as-listed' },
      },
      sampleRule('observed.links', { pin: { value: 'x', reason: 'app', state: 'held' } }),
    ]);
    const draft = draftOf(sampleReport('nonconformant', { rules }), { pins: true });
    expect(draft.kept).toBe(3);
    const { entries, pins } = reviewed(draft.text);
    expect(entries).toMatchObject([
      { rule: 'list.ok', reason: 'the "gateway"', issue: 'ISSUE-7', expires: '2026-12-31' },
      { rule: 'list.array', reason: 'known', expires: null },
      { rule: 'list.token', expect: 'skip', reason: 'the "gateway"' },
    ]);
    expect(pins.find(({ observation }) => observation === 'observed.links')?.reason).toBe('app');
  });

  it('says of leaks and losses that they are more than others', () => {
    const rules = allRules([failing('list.private.anonymous', { kind: 'leaked' })]);
    expect(draftOf(sampleReport('nonconformant', { rules }), { pins: false }).text).toContain('think twice');
    expect(text).not.toContain('think twice');
  });
});

describe('a baseline made of undecided rules', () => {
  const letIn = (draft: string) =>
    reviewed(draft.replaceAll(/^ {2}# (?=- rule|  (expect|cause|reason))/gm, '  ')).entries;

  it('names the cause of each, and has no entry for what befell the run', () => {
    const rules = allRules([
      undecidedRule('list.ok', 'inconclusive', 'It takes 31 issues.', 'data'),
      undecidedRule('list.array', 'inconclusive', 'No complete answer came.', 'unanswered'),
      undecidedRule('list.records', 'inconclusive', 'An older report has no cause.'),
    ]);
    const draft = draftOf(sampleReport('incomplete', { rules }), { pins: false });
    expect(letIn(draft.text)).toMatchObject([
      { rule: 'list.ok', causes: ['data'] },
      { rule: 'list.records', causes: [] },
    ]);
    expect(draft.text).toContain(
      '  # No complete answer came.\n  # No entry accepts list.array with this cause (unanswered).',
    );
  });
});

describe("a baseline made of a stranger's report", () => {
  it('names no rule that there is not, and pins every value to the letter, whatever it holds', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const rules = [
          ...hostile(value).rules,
          sampleRule('observed.links', { observation: { value, note: '' } }),
        ];
        const draft = draftOf(sampleReport('nonconformant', { rules }), { pins: true });
        expect(draft.text.match(HARMFUL)?.filter((found) => found !== '\n') ?? []).toEqual([]);
        const { entries, pins } = reviewed(draft.text);
        expect(entries).toEqual([]);
        if (value.length <= 200) expect(pins.map((pin) => pin.value)).toEqual([value]);
      }),
    );
  });

  it('can be read back once it is reviewed, whatever the report', () => {
    fc.assert(
      fc.property(anyReport, fc.boolean(), (report, pins) => {
        const draft = draftOf(report, { pins });
        expect(Buffer.byteLength(draft.text)).toBeLessThan(256 * 1024);
        reviewed(draft.text);
      }),
    );
  });
});
