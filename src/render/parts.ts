import type { Report, RuleReport } from '../report/model.ts';
import { name, type RichText } from './document.ts';

/** Returns the place of a rule in a page. */
export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];
