import { isGating } from '../model/rule-metadata.ts';
import { begunAt, countOf } from '../model/text.ts';
import { runMark } from '../report/exit-status.ts';
import { actualInShort } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { countsOf, headlineOf } from '../report/outcome.ts';
import { resultOf, ruleIn, type Step } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  type Item,
  joined,
  name,
  type Part,
  type RichText,
  sentence,
  table,
} from './document.ts';

/** Returns the place of a rule in a page. */
export const anchor = (id: string): string => `rule-${id.slice(0, 100).replaceAll(/[^\w.-]/g, '_')}`;

/** Returns a rule that leads to its place. @param page the address of another page */
export const linked = ({ id }: Pick<RuleReport, 'id'>, page = ''): RichText => [
  { to: `${page}#${anchor(id)}`, words: [name(id)] },
];

/** Returns the version of the service that answered a run, for the end of a line. */
export const versionOf = (report: Report | undefined): RichText =>
  report?.run.targetVersion === undefined ? [] : [', version ', name(report.run.targetVersion)];

/** Returns the result of a rule in a line: the actual result, the observed value, or the reason for none. */
export function resultWords(rule: RuleReport, most = 300): RichText {
  const { verdict, observation, reason = '' } = rule;
  if (verdict === 'fail') return [sentence(actualInShort(rule), most)];
  return [sentence(verdict === 'observed' ? observation?.value || observation?.note || '' : reason, most)];
}

/** Returns a line on a rule that changed: its verdicts then and now, or both observed values. @param title of the rule */
export function changeItem({ rule, last }: Step, title: RichText): Item {
  const mark = verdictStyleOf(rule);
  const result = rule.verdict === 'pass' ? [] : [': ', ...resultWords(rule)];
  if (!isGating(rule))
    return { mark, words: [...title, ...result, ...(last ? ['; before: ', ...resultWords(last.rule)] : [])] };
  const old = verdictStyles[last === null ? 'inconclusive' : verdictStyleOf(last.rule)].word;
  return { mark, words: [...title, ` (${old} → ${verdictStyles[mark].word})`, ...result] };
}

/** Returns a table of runs. Undecided rules have their own count, so that they favour no target. @param label for readers who do not see it */
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

/** Returns since when a rule fails, with no pass since, and how often its result changed; nothing if neither. Earlier runs than these may have failed. */
function storyOf(results: readonly (RuleReport | undefined)[], runs: readonly Report[]): RichText {
  const verdicts = results.map((rule) => rule?.verdict);
  const passed = verdicts.lastIndexOf('pass');
  const since = runs[verdicts.indexOf('fail', passed + 1)];
  const known = results.map((rule) => rule && resultOf(rule)).filter((result) => result != null);
  const changes = known.filter((result, at) => at > 0 && result !== known[at - 1]).length;
  const parts: RichText[] = [];
  if (since !== undefined)
    parts.push([`fails ${passed < 0 ? 'at least ' : ''}since ${begunAt(since)}`, ...versionOf(since)]);
  if (changes > 0) parts.push([`changed ${countOf(changes, 'time')}`]);
  return joined(parts, '; ');
}

/**
 * Returns the last runs on the target, and the rules that fail or changed in them. Without earlier runs, it is empty.
 *
 * @param past reports on the same target, the oldest first
 */
export function historyPart(report: Report, past: readonly Report[]): Part {
  const runs = [...past, report];
  const finders = runs.map(ruleIn);
  const rules = report.rules.flatMap((rule) => {
    const results = finders.map((find) => find(rule));
    const story = storyOf(results, runs);
    const signs = results.map((each) => verdictStyles[verdictStyleOf(each)].sign).join('');
    return story.length === 0 ? [] : [[{ words: [name(rule.id)] }, { words: [signs] }, { words: story }]];
  });
  const rows = runs.toReversed().map((run) => ({ report: run, head: [begunAt(run)] }));
  const blocks = [
    table('Rules that fail or changed', ['Rule', 'Oldest to newest', 'What happened'], rules),
    runsTable('Runs', rows),
  ];
  return {
    id: 'history',
    title: `History: ${countOf(runs.length, 'run')}`,
    only: ['page'],
    blocks: past.length === 0 ? [] : blocks,
  };
}
