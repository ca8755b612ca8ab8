import { rules } from '../../suites/index.ts';
import { statedSections } from '../model/words.ts';
import type { CatalogueRule } from './catalogue-rule.ts';

/**
 * The texts of all rules, in the order of reports. The build stores them as plain data
 * (scripts/precomputed.js), so reading them does not load the rules' code.
 */
export const catalogue: readonly CatalogueRule[] = rules.map(
  ({ id, level, statedIn, says, needs, tried, impact }) => ({
    id,
    level,
    sections: statedSections({ statedIn }),
    statement: says,
    needs,
    tried,
    means: impact.general,
  }),
);
