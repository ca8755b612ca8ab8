import { catches } from '../../proof/catches.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { rules } from '../../suites/index.ts';
import { statedSections, statementsOf } from '../model/rule-metadata.ts';
import { cited } from '../model/statements.ts';
import type { AnyRule } from '../observe/observed-rule.ts';
import { table } from '../render/document.ts';
import { blocksText, type Style } from '../render/terminal.ts';
import { UsageError } from '../report-folder/files.ts';
import { pasteable } from '../settings/invocation.ts';
import { selectRules } from '../settings/selection.ts';

export function rulesText(format: 'table' | 'json' | 'markdown', style: Style): string {
  if (format === 'json') return JSON.stringify(catalogue, null, 2);
  const rows = catalogue.map(({ id, level, sections, statement }) => [
    format === 'markdown' ? `\`${id}\`` : id,
    level,
    sections.join(', '),
    statement,
  ]);
  const heads = ['rule', 'level', '§', 'statement'];
  if (format === 'table') {
    const cells = rows.map((row) => row.map((cell) => ({ words: [cell] })));
    return blocksText([table('Rules', heads, cells)], style);
  }
  return [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');
}

/** Describes each rule whose id begins with a name. @throws {UsageError} with similar names, if there is none */
export function explainText(name: string, style: Style): string {
  const { rules: ids, problems } = selectRules([name], []);
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(`Expected ${problem.message}.`);
  const meant = rules.filter(({ id }) => ids.includes(id));
  return meant.map((rule) => ruleText(rule, style)).join('\n\n');
}

function ruleText(rule: AnyRule, { hang, colors: { bold, dim } }: Style): string {
  const { id } = rule;
  const isObserved = rule.level === 'observed';
  const effect = isObserved ? 'recorded, never judged' : 'a violation makes the target nonconformant';
  const part = (title: string, paragraphs: readonly string[]): string[] =>
    paragraphs.length === 0 ? [] : ['', bold(title), ...paragraphs.flatMap((text) => hang('  ', text))];
  // A line that is broken cannot be pasted.
  const command = (title: string, words: string): string[] => ['', bold(title), `  ${pasteable(words)}`];
  const caughtBy = catches.filter((fault) => fault.rules.includes(id));
  const [first, ...others] = caughtBy.map((fault) => fault.id);
  return [
    bold(id),
    ...hang('', `${rule.level}: ${effect} · § ${statedSections(rule).join(', ')} of the specification`, {
      paint: dim,
    }),
    '',
    ...hang('  ', rule.statement),
    ...part('Specification', statementsOf(rule).map(cited)),
    ...part('Settings that it needs, apart from the target', rule.needs),
    ...part('How it is tried', [rule.tried]),
    ...part(isObserved ? 'Why it is worth knowing' : 'Impact', [
      rule.impact,
      ...Object.entries(rule.impactIf ?? {}).map(([kind, text]) => `${kind}: ${text}`),
    ]),
    ...part(`Injected faults that it is proved to catch: ${caughtBy.length}`, [
      ...caughtBy.slice(0, 1).map(({ description }) => `${first}: ${description}`),
      ...(others.length === 0 ? [] : [others.join(', ')]),
    ]),
    ...(first === undefined ? [] : command('To see it fail', `--bundled --fault ${first}`)),
    ...command('To try only this rule', `run --only ${id}`),
  ].join('\n');
}
