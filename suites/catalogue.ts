import type { Level, Need, RuleId } from '../src/model/rule-ids.ts';
import { statedSections } from '../src/model/rule-metadata.ts';
import { cited } from '../src/model/statements.ts';
import { rules } from './index.ts';

/** A rule of the catalogue, as data. */
export interface CatalogueRule {
  /** Never changed or removed once released. */
  readonly id: RuleId;
  /** `required` and `implied` rules are gating: they decide the outcome. An `observed` rule only records a fact. */
  readonly level: Level;
  /** Sections of the specification that state the rule. */
  readonly sections: readonly string[];
  /** The statements there, in our own words: `§ 8, zero: …`. */
  readonly specification: readonly string[];
  /** The rule in one sentence; for an `observed` rule, the question that it answers. */
  readonly statement: string;
  /** Settings without which the rule is skipped. */
  readonly needs: readonly Need[];
  /** The procedure of the rule, and what leaves it undecided. */
  readonly tried: string;
  /** The impact of a violation; for an `observed` rule, why the fact is worth knowing. */
  readonly means: string;
}

/** The texts of all rules, in the order of reports. The build stores them as data, without the rules' code. */
export const catalogue: readonly CatalogueRule[] = rules.map(
  ({ id, level, statedIn, statement, needs, tried, impact }) => ({
    id,
    level,
    sections: statedSections({ statedIn }),
    specification: statedIn.map(cited),
    statement,
    needs,
    tried,
    means: impact,
  }),
);
