import type { RuleReport } from '../report/model.ts';
import type { Column } from './columns.ts';
import { briefEntry, type Entry, reasonOf, sharedEntries } from './entries.ts';

/** What stands behind the cells of one column. */
export interface ColumnDetails {
  readonly column: Column;
  /** What is seen in the place of what a rule demands. */
  readonly failing: readonly Entry[];
  /** Why rules are not decided, observations included. */
  readonly undecided: readonly Entry[];
}

const asPair = (rule: RuleReport) => ({ before: rule, after: rule });

/** What the targets do instead of what is demanded, and what is not known of them. */
export function columnDetails(columns: readonly Column[]): readonly ColumnDetails[] {
  return columns.map((column) => {
    const { rules } = column.report;
    const open = rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip');
    return {
      column,
      failing: rules.filter(({ verdict }) => verdict === 'fail').map((rule) => briefEntry(asPair(rule))),
      undecided: sharedEntries(open.map(asPair), 'why', ({ after }) => reasonOf(after)),
    };
  });
}
