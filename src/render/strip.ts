import { isGating } from '../model/rule-metadata.ts';
import { grouped } from '../report/groups.ts';
import type { RuleReport } from '../report/model.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { name, type Strip } from './document.ts';

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
): Strip {
  const groups = grouped(rules.filter(isGating), ({ sections }) => sections[0] ?? '')
    .map((members) => ({ section: members[0].sections[0] ?? '', members }))
    .toSorted((a, b) => a.section.localeCompare(b.section, 'en', { numeric: true }));
  return {
    groups: groups.map(({ section, members }) => ({
      section: name(section),
      cells: members.map((rule) => {
        const result = resultOf(rule);
        const mark = verdictStyleOf(result);
        const title = name(`${rule.id}: ${verdictStyles[mark].word}`);
        return { mark, title, to: result === undefined ? null : linkTo(result) };
      }),
    })),
  };
}
