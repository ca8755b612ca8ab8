import { isDecided, runMark } from '../report/exit-status.ts';
import { actualInShort } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { countsOf, headlineOf } from '../report/outcome.ts';
import type { Step } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, type Item, name, type RichText, sentence, table } from './document.ts';

/** Returns the place of a rule in a page. */
export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

/** Returns a rule that leads to its place. @param page the address of another page */
export const linked = ({ id }: Pick<RuleReport, 'id'>, page = ''): RichText => [
  { to: `${page}#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = ({ run: { targetVersion } }: Report): RichText =>
  targetVersion === undefined ? [] : [', version ', name(targetVersion)];

/** Returns the result of a rule in a line: the actual result, the observed value, or the reason for none. */
export function resultLine(rule: RuleReport, most = 300): RichText {
  if (rule.verdict === 'fail') return [sentence(actualInShort(rule), most)];
  if (rule.verdict === 'observed')
    return [sentence(rule.observation?.value || rule.observation?.note || '', most)];
  return [sentence(rule.reason ?? '', most)];
}

/** Returns a line for a rule, with its result now and before. @param head the rule, as the line names it */
export function changeItem({ rule, last }: Step, head: RichText): Item {
  const mark = verdictStyleOf(rule);
  if (rule.verdict === 'observed') {
    const before = last === null ? [] : ['; before: ', ...resultLine(last.rule)];
    return { mark, words: [...head, ': ', ...resultLine(rule), ...before] };
  }
  const now = verdictStyles[mark].word;
  const undecided = isDecided(rule) ? 'undecided' : now;
  const old = last === null ? undecided : verdictStyles[verdictStyleOf(last.rule)].word;
  const change = old === now ? '' : ` (${old} → ${now})`;
  const result = rule.verdict === 'pass' ? [] : [': ', ...resultLine(rule)];
  return { mark, words: [...head, change, ...result] };
}

/** Returns a table of runs. Undecided rules have their own count, so that they favour no target. */
export const runsTable = (
  label: string,
  runs: readonly { readonly report: Report; readonly head: RichText; readonly note?: RichText }[],
): Block =>
  table(
    label,
    ['Run', 'Outcome', 'Failed', 'Undecided'],
    runs.map(({ report, head, note = [] }) => {
      const { fail, pass, inconclusive, skip } = countsOf(report.rules);
      return [
        { words: head },
        { mark: runMark(report), words: [headlineOf(report), ...versionOf(report), ...note] },
        { words: [`${fail} of ${fail + pass} decided`] },
        { words: [String(inconclusive + skip)] },
      ];
    }),
  );
