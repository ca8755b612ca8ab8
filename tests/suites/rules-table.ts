import * as ofAccess from '../../src/access/member-access.ts';
import * as ofCreations from '../../src/created/preconditions.ts';
import * as ofLists from '../../src/engine/preconditions.ts';
import type { Rule } from '../../src/engine/rule.ts';
import { rules } from '../../suites/index.ts';

/** What each precondition says, by the name under which the code has it. */
export const preconditions = Object.entries({ ...ofLists, ...ofAccess, ...ofCreations }).flatMap(
  ([name, value]) => (typeof value === 'object' ? [[name, value.says] as const] : []),
);

const nameOf = (says: string): string => preconditions.find(([, own]) => own === says)?.[0] ?? says;

const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The cells of the table of rules in docs/rules.md that follow from a rule. */
const madeOf = (rule: Rule): { preconditions: string; explainedBy: string } =>
  rule.level === 'observed'
    ? { preconditions: '', explainedBy: '' }
    : {
        preconditions: asCode(rule.preconditions.map(({ says }) => nameOf(says))),
        explainedBy: asCode(rule.explainedBy),
      };

/** The text of docs/rules.md with these cells as the rules have them; what people wrote stays. */
export const rulesTable = (text: string): string =>
  text.replaceAll(/^\| `([a-z.-]+)` \|(.*)\|$/gm, (line, id: string, others: string) => {
    const rule = rules.find((each) => each.id === id && each.level !== 'observed');
    const [how = '', , seen = ''] = others.split('|').map((cell) => cell.trim());
    if (rule === undefined) return line;
    const made = madeOf(rule);
    return `| \`${id}\` | ${how} | ${made.preconditions} | ${seen} | ${made.explainedBy} |`.replaceAll(
      '|  |',
      '| |',
    );
  });
