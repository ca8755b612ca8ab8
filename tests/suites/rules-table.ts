import { ATTEMPTS } from '../../src/model/attempts.ts';
import { isGatingRule, type Rule } from '../../src/model/rule.ts';
import type { ViolationKind } from '../../src/model/violation.ts';
import { rules } from '../../suites/index.ts';

const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Names of the data in the table. */
const DATA = { open: 'open', closed: 'not open', hidden: 'private' } as const;

/** Returns the issues that a rule needs. */
const dataOf = ({ data = {} }: Rule): string =>
  (['open', 'closed', 'hidden'] as const)
    .flatMap((kind) => (data[kind] === undefined ? [] : [`${data[kind]} ${DATA[kind]}`]))
    .join(', ');

/** Returns the line of a gating rule in the table of docs/rules.md. */
const lineOf = (rule: Rule): string => {
  const cells = [asCode([rule.id]), asCode(rule.needs), dataOf(rule), rule.judges, asCode(rule.explainedBy)];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
};

/** Returns the kinds of violations, by the attempts that they take. */
function attemptsTable(): string {
  const kinds = Object.keys(ATTEMPTS).filter((kind): kind is ViolationKind => kind in ATTEMPTS);
  const counts = [...new Set(Object.values(ATTEMPTS))].toSorted((a, b) => a - b);
  const lines = counts.map(
    (count) => `| ${count} | ${asCode(kinds.filter((kind) => ATTEMPTS[kind] === count))} |`,
  );
  return `| attempts | kinds of violations |\n| --- | --- |\n${lines.join('\n')}`;
}

const HEAD = `| rule | needs | data | judges | explained by |\n| --- | --- | --- | --- | --- |`;

/** Returns a text with a table between two marks of a name. @throws {Error} if a mark is missing */
function withTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`No table ${name}`);
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`;
}

/** Returns the text of docs/rules.md with the tables of the rules and of the attempts in place of its own. */
export function rulesTable(text: string): string {
  const lines = rules.filter(isGatingRule).map(lineOf);
  return withTable(withTable(text, 'rules', `${HEAD}\n${lines.join('\n')}`), 'attempts', attemptsTable());
}
