import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isRuleId } from '../../src/model/rule-ids.ts';
import { isGating, statementsOf } from '../../src/model/rule-metadata.ts';
import { sectionOf, statementIds } from '../../src/model/statements.ts';
import type { AnyRule, ObservedRule } from '../../src/observe/observed-rule.ts';
import { rules } from '../../suites/index.ts';
import { releasedText } from './released-text.ts';
import { specificationText, untried } from './specification-text.ts';

/** True if a sentence of a rule has more than 20 words. */
const isLong = ({ statement, tried, impact }: AnyRule): boolean =>
  `${statement} ${tried} ${impact}`.split(/(?<=[.?]) (?=[A-Z])/).some((one) => one.split(/\s+/).length > 20);
const writes = ({ needs }: AnyRule): string => needs.filter((need) => need.startsWith('WRITES=')).join();
describe('the ids', () => {
  it('are those released, in order, with the levels and sections that they were released with', async () => {
    const text = await readFile('src/model/released.ts', 'utf8');
    expect(releasedText(), 'not as the rules say: npm run generate').toBe(text);
  });

  it('are in docs/specification.md, with what each rule says and needs', async () => {
    const text = await readFile('docs/specification.md', 'utf8');
    expect(specificationText(), 'out of date: npm run generate').toBe(text);
  });

  it('are not written anew if a released rule is gone, or has other sections', () => {
    const changed = (part: Partial<ObservedRule>): AnyRule[] =>
      rules.map((rule) => (rule.level === 'observed' ? { ...rule, ...part } : rule));
    expect(() => releasedText(rules.slice(1))).toThrow(/list\.ok/);
    expect(() => releasedText(changed({ statedIn: ['9 first point'] }))).toThrow(/observed\.page\.zero/);
  });

  it.each(['', 'list', 'list.', 'list.ok ', 'LIST.OK', 'constructor', '__proto__'])('are not %j', (text) => {
    expect(isRuleId(text)).toBe(false);
  });
});

describe('rules', () => {
  it.each<[string, (rule: AnyRule) => boolean]>([
    ['without a statement', ({ statedIn }) => statedIn.length === 0],
    ['with a long sentence', isLong],
    ['whose id and level disagree', (rule) => isGating(rule) === rule.id.startsWith('observed.')],
    ['that write in the phase of lists', (rule) => rule.phase === 'lists' && writes(rule) !== ''],
    ['that refuse without writing', (rule) => rule.phase === 'refusing' && writes(rule) === ''],
    [
      'that write without TOKEN',
      (rule) => isGating(rule) && writes(rule) !== '' && !rule.needs.includes('TOKEN'),
    ],
  ])('are none %s', (_which, isWrong) => {
    expect(rules.filter(isWrong).map(({ id }) => id)).toEqual([]);
  });

  it('state each something of its own', () => {
    expect(new Set(rules.map(({ statement }) => statement)).size).toBe(rules.length);
  });
});

describe('the statements of the specification', () => {
  it('are each tried by rules, or have a reason why not', () => {
    const tried = new Set(rules.flatMap(statementsOf));
    expect(statementIds.filter((id) => tried.has(id) === (untried[id] !== undefined))).toEqual([]);
  });

  it('stand in the order of the specification', () => {
    const sections = statementIds.map((id) => Number(sectionOf(id)));
    expect(sections).toEqual(sections.toSorted((a, b) => a - b));
  });

  it('that a rule touches are of other sections than those that state it', () => {
    const sections = (ids: typeof statementIds = []) => ids.map(sectionOf);
    const both = rules.filter(({ statedIn, alsoCovers }) =>
      sections(statedIn).some((section) => sections(alsoCovers).includes(section)),
    );
    expect(both.map(({ id }) => id)).toEqual([]);
  });
});
