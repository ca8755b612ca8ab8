import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/engine/session.ts';
import { PHASES } from '../../src/model/profile.ts';
import { isRuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { isGating, statedSections } from '../../src/model/words.ts';
import type { ObservedRule, Rule } from '../../src/run/rule.ts';
import { rules } from '../../suites/index.ts';
import { releasedText } from './released-text.ts';

/** The headings of the specification, and the numbered sentences of its section on authentication. */
const documented = new Set('1 2 3 4.1 4.2 4.3 5.1 5.2 5.3 5.4 5.5 5.6 6 7 8 9'.split(' '));
const writes = ({ needs }: Rule): string => needs.filter((need) => need.startsWith('WRITES=')).join();
const askedIn = (rule: Rule): string => ('asked' in rule ? (rule.asked ?? rule.phase) : rule.phase);
const idsWhere = (holds: (rule: Rule) => boolean): readonly string[] =>
  rules.filter(holds).map(({ id }) => id);

describe('the ids', () => {
  it('are those released, in order, with the levels and sections that they were released with', async () => {
    const text = await readFile('src/model/released.ts', 'utf8');
    expect(releasedText(), 'not as the rules say: npm run rules').toBe(text);
  });

  it('are not written anew if a released rule is gone, or has other sections', () => {
    const changed = (part: Partial<ObservedRule>): Rule[] =>
      rules.map((rule) => (rule.level === 'observed' ? { ...rule, ...part } : rule));
    expect(() => releasedText(rules.slice(1))).toThrow(/list\.ok/);
    expect(() => releasedText(changed({ statedIn: ['9 first point'] }))).toThrow(/observed\.page\.zero/);
  });

  it.each(['', 'list', 'list.', 'list.ok ', 'LIST.OK', 'constructor', '__proto__'])('are not %j', (text) => {
    expect(isRuleId(text)).toBe(false);
  });
});

it('the phases group all rules, each once', () => {
  const grouped = groupsOf(rules).flatMap((group) => group.rules.map(({ id }) => id));
  expect(grouped.toSorted()).toEqual([...ruleIds].toSorted());
  expect(groupsOf(rules).map(({ phase }) => phase)).toEqual(PHASES.map(({ phase }) => phase));
});

describe('rules', () => {
  it.each<[string, (rule: Rule) => boolean, readonly string[]]>([
    ['without a section', (rule) => !statedSections(rule).some((section) => documented.has(section)), []],
    [
      'of an unknown section',
      (rule) => !statedSections(rule).every((section) => documented.has(section)),
      [],
    ],
    ['whose id and level disagree', (rule) => isGating(rule) === rule.id.startsWith('observed.'), []],
    ['that write while others read', (rule) => rule.phase === 'read' && writes(rule) !== '', []],
    ['that read while others write', (rule) => rule.phase === 'write' && writes(rule) === '', []],
    [
      'that write without TOKEN',
      (rule) => isGating(rule) && writes(rule) !== '' && !rule.needs.includes('TOKEN'),
      [],
    ],
    [
      'that may lock callers out',
      (rule) => isGating(rule) && askedIn(rule) === 'strangers',
      ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    ],
    [
      'that create',
      (rule) => isGating(rule) && writes(rule) === 'WRITES=all',
      ['create.accepted', 'create.body-optional', 'create.listed', 'create.once', 'create.concurrent'],
    ],
    [
      'that look back at creations',
      (rule) => isGating(rule) && rule.phase === 'end' && rule.id.startsWith('create.'),
      ['create.rejected-no-effect', 'create.listed', 'create.once', 'create.concurrent'],
    ],
  ])('%s', (_which, holds, expected) => {
    expect(idsWhere(holds).toSorted()).toEqual([...expected].toSorted());
  });

  it('state each something of its own', () => {
    expect(new Set(rules.map(({ says }) => says)).size).toBe(rules.length);
  });
});
