import { catalogue } from '../../suites/catalogue.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { statementOf } from './card.ts';
import { type Block, name, type RichText, sentence, text } from './document.ts';
import { evidenceBlocks } from './evidence-blocks.ts';
import { list, only } from './parts.ts';

export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

/** Returns the statement of a rule. In a page, its sections unfold the statements of the specification, if the rule is known. */
function statementBlocks(rule: RuleReport): Block[] {
  const { specification = [] } = catalogue.find(({ id }) => id === rule.id) ?? {};
  const words = statementOf(rule);
  if (specification.length === 0) return [text(words)];
  const blocks = [list(specification.map((one) => ({ words: [sentence(one)] })))];
  return [only(['terminal', 'markdown'], text(words)), { is: 'fold', only: ['page'], words, blocks }];
}

/** Returns the statement, the facts and the evidence of a failed rule, and how to see it again. */
export function cardBlocks(rule: RuleReport, report: Report): Block[] {
  const { failure } = rule;
  return [...statementBlocks(rule), ...(failure === undefined ? [] : evidenceBlocks(rule, failure, report))];
}
