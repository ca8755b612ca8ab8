import { tones } from '../../results/tones.ts';
import type { PlacedRule } from './anchors.ts';
import { named } from './fit.ts';
import type { Section } from './specification.tsx';

const LEVELS = ['required', 'implied', 'observed'] as const;
const VERDICTS = ['fail', 'inconclusive', 'skip', 'pass', 'observed'] as const;
const OPTION = 120;

interface FilterProps {
  readonly rules: readonly PlacedRule[];
  readonly sections: readonly Section[];
}

/** The filter form. The script shows it; without the script, all rules stay visible. */
export function Filter({ rules, sections }: FilterProps) {
  if (rules.length === 0) return null;
  return (
    <form
      class="filter screen-only"
      role="search"
      aria-label="Filter the rules"
      id="filter"
      autocomplete="off"
      hidden
    >
      <div class="field">
        <label for="filter-verdict">Verdict</label>
        <select id="filter-verdict" name="verdict">
          <option value="">any</option>
          {VERDICTS.filter((verdict) => rules.some(({ rule }) => rule.verdict === verdict)).map((verdict) => (
            <option value={verdict}>{tones[verdict].word}</option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="filter-level">Level</label>
        <select id="filter-level" name="level">
          <option value="">any</option>
          {LEVELS.filter((level) => rules.some(({ rule }) => rule.level === level)).map((level) => (
            <option value={level}>{level}</option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="filter-section">Section</label>
        <select id="filter-section" name="section">
          <option value="">any</option>
          {sections
            .filter((each) => each.rules.length > 0)
            .map(({ section, title, slug }) => (
              <option value={slug}>
                {named(section, OPTION)}
                {title === null ? '' : ` ${title}`}
              </option>
            ))}
        </select>
      </div>
      <div class="field wide">
        <label for="filter-q">Search rules</label>
        <input type="search" id="filter-q" name="q" />
      </div>
      <button type="reset" class="button">
        Show all
      </button>
      <output class="matches" for="filter-verdict filter-level filter-section filter-q" />
    </form>
  );
}
