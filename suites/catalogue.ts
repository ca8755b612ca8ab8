import { type RuleMetadata, statedSections } from '../src/model/rule-metadata.ts';
import { cited } from '../src/model/statements.ts';
import { rules } from './index.ts';

/** A rule of the catalogue, as data. */
export interface CatalogueRule extends Pick<RuleMetadata, 'id' | 'level' | 'statement' | 'needs' | 'tried'> {
  /** Sections of the specification that state the rule. */
  readonly sections: readonly string[];
  /** The statements there, in our own words: `§ 8, zero: …`. */
  readonly specification: readonly string[];
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
