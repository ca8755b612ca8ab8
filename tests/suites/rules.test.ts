import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/engine/session.ts';
import { PHASES } from '../../src/model/profile.ts';
import { isRuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { isGating, type Phase, statedSections } from '../../src/model/words.ts';
import type { ObservedRule, Rule } from '../../src/run/rule.ts';
import { rules } from '../../suites/index.ts';
import { releasedText } from './released-text.ts';

/** The headings of the specification, and the numbered sentences of its section on authentication. */
const documented = new Set('1 2 3 4.1 4.2 4.3 5.1 5.2 5.3 5.4 5.5 5.6 6 7 8 9'.split(' '));

const writes = ({ needs }: Rule): string => needs.filter((need) => need.startsWith('WRITES=')).join();

const impactsOf = ({ impact }: Rule): string[] => Object.values(impact);

const textsOf = (rule: Rule): string[] => [
  rule.says,
  rule.tried,
  ...impactsOf(rule),
  ...('preconditions' in rule ? rule.preconditions.map(({ says }) => says) : []),
];

const sentences = (text: string): number => text.split(/(?<=[.?])\s+/).length;

/** The ids of the rules that break an expectation, so that a failure names them. */
const idsWhere = (isBroken: (rule: Rule) => boolean): readonly string[] =>
  rules.filter(isBroken).map(({ id }) => id);

describe('the ids', () => {
  it('are those released, in order, with the levels and sections that they were released with', async () => {
    const text = await readFile('src/model/released.ts', 'utf8');
    expect(releasedText(), 'not as the rules say: npm run rules').toBe(text);
  });

  it('are not written anew if a released rule is gone, or has another level or other sections', () => {
    const [first, ...others] = rules;
    const changed = (part: Partial<ObservedRule>): Rule[] =>
      rules.map((rule) => (rule.level === 'observed' ? { ...rule, ...part } : rule));
    expect(first).toBeDefined();
    expect(() => releasedText(others)).toThrow(/never changes:\n {2}\['list\.ok', 'required', '4\.1'\],$/);
    expect(() => releasedText(changed({ statedIn: ['9 first point'] }))).toThrow(/observed\.page\.zero/);
  });

  it('say by their first word which rules are observations', () => {
    expect(idsWhere((rule) => isGating(rule) === rule.id.startsWith('observed.'))).toEqual([]);
  });

  it.each(['', 'list', 'list.', 'list.ok ', 'LIST.OK', 'constructor', '__proto__'])('are not %j', (text) => {
    expect(isRuleId(text)).toBe(false);
  });
});

describe('the sections', () => {
  it('exist in the specification, and every rule has one', () => {
    const isKnown = (section: string): boolean => documented.has(section);
    expect(
      idsWhere((rule) => statedSections(rule).length === 0 || !statedSections(rule).every(isKnown)),
    ).toEqual([]);
  });
});

describe('the phases', () => {
  it('group all rules, each once', () => {
    const grouped = groupsOf(rules).flatMap((group) => group.rules.map(({ id }) => id));
    expect(grouped.toSorted()).toEqual([...ruleIds].toSorted());
    expect(PHASES.map(({ phase }) => phase)).toEqual(groupsOf(rules).map(({ phase }) => phase));
  });

  it('of reading have no rule that writes, and those of writing none that does not', () => {
    expect(idsWhere((rule) => rule.phase === 'read' && writes(rule) !== '')).toEqual([]);
    expect(idsWhere((rule) => rule.phase === 'write' && writes(rule) === '')).toEqual([]);
  });

  it('leave what sends an invalid credential to when nobody else can be locked out by it', () => {
    const strangers = ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'];
    const isAsked = (rule: Rule): boolean =>
      'asked' in rule && rule.asked !== undefined ? rule.asked === 'strangers' : rule.phase === 'strangers';
    expect(idsWhere((rule) => isAsked(rule) && isGating(rule))).toEqual(strangers);
  });

  it('leave to the end what looks back, and what is sent for it goes out while others write', () => {
    const atEnd = rules.filter((rule) => rule.phase === 'end' && isGating(rule));
    const early = (rule: Rule): Phase | undefined =>
      'judge' in rule ? rule.early?.phase : 'cases' in rule ? rule.asked : undefined;
    expect(atEnd.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'create.rejected-no-effect',
        'create.listed',
        'create.once',
        'create.concurrent',
      ]),
    );
    for (const rule of atEnd.filter(({ id }) => id.startsWith('create.')))
      expect(early(rule), rule.id).toBe('write');
  });
});

describe('what a rule needs', () => {
  it('has TOKEN wherever something is to be created by its holder', () => {
    expect(
      idsWhere((rule) => isGating(rule) && writes(rule) !== '' && !rule.needs.includes('TOKEN')),
    ).toEqual([]);
  });

  it('has WRITES=all for those that create, and for no rule on what is refused', () => {
    const creating = idsWhere((rule) => isGating(rule) && writes(rule) === 'WRITES=all');
    expect(creating).toEqual([
      'create.accepted',
      'create.body-optional',
      'create.listed',
      'create.once',
      'create.concurrent',
    ]);
  });
});

describe('the texts', () => {
  it('state a rule in one sentence of at most 200 characters', () => {
    expect(idsWhere(({ says }) => says.length > 200 || sentences(says) !== 1)).toEqual([]);
  });

  it('ask a question for an observation and end with a full stop for a rule', () => {
    expect(idsWhere((rule) => !rule.says.endsWith(isGating(rule) ? '.' : '?'))).toEqual([]);
  });

  it('say in a few sentences how a rule is tried', () => {
    expect(idsWhere(({ tried }) => sentences(tried) > 6 || !tried.endsWith('.'))).toEqual([]);
  });

  it('say in one sentence what breaking it does to a client', () => {
    const isBad = (text: string): boolean => sentences(text) > 1 || !text.endsWith('.');
    expect(idsWhere((rule) => impactsOf(rule).some(isBad))).toEqual([]);
  });

  it('state no two rules alike', () => {
    expect(new Set(rules.map(({ says }) => says)).size).toBe(rules.length);
  });

  it('have no stray space, and no character that is not on every keyboard but an ellipsis', () => {
    const isPlain = (text: string): boolean =>
      text === text.trim().replace(/\s+/g, ' ') && /^[\x20-\x7e…]+$/.test(text);
    expect(idsWhere((rule) => !textsOf(rule).every(isPlain))).toEqual([]);
  });
});
