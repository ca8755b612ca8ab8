import { describe, expect, it } from 'vitest';
import { catches } from '../../proof/catches.ts';
import { explainText, rulesText } from '../../src/cli/catalogue.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { statedSections } from '../../src/model/rule-metadata.ts';
import { cited } from '../../src/model/statements.ts';
import { styleFor } from '../../src/render/terminal.ts';
import { rules } from '../../suites/index.ts';

const STYLE = styleFor({ color: false, width: 80 });
const explained = (id: string): string => explainText(id, STYLE);

describe('the catalogue', () => {
  it('as JSON has the words of every rule, in order', () => {
    const told: unknown = JSON.parse(rulesText('json', STYLE));
    expect(told).toEqual(
      rules.map(({ id, level, statedIn, needs, statement, tried, impact }) => ({
        id,
        level,
        sections: statedSections({ statedIn }),
        specification: statedIn.map(cited),
        needs,
        statement,
        tried,
        means: impact,
      })),
    );
  });

  it('as a table fits its width, and has every rule in order, as it does in Markdown', () => {
    const lines = rulesText('table', STYLE).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.flatMap((line) => /^([a-z]\S+\.\S+)/.exec(line)?.[1] ?? [])).toEqual(ruleIds);
    const rows = rulesText('markdown', STYLE).split('\n').slice(2);
    expect(rows.map((line) => /^\| `([^`]+)` \|/.exec(line)?.[1])).toEqual(ruleIds);
  });
});

describe('explaining a rule', () => {
  it('has what each rule says and needs, and how to try it', () => {
    for (const { id, statement, needs } of rules) {
      const text = explained(id).replaceAll(/\s+/g, ' ');
      for (const part of [statement, ...needs, `run --only ${id}`]) expect(text).toContain(part);
    }
  });

  it('names the faults that the rule is proved to catch, and none for an observation', () => {
    const proven = catches.filter((fault) => fault.rules.includes('list.per-page.zero'));
    expect(proven.length).toBeGreaterThan(0);
    for (const { id } of proven) expect(explained('list.per-page.zero')).toContain(id);
    expect(explained('observed.caching')).not.toContain('fault');
  });

  it('takes the beginning of several rules, and breaks no command', () => {
    const text = explainText('list.per-page', styleFor({ color: false, width: 30 }));
    const ids = ruleIds.filter((id) => `${text}\n`.includes(`run --only ${id}\n`));
    expect(ids).toEqual(ruleIds.filter((id) => id.startsWith('list.per-page.')));
  });

  it.each([
    ['a misspelt id', 'list.per-pgae.zero', /list\.per-page\.zero/],
    ['another case', 'LIST.OK', /list\.ok/],
    ['a name that objects have', '__proto__', /"__proto__" matches none/],
    ['what a terminal obeys, at any length', `\u001b[2J${'x'.repeat(100_000)}`, /^[ -~…]{1,300}$/],
  ])('refuses %s', (_, given, says) => {
    expect(() => explained(given)).toThrow(says);
  });
});
