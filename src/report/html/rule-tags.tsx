import type { RuleReport } from '../model.ts';
import { named } from './fit.ts';

const SECTIONS = 6;
const SECTION = 120;

/** The sections of a rule as they are cited, as many as fit: `§ 4.1, 7`. */
export function shownSections({ sections }: Pick<RuleReport, 'sections'>): string {
  const cited = sections.slice(0, SECTIONS).map((section) => named(section, SECTION));
  const more = sections.length > SECTIONS ? ', …' : '';
  return cited.length === 0 ? 'no section' : `§\u00a0${cited.join(', ')}${more}`;
}

/** The level of a rule, and where in the specification it stands. */
export function RuleTags({ rule }: { readonly rule: RuleReport }) {
  return (
    <>
      <span class="tag">{rule.level}</span> <span class="tag">{shownSections(rule)}</span>
    </>
  );
}
