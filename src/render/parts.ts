import { isGating } from '../model/rule-metadata.ts';
import { grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { name, type RichText } from './document.ts';

/** Returns the place of a rule in a page. */
export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

export const linked = ({ id }: Pick<RuleReport, 'id'>): RichText => [
  { to: `#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

/**
 * Returns the results of all gating rules, grouped by the first section that states each.
 *
 * @param resultOf the result of a rule in the run that is shown
 * @param linkTo the place of a result
 */
export function stripOf(
  rules: readonly RuleReport[],
  resultOf: (rule: RuleReport) => RuleReport | undefined,
  linkTo: (result: RuleReport) => string | null,
): RichText {
  const groups = grouped(rules.filter(isGating), ({ sections }) => sections[0] ?? '')
    .map((members) => ({ section: members[0].sections[0] ?? '', members }))
    .toSorted((a, b) => a.section.localeCompare(b.section, 'en', { numeric: true }));
  return [
    {
      groups: groups.map(({ section, members }) => ({
        section: name(section),
        cells: members.map((rule) => {
          const result = resultOf(rule);
          const mark = verdictStyleOf(result);
          const title = name(`${rule.id}: ${verdictStyles[mark].word}`);
          return { mark, title, to: result === undefined ? null : linkTo(result) };
        }),
      })),
    },
  ];
}
