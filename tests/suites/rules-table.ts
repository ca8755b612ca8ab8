import * as ofAccess from '../../src/access/member-access.ts';
import * as ofLists from '../../src/checks/preconditions.ts';
import * as ofCreations from '../../src/created/preconditions.ts';
import type { CaseRule, CreationRule } from '../../src/run/rule.ts';
import { rules } from '../../suites/index.ts';

/** The sentence of each precondition, by its name in the code. */
const preconditions = Object.entries({ ...ofLists, ...ofAccess, ...ofCreations }).flatMap(([name, value]) =>
  typeof value === 'object' ? [[name, value.says] as const] : [],
);

const nameOf = (says: string): string => preconditions.find(([, own]) => own === says)?.[0] ?? says;

const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Names in the table for sets of rules that many rules have in common. */
const SETS: readonly (readonly [string, readonly string[]])[] = [
  ['*listing*', ['list.array', 'list.records', 'list.ok', 'list.token', 'list.anonymous']],
  [
    '*sort and page*',
    [
      'list.sort.invalid-ok',
      'list.sort.invalid-ignores-direction',
      'list.sort.invalid-default-order',
      'list.page.second',
      'list.page.slices',
    ],
  ],
  ['*page size*', ['list.per-page.fills', 'list.per-page.at-most', 'list.per-page.maximum']],
  ['*unknown names*', ['list.unknown-repo', 'list.unknown-owner']],
];

/** Returns the names of the sets that are in the rules, and the ids of the other rules. */
function withSets(ids: readonly string[]): string {
  const sets = SETS.filter(([, all]) => all.every((id) => ids.includes(id)));
  const rest = ids.filter((id) => !sets.some(([, all]) => all.includes(id)));
  return [...(rest.length === 0 ? [] : [asCode(rest)]), ...sets.map(([name]) => name)].join(', ');
}

/** Returns how many attempts must show a violation: the ways in which the rule can be broken tell it. */
function seenOf({ seen, impact }: CaseRule | CreationRule): string {
  if (seen !== undefined) return seen;
  if (impact.leaked !== undefined) return '1 if anything private is shown, else 3';
  if (impact.stored !== undefined) return '1 where something was created, else 3';
  if (impact['wrong-results'] === undefined) return '3';
  return `3 for ${impact.refused === undefined ? '' : 'a status or '}a number of results, else 10`;
}

/** Returns the line of a gating rule in the table of docs/rules.md. */
const lineOf = (rule: CaseRule | CreationRule): string => {
  const { id, compared, preconditions: taken, explainedBy } = rule;
  const cells = [
    compared,
    asCode(taken.map(({ says }) => nameOf(says))),
    seenOf(rule),
    withSets(explainedBy),
  ];
  return `| \`${id}\` ${cells.map((cell) => (cell === '' ? '| ' : `| ${cell} `)).join('')}|`;
};

const HEAD = `| rule | twin, or what holds by itself | preconditions | seen | may be undecided because of |
| --- | --- | --- | --- | --- |`;

/** Returns the text of docs/rules.md with the table of the rules in place of its own. */
export function rulesTable(text: string): string {
  const [before = '', behind = ''] = text.split('<!-- rules:start -->');
  const lines = rules.flatMap((rule) => (rule.level === 'observed' ? [] : [lineOf(rule)]));
  const [, after = ''] = behind.split('<!-- rules:end -->');
  const legend = SETS.map(([name, all]) => `${name} stands for ${asCode(all)}`).join('; ');
  return `${before}<!-- rules:start -->\n\nIn the last column, ${legend}.\n\n${HEAD}\n${lines.join('\n')}\n\n<!-- rules:end -->${after}`;
}
