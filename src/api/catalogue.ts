import { rules } from '../../suites/index.ts';
import type { CatalogueRule } from './catalogue-rule.ts';

/**
 * The words of all rules, in the order of reports. They are plain data, and the build writes them down as such
 * (scripts/precomputed.js): whoever asks for them does not load what tries the rules.
 */
export const catalogue: readonly CatalogueRule[] = rules.map(
  ({ id, level, sections, says, needs, tried, impact }) => ({
    id,
    level,
    sections,
    statement: says,
    needs,
    tried,
    means: impact.general,
  }),
);
