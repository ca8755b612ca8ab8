import { catches } from '../../proof/catches.ts';
import { rules } from '../../suites/index.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../document/style.ts';
import { howCalled } from '../host/called.ts';
import type { AnyRule } from '../model/rule.ts';
import { isRuleId, type RuleId } from '../model/rule-ids.ts';
import { citationOf, statements } from '../model/statements.ts';
import { type Impact, statedSections, statementsOf } from '../model/words.ts';
import { programText } from '../report/commands.ts';
import { shown } from '../report/text.ts';
import { RULE_NAMES } from '../settings/selection.ts';
import { didYouMean } from '../settings/spelling.ts';
import { SETTINGS } from '../settings/table.ts';
import { UsageError } from './usage-error.ts';

const GIVEN = 60;

const unknown = (id: string): UsageError =>
  new UsageError(
    `Unknown rule "${shown(id, GIVEN)}"${didYouMean(id, RULE_NAMES) || '.'} "issue-conformance rules" lists all of them.`,
  );

/** Returns the meaning of each setting that a rule needs. */
function needs({ needs: needed }: AnyRule, style: Style): string[] {
  if (needed.length === 0) return ['  none besides the target'];
  return needed.flatMap((need) => {
    const name = need === 'WRITES=all' || need === 'WRITES=rejected' ? 'WRITES' : need;
    return style.hang('  ', `${need}: ${SETTINGS[name].says}`);
  });
}

/** Returns the impact of a violation: in general, and for kinds with their own. */
function impacts({ general, ...others }: Impact, style: Style): string[] {
  return [
    ...style.hang('  ', general),
    ...Object.entries(others).flatMap(([kind, text]) => style.hang('  ', `${kind}: ${text}`)),
  ];
}

const triedStatements = (rule: AnyRule, style: Style): string[] =>
  statementsOf(rule).flatMap((id) => {
    const { section, place } = citationOf(id);
    return style.hang('  ', `§ ${section}, ${place}: ${statements[id]}`);
  });

function caught(id: RuleId, { program, isWhole }: ExplainOptions, style: Style): string[] {
  const caughtBy = catches.filter((fault) => fault.rules.includes(id));
  const [first] = caughtBy;
  if (first === undefined) return [];
  const { bold, cyan, dim } = style.colors;
  const others = caughtBy.length - 1;
  return [
    '',
    bold(`Injected faults that it is proved to catch: ${caughtBy.length}`),
    ...(isWhole ? caughtBy : [first]).flatMap((fault) => {
      const slow = fault.inQuick ? '' : dim(' (not by the profile quick)');
      return [`  ${cyan(fault.id)}${slow}`].concat(style.hang('    ', fault.description));
    }),
    ...(isWhole || others === 0 ? [] : [dim(`  and ${others} more: explain ${id} --faults`)]),
    '',
    bold('To see it fail'),
    `  ${program} serve --fault ${first.id}`,
  ];
}

interface ExplainOptions {
  readonly color: boolean;
  readonly width: number;
  /** The call of this program, for messages. */
  readonly program: string;
  /** True if all faults are described, and not only the first. */
  readonly isWhole: boolean;
}

/**
 * Describes rules: their statement, method, needs, and how to see them fail.
 * @param pattern a rule id, or a prefix of several
 * @throws {UsageError} with the pattern and similar rules, if none matches
 */
export function explainText(pattern: string, options: ExplainOptions): string {
  const meant = isRuleId(pattern)
    ? rules.filter(({ id }) => id === pattern)
    : rules.filter(({ id }) => pattern !== '' && id.startsWith(pattern));
  if (meant.length === 0) throw unknown(pattern);
  return meant.map((rule) => ruleText(rule, options)).join('\n\n');
}

export async function explainCommand(pattern: string, isWhole: boolean): Promise<void> {
  const style = { color: colorWanted(process.stdout), width: widthOf(process.stdout) };
  process.stdout.write(explainText(pattern, { ...style, isWhole, program: programText(howCalled()) }));
}

function ruleText(entry: AnyRule, options: ExplainOptions): string {
  const { id } = entry;
  const style = styleFor(options);
  const { bold, dim } = style.colors;
  const isObserved = entry.level === 'observed';
  const sections = statedSections(entry).join(', ');
  const effect = isObserved ? 'recorded, never judged' : 'a violation makes the target nonconformant';
  return [
    ...style.hang('', entry.id, { paint: bold }),
    ...style.hang('', `${entry.level}: ${effect} · § ${sections} of the specification`, { paint: dim }),
    '',
    ...style.hang('  ', entry.says),
    '',
    bold('Specification'),
    ...triedStatements(entry, style),
    '',
    bold('Settings that it needs'),
    ...needs(entry, style),
    '',
    bold('How it is tried'),
    ...style.hang('  ', entry.tried),
    '',
    bold(isObserved ? 'Why it is worth knowing' : 'Impact'),
    ...impacts(entry.impact, style),
    ...caught(id, options, style),
    '',
    bold('To try only this rule'),
    `  ${options.program} run --only ${entry.id}`,
    '',
  ].join('\n');
}
