import { begunAt, countOf } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { countsOf, headlineOf } from '../report/outcome.ts';
import { type RuleHistory, ruleHistoryOf, ruleIn } from '../report/rule-history.ts';
import { runMark } from '../report/strict-exit-status.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { joined, name, type Part, type RichText, table } from './document.ts';
import { anchor, stripOf, versionOf } from './parts.ts';

/** Returns the address of an earlier report; `null` if there is none. */
export type LinkTo = (report: Report) => string | null;

const MOST_RUNS = 30;

const story = ({ failsSince, changes }: RuleHistory): RichText =>
  joined(
    [
      ...(failsSince === null ? [] : [[`fails since ${begunAt(failsSince)}`, ...versionOf(failsSince)]]),
      ...(changes === 0 ? [] : [[`changed ${countOf(changes, 'time')}`]]),
    ],
    '; ',
  );

/** Returns the last runs on the target, and the rules that fail or changed in them; nothing without earlier runs. */
export function historyPart(report: Report, past: readonly Report[], linkTo: LinkTo): Part[] {
  if (past.length === 0) return [];
  const runs = [...past, report].slice(-MOST_RUNS);
  const of = ruleHistoryOf(runs);
  const rules = report.rules.flatMap((rule) => {
    const found = of(rule.id);
    if (found.failsSince === null && found.changes === 0) return [];
    const signs = found.rules.map((each) => verdictStyles[verdictStyleOf(each)].sign).join('');
    return [[{ words: [name(rule.id)] }, { words: [signs] }, { words: story(found) }]];
  });
  const rows = runs.toReversed().map((run) => {
    const href = run === report ? null : linkTo(run);
    const when = [begunAt(run)];
    const strip = stripOf(report.rules, ruleIn(run), ({ id, verdict }) =>
      href === null || verdict === 'pass' ? null : `${href}#${anchor(id)}`,
    );
    const { fail, inconclusive, skip } = countsOf(run.rules);
    return [
      { words: href === null ? when : [{ to: href, words: when }] },
      { mark: runMark(run), words: [headlineOf(run), ...versionOf(run), ...strip] },
      { words: [String(fail)] },
      { words: [String(inconclusive + skip)] },
    ];
  });
  return [
    {
      id: 'history',
      title: `History: ${countOf(runs.length, 'run')}`,
      only: ['page'],
      blocks: [
        ...(rules.length === 0
          ? []
          : [table('Rules that fail or changed', ['Rule', 'Oldest to newest', 'What happened'], rules)]),
        table('Runs', ['Run', 'Outcome', 'Failed', 'Undecided'], rows),
      ],
    },
  ];
}
