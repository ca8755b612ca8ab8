import { isGating } from '../model/rule-metadata.ts';
import { begunAt } from '../model/text.ts';
import { type Block, name, type RichText, sentence } from '../render/document.ts';
import { actualInShort } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import { isDecided, reasonIn, runMark } from '../report/strict-exit-status.ts';

export type Cells = (Block & { is: 'table' })['rows'][number];

const SHORT = 300;

/** Returns the result of a rule in a line: the actual result, the observed value, or the reason for none. */
export function shownBy(rule: RuleReport): RichText {
  if (rule.verdict === 'fail') return [sentence(actualInShort(rule), SHORT)];
  if (rule.verdict === 'observed') return [sentence(rule.observation?.value ?? '', SHORT)];
  return [sentence(reasonIn(rule), SHORT)];
}

export const RUN_HEADS = ['Target', 'Outcome', 'Failed', 'Undecided', 'Run', 'Version'] as const;

/** Returns the row of a run in a table with {@link RUN_HEADS}. Undecided rules have their own count, so that they favour no target. */
export function runRow(report: Report, head: RichText, note = ''): Cells {
  const { run } = report;
  const judged = report.rules.filter(isGating);
  const decided = judged.filter(isDecided);
  const failed = decided.filter(({ verdict }) => verdict === 'fail');
  return [
    { words: head },
    { mark: runMark(report), words: [headlineOf(report), note] },
    { words: [`${failed.length} of ${decided.length} decided`] },
    { words: [String(judged.length - decided.length)] },
    { words: [begunAt(report)] },
    { words: run.targetVersion === undefined ? [] : [name(run.targetVersion)] },
  ];
}
