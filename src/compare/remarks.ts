import { isSameTarget } from '../history/past.ts';
import type { Report } from '../report/model.ts';
import { selectionFlags } from '../report/notices.ts';
import { chosenOf } from '../report/outcome.ts';
import { shown } from '../report/shown.ts';
import { isDecided } from './change-kind.ts';
import type { Changes } from './changes.ts';
import { saysItsSettings, settingDifferences } from './setting-differences.ts';

const SENTENCE = 600;

/** Something to know before the changes are read. */
export interface Remark {
  readonly text: string;
  /** What a report says itself, in words that may be the target's; empty where nothing is quoted. */
  readonly quoted: string;
}

const remark = (text: string, quoted = ''): Remark => ({ text, quoted: shown(quoted, SENTENCE) });

function endOf(run: string, { problem, run: { interrupted } }: Report): readonly Remark[] {
  if (problem !== undefined) return [remark(`${run} had a problem:`, problem)];
  return interrupted === true ? [remark(`${run} was interrupted before it came to its end.`)] : [];
}

/** What a reader of one report among several has to know of its run. */
export function remarksOn(report: Report): readonly Remark[] {
  const { selection } = report.run;
  const chosen =
    selection === null
      ? []
      : [remark(`${chosenOf(report) ?? 'A part of the rules'} took part:`, selectionFlags(selection))];
  return [...chosen, ...endOf('The run', report)];
}

const isSameRun = ({ run: a }: Report, { run: b }: Report): boolean =>
  a.id === b.id && a.startedAt === b.startedAt;

/** What may explain the changes, or makes them mean less, the weightiest first. */
export function remarksOf(changes: Changes): readonly Remark[] {
  const { before, after } = changes;
  const when = (applies: boolean, ...words: readonly [string, string?]): readonly Remark[] =>
    applies ? [remark(...words)] : [];
  const shared = Object.values(changes.rules).flat();
  return [
    ...when(
      isSameRun(before, after),
      'Both reports are of one and the same run, which is never worse than itself: give the report of an earlier run first.',
    ),
    ...when(
      !isSameTarget(before.target, after.target),
      'The reports are on different targets, so these are differences between the two and not changes of one.',
    ),
    ...when(
      Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt),
      'The report that was given first, as the older one, is of a later run than the other. If that was not meant, give them the other way round: what is mended here is broken there.',
    ),
    ...endOf('The older run', before),
    ...endOf('The newer run', after),
    ...when(
      shared.length > 0 && !shared.some((pair) => isDecided(pair.before)),
      'The older report decided none of the rules that both have, so only what fails now can be told from it.',
    ),
    ...when(
      settingDifferences(before, after).length > 0,
      'The two runs had different settings, which may explain what changed.',
    ),
    ...when(
      saysItsSettings(before) !== saysItsSettings(after),
      `The ${saysItsSettings(before) ? 'newer' : 'older'} report does not say all its settings, so it is not known whether they differ.`,
    ),
    ...when(
      before.tool.version !== after.tool.version,
      'The reports were made by different versions of this program, which may try a rule in another way:',
      `${before.tool.version} and ${after.tool.version}`,
    ),
  ];
}
