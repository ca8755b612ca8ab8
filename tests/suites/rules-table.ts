import * as ofAccess from '../../src/access/member-access.ts';
import * as ofCreations from '../../src/created/preconditions.ts';
import * as ofLists from '../../src/engine/preconditions.ts';
import type { CaseRule, CreationRule } from '../../src/engine/rule.ts';
import { rules } from '../../suites/index.ts';

/** What each precondition says, by the name under which the code has it. */
export const preconditions = Object.entries({ ...ofLists, ...ofAccess, ...ofCreations }).flatMap(
  ([name, value]) => (typeof value === 'object' ? [[name, value.says] as const] : []),
);

const nameOf = (says: string): string => preconditions.find(([, own]) => own === says)?.[0] ?? says;

const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The line of a gating rule in the table of docs/rules.md. */
const lineOf = ({
  id,
  compared,
  preconditions: taken,
  seen,
  explainedBy,
}: CaseRule | CreationRule): string => {
  const cells = [compared, asCode(taken.map(({ says }) => nameOf(says))), seen, asCode(explainedBy)];
  return `| \`${id}\` ${cells.map((cell) => (cell === '' ? '| ' : `| ${cell} `)).join('')}|`;
};

const HEAD = `| rule | twin, or what holds by itself | preconditions | seen | may be undecided because of |
| --- | --- | --- | --- | --- |`;

/** The text of docs/rules.md with the table as the rules have it; the rest stays. */
export function rulesTable(text: string): string {
  const [before = '', behind = ''] = text.split('<!-- rules:start -->');
  const lines = rules.flatMap((rule) => (rule.level === 'observed' ? [] : [lineOf(rule)]));
  const [, after = ''] = behind.split('<!-- rules:end -->');
  return `${before}<!-- rules:start -->\n\n${HEAD}\n${lines.join('\n')}\n\n<!-- rules:end -->${after}`;
}
