import { join } from 'node:path';
import { catches } from '../../proof/catches.ts';
import { rules } from '../../suites/index.ts';
import type { Style } from '../document/style.ts';
import { formats } from '../formats/formats.ts';
import { howCalled } from '../host/called.ts';
import type { AnyRule } from '../model/rule.ts';
import { citationOf, statements } from '../model/statements.ts';
import { statedSections, statementsOf } from '../model/words.ts';
import { programText } from '../report/commands.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { shown } from '../report/text.ts';
import type { RawSettings } from '../settings/parse.ts';
import { RULE_NAMES } from '../settings/selection.ts';
import { didYouMean } from '../settings/spelling.ts';
import { SETTINGS } from '../settings/table.ts';
import { outputStyle, tell } from './output.ts';
import { folderOf, UsageError } from './usage.ts';

const GIVEN = 60;

type Catch = (typeof catches)[number];

interface Explaining {
  readonly style: Style;
  /** The call of this program, for examples. */
  readonly program: string;
  /** The last report, whose failure chooses the fault that is described; `null` describes all. */
  readonly last: Pick<Report, 'rules'> | null;
}

/** Returns the fault that is most like the failure of a rule in a report: it names the same status. */
function nearestOf(faults: readonly Catch[], failed: RuleReport | undefined): Catch[] {
  const status = failed?.failure?.exchanges.at(-1)?.response?.status;
  const alike = faults.filter(({ id }) => status !== undefined && id.includes(String(status)));
  return [...alike, ...faults].slice(0, 1);
}

/**
 * Describes a rule, or all with an id that begins so: statement, method, needs, impact, and how to see it fail.
 * @throws {UsageError} with similar names, if there is none
 */
export function explainText(name: string, explaining: Explaining): string {
  const meant = rules.filter(({ id }) => id.startsWith(name));
  if (meant.length > 0) return meant.map((rule) => ruleText(rule, explaining)).join('\n\n');
  throw new UsageError(
    `Unknown rule "${shown(name, GIVEN)}"${didYouMean(name, RULE_NAMES) || '.'} "issue-conformance rules" lists all of them.`,
  );
}

function ruleText(rule: AnyRule, { style, program, last }: Explaining): string {
  const { id } = rule;
  const { hang } = style;
  const { bold, dim } = style.colors;
  const isObserved = rule.level === 'observed';
  const effect = isObserved ? 'recorded, never judged' : 'a violation makes the target nonconformant';
  const part = (title: string, paragraphs: readonly string[]): string[] =>
    paragraphs.length === 0 ? [] : ['', bold(title), ...paragraphs.flatMap((text) => hang('  ', text))];
  const caughtBy = catches.filter((fault) => fault.rules.includes(id));
  const nearest = nearestOf(
    caughtBy,
    last?.rules.find((one) => one.id === id),
  );
  const described = last === null ? caughtBy : nearest;
  const others = caughtBy.length - described.length;
  return [
    bold(id),
    ...hang('', `${rule.level}: ${effect} · § ${statedSections(rule).join(', ')} of the specification`, {
      paint: dim,
    }),
    '',
    ...hang('  ', rule.says),
    ...part(
      'Specification',
      statementsOf(rule).map((one) => {
        const { section, place } = citationOf(one);
        return `§ ${section}, ${place}: ${statements[one]}`;
      }),
    ),
    ...part(
      'Settings that it needs besides the target',
      rule.needs.map((need) => {
        const name = need === 'WRITES=all' || need === 'WRITES=rejected' ? 'WRITES' : need;
        return `${need}: ${SETTINGS[name].says}`;
      }),
    ),
    ...part('How it is tried', [rule.tried]),
    ...part(isObserved ? 'Why it is worth knowing' : 'Impact', [
      rule.impact,
      ...Object.entries(rule.impactIf ?? {}).map(([kind, text]) => `${kind}: ${text}`),
    ]),
    ...part(`Injected faults that it is proved to catch: ${caughtBy.length}`, [
      ...described.map((fault) => `${fault.id}: ${fault.description}`),
      ...(others === 0 ? [] : [`and ${others} more: explain ${id} --faults`]),
    ]),
    ...part(
      'To see it fail',
      nearest.map((fault) => `${program} serve --fault ${fault.id}`),
    ),
    ...part('To try only this rule', [`${program} run --only ${id}`]),
  ].join('\n');
}

/** @param isWhole true to describe all faults, and not only the nearest */
export async function explainCommand(name: string, flags: RawSettings, isWhole: boolean): Promise<void> {
  const path = join(folderOf(flags), formats.json.file);
  const last = isWhole ? null : await readReport(path).catch(() => ({ rules: [] }));
  tell(explainText(name, { style: outputStyle(), program: programText(howCalled()), last }));
}
