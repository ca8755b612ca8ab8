import { describe, expect, it } from 'vitest';
import type { RuleReport } from '../../src/report/model.ts';
import { countsInWords, tonesOf } from '../../src/report/view/tones.ts';
import { GATING_RULES, OBSERVATIONS } from '../support/rule-counts.ts';
import { conformant } from './examples.ts';
import { allRules, failing, sampleRule, undecidedRule } from './reports.ts';

const texts = (rules: readonly RuleReport[]): readonly string[] =>
  countsInWords(rules).map(({ text }) => text);
const gating = conformant.rules.filter(({ level }) => level !== 'observed');
const failed = (count: number): readonly RuleReport[] =>
  gating.slice(0, count).map(({ id }) => failing(id as 'list.ok'));
const known = (rule: RuleReport): RuleReport => ({ ...rule, known: true });

describe('how many rules came to what', () => {
  it('begins with what fails, of how many, or with what passes', () => {
    const observed = `${OBSERVATIONS} of ${OBSERVATIONS} observations made`;
    const all = `${GATING_RULES} of ${GATING_RULES} gating rules`;
    expect(texts(conformant.rules)).toEqual([`${all} pass`, observed]);
    expect(texts(allRules(failed(9)))).toEqual([
      `9 of ${GATING_RULES} gating rules fail`,
      `${GATING_RULES - 9} pass`,
      observed,
    ]);
    expect(texts(allRules(failed(GATING_RULES)))).toEqual([`${all} fail`, observed]);
  });

  it('counts one rule as one', () => {
    expect(texts([...failed(1), ...gating.slice(1, 8)])).toEqual(['1 of 8 gating rules fails', '7 pass']);
    expect(texts(gating.slice(0, 1))).toEqual(['1 of 1 gating rule passes']);
    expect(texts(failed(1))).toEqual(['1 of 1 gating rule fails']);
  });

  it('says what the baseline knows, and colours failures that are all known as such', () => {
    const [first, second] = failed(2);
    const rules = [first, second].flatMap((rule) => rule ?? []);
    expect(countsInWords(allRules(rules.map(known)))[0]).toEqual({
      tone: 'known',
      count: 2,
      text: `2 of ${GATING_RULES} gating rules fail (2 known)`,
    });
    expect(
      countsInWords(allRules(rules.map((rule, index) => (index === 0 ? known(rule) : rule))))[0],
    ).toEqual({
      tone: 'fail',
      count: 2,
      text: `2 of ${GATING_RULES} gating rules fail (1 known)`,
    });
  });

  it('says what is undecided and skipped, and what of it is as listed', () => {
    const open = [
      undecidedRule('list.ok', 'inconclusive', 'x'),
      known(undecidedRule('list.array', 'inconclusive', 'x')),
      known(undecidedRule('list.token', 'skip', 'x')),
      undecidedRule('observed.links', 'skip', 'x'),
    ];
    expect(texts(allRules(open))).toEqual([
      `${GATING_RULES - 3} of ${GATING_RULES} gating rules pass`,
      '2 undecided (1 as listed)',
      '1 skipped (1 as listed)',
      `${OBSERVATIONS - 1} of ${OBSERVATIONS} observations made`,
    ]);
  });

  it('says that nothing passes, where nothing was decided', () => {
    expect(texts([undecidedRule('list.ok', 'inconclusive', 'x')])).toEqual([
      '0 of 1 gating rule pass',
      '1 undecided',
    ]);
  });

  it('is of observations alone where there is nothing else, and of nothing where there is nothing', () => {
    expect(texts([sampleRule('observed.links')])).toEqual(['1 of 1 observation made']);
    expect(texts([])).toEqual([]);
  });

  it('separates thousands', () => {
    expect(texts(Array.from({ length: 1200 }, () => failing('list.ok')))).toEqual([
      '1,200 of 1,200 gating rules fail',
    ]);
  });
});

it('tones are counted from what has to be looked at first, those of no rule left out', () => {
  expect(tonesOf(allRules([failing('list.ok'), known(failing('list.array'))]))).toEqual([
    { tone: 'fail', count: 1 },
    { tone: 'known', count: 1 },
    { tone: 'pass', count: GATING_RULES - 2 },
    { tone: 'observed', count: OBSERVATIONS },
  ]);
});
