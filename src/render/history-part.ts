import { begunAt, countOf } from '../model/text.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { resultOf, ruleIn } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { joined, name, type Part, type RichText, table } from './document.ts';
import { runsTable, signsOf, versionOf } from './parts.ts';

/** Returns the address of an earlier report; `null` if there is none. */
export type LinkTo = (report: Report) => string | null;

const MOST_RUNS = 30;

/** Returns since when a rule fails, with no pass since, and how often its result changed; nothing if neither. */
function storyOf(results: readonly (RuleReport | undefined)[], runs: readonly Report[]): RichText {
  const verdicts = results.map((rule) => rule?.verdict);
  const since = runs[verdicts.indexOf('fail', verdicts.lastIndexOf('pass') + 1)];
  const known = results.map((rule) => rule && resultOf(rule)).filter((result) => result != null);
  const changes = known.filter((result, at) => at > 0 && result !== known[at - 1]).length;
  const parts: RichText[] = [];
  if (since !== undefined) parts.push([`fails since ${begunAt(since)}`, ...versionOf(since)]);
  if (changes > 0) parts.push([`changed ${countOf(changes, 'time')}`]);
  return joined(parts, '; ');
}

/** Returns the last runs on the target, and the rules that fail or changed in them. Without earlier runs, it is empty. */
export function historyPart(report: Report, past: readonly Report[], linkTo: LinkTo): Part {
  const runs = [...past, report].slice(-MOST_RUNS);
  const finders = runs.map(ruleIn);
  const rules = report.rules.flatMap((rule) => {
    const results = finders.map((find) => find(rule));
    const story = storyOf(results, runs);
    const signs = results.map((each) => verdictStyles[verdictStyleOf(each)].sign).join('');
    return story.length === 0 ? [] : [[{ words: [name(rule.id)] }, { words: [signs] }, { words: story }]];
  });
  const rows = runs.toReversed().map((run) => {
    const href = run === report ? null : linkTo(run);
    const head = [begunAt(run)];
    return {
      report: run,
      head: href === null ? head : [{ to: href, words: head }],
      note: signsOf(report.rules, run, href),
    };
  });
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
