import { catches } from '../../proof/catches.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { rules } from '../../suites/index.ts';
import type { Need } from '../model/rule-ids.ts';
import { statedSections, statementsOf } from '../model/rule-metadata.ts';
import { cited } from '../model/statements.ts';
import { sanitise } from '../model/text.ts';
import type { AnyRule } from '../observe/observed-rule.ts';
import type { Style } from '../render/style.ts';
import { pasteable } from '../settings/invocation.ts';
import { RULE_NAMES } from '../settings/selection.ts';
import { didYouMean } from '../settings/spelling.ts';
import { SETTINGS, settingNames } from '../settings/table.ts';
import { UsageError } from './usage.ts';

const GAP = 2;
const HEAD = ['RULE', 'LEVEL', '§', 'STATEMENT'] as const;

export function rulesText(format: 'table' | 'json' | 'markdown', { hang }: Style): string {
  if (format === 'json') return JSON.stringify(catalogue, null, 2);
  const rows = catalogue.map(
    ({ id, level, sections, statement }) => [id, level, sections.join(', '), statement] as const,
  );
  if (format === 'markdown')
    return [
      ['rule', 'level', '§', 'statement'],
      ['---', '---', '---', '---'],
      ...rows.map(([id, ...row]) => [`\`${id}\``, ...row]),
    ]
      .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
      .join('\n');
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => GAP + Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .flatMap((row) => {
      const lead = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return hang(lead.join(''), row[3]);
    })
    .join('\n');
}

const GIVEN = 60;

/** Returns a need with the description of its setting: that of `WRITES=all` is WRITES. */
function describeNeed(need: Need): string {
  const setting = settingNames.find((name) => name === /^\w+/.exec(need)?.[0]);
  return setting === undefined ? need : `${need}: ${SETTINGS[setting].description}`;
}

/**
 * Describes a rule, or all rules whose id has a prefix: statement, procedure, needs, impact, and how to see it fail.
 * @throws {UsageError} with similar names, if there is none
 */
export function explainText(name: string, style: Style): string {
  const meant = rules.filter(({ id }) => id.startsWith(name));
  if (meant.length > 0) return meant.map((rule) => ruleText(rule, style)).join('\n\n');
  throw new UsageError(
    `Unknown rule "${sanitise(name, GIVEN)}"${didYouMean(name, RULE_NAMES) || '.'} "${pasteable('rules')}" lists all of them.`,
  );
}

function ruleText(rule: AnyRule, { hang, colors: { bold, dim } }: Style): string {
  const { id } = rule;
  const isObserved = rule.level === 'observed';
  const effect = isObserved ? 'recorded, never judged' : 'a violation makes the target nonconformant';
  const part = (title: string, paragraphs: readonly string[]): string[] =>
    paragraphs.length === 0 ? [] : ['', bold(title), ...paragraphs.flatMap((text) => hang('  ', text))];
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
    ...part('Settings that it needs, apart from the target', rule.needs.map(describeNeed)),
    ...part('How it is tried', [rule.tried]),
    ...part(isObserved ? 'Why it is worth knowing' : 'Impact', [
      rule.impact,
      ...Object.entries(rule.impactIf ?? {}).map(([kind, text]) => `${kind}: ${text}`),
    ]),
    ...part(`Injected faults that it is proved to catch: ${caughtBy.length}`, [
      ...caughtBy.slice(0, 1).map(({ description }) => `${first}: ${description}`),
      ...(others.length === 0 ? [] : [others.join(', ')]),
    ]),
    ...part('To see it fail', first === undefined ? [] : [pasteable(`--bundled --fault ${first}`)]),
    ...part('To try only this rule', [pasteable(`run --only ${id}`)]),
  ].join('\n');
}
