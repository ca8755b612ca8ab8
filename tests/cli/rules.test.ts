import { describe, expect, it } from 'vitest';
import { rulesText } from '../../src/cli/rules.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { statedSections } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';

describe('the catalogue as a table', () => {
  it.each([80, 100, 120])('fits into %i columns and has every rule, in order', (width) => {
    const lines = rulesText({ format: 'table', width }).split('\n');
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    expect(lines.flatMap((line) => /^([a-z]\S+\.\S+)/.exec(line)?.[1] ?? [])).toEqual(ruleIds);
  });

  it.each([80, 120])('has every word of every statement at %i columns', (width) => {
    const flat = rulesText({ format: 'table', width }).replace(/\s+/g, ' ');
    for (const { says } of rules) expect(flat).toContain(says);
  });

  it('sets the statements beside the rules where there is room', () => {
    expect(rulesText({ format: 'table', width: 120 })).toMatch(
      /^list\.ok +required +4\.1 +Listing a public repository answers 200\.$/m,
    );
  });

  it('sets them beneath where there is none', () => {
    expect(rulesText({ format: 'table', width: 80 })).toMatch(
      /^list\.ok +required +4\.1\n {4}Listing a public repository answers 200\.$/m,
    );
  });
});

describe('the catalogue as JSON', () => {
  it('has the words of every rule, and nothing of how it is tried but words', () => {
    const told: unknown = JSON.parse(rulesText({ format: 'json', width: 80 }));
    expect(told).toEqual(
      rules.map(({ id, level, statedIn, phase, needs, says, tried, impact }) => ({
        id,
        level,
        sections: statedSections({ statedIn }),
        phase,
        needs,
        statement: says,
        tried,
        means: impact.general,
        impact,
      })),
    );
  });
});

describe('the catalogue as Markdown', () => {
  const lines = rulesText({ format: 'markdown', width: 80 }).trimEnd().split('\n');

  it('has one row a rule beneath the heading', () => {
    expect(lines.slice(2).map((line) => /^\| `([^`]+)` \|/.exec(line)?.[1])).toEqual(ruleIds);
  });

  it('has four cells in every row', () => {
    expect(lines.filter((line) => line.replaceAll('\\|', '').split('|').length !== 6)).toEqual([]);
  });
});
