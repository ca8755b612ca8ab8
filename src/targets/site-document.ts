import { matrixParts } from '../history/matrix-document.ts';
import { begunAt, countOf, dayAndTimeOf } from '../model/text.ts';
import {
  type Document,
  type Item,
  joined,
  listPart,
  name,
  type RichText,
  sentence,
} from '../render/document.ts';
import { anchor, versionOf } from '../render/parts.ts';
import { statusMarks } from '../report/exit-status.ts';
import { grouped } from '../report/groups.ts';
import type { Step } from '../report/rule-history.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { gravestOf, NOT_WORSE, resultsInWords, type TargetStatus } from './status.ts';

export const sitePage = (label: string): string => `${encodeURIComponent(label)}/report.html`;

const linkTo = (label: string, rule: string): RichText => [
  { to: `${sitePage(label)}#${anchor(rule)}`, words: [name(rule)] },
];

/** Returns a line for the rules that got worse, or better, since one earlier run. */
function changeItems({ label, worse, better }: TargetStatus): readonly Item[] {
  const items = (steps: readonly Step[], mark: VerdictStyle, is: string, was: string): Item[] =>
    grouped(steps, ({ last }) => last?.report.run.startedAt ?? '').map((all) => {
      const before = all[0].last?.report;
      return {
        mark,
        words: [
          name(label),
          `: ${countOf(all.length, 'rule')} ${is}, `,
          before === undefined ? 'not decided before' : `${was} on ${begunAt(before)}`,
          ...versionOf(before),
          ': ',
          ...joined(
            all.map(({ rule }) => linkTo(label, rule.id)),
            ', ',
          ),
        ],
      };
    });
  return [...items(worse, 'fail', 'failing', 'held'), ...items(better, 'pass', 'passing again', 'failed')];
}

const downItems = (statuses: readonly TargetStatus[]): readonly Item[] =>
  statuses.flatMap(({ label, report, noResult }) => {
    const why = report === null ? noResult : report.problem;
    return why === undefined || why === null
      ? []
      : [{ mark: 'fail' as const, words: [name(label), ': ', sentence(why)] }];
  });

/** Returns the page of all targets: targets without a result, changes since the last run, a row per target, the matrix. Pure. */
export function siteDocument(statuses: readonly TargetStatus[], now: Date): Document {
  const reports = statuses.flatMap(({ label, report }) =>
    report === null ? [] : [{ ...report, target: { ...report.target, label } }],
  );
  const hrefs = reports.map(({ target }) => sitePage(target.label));
  const changes = statuses.flatMap(changeItems);
  const [worse, better] = [statuses.flatMap((one) => one.worse), statuses.flatMap((one) => one.better)];
  const exitStatus = gravestOf(statuses);
  const isGood = exitStatus === 0 && !statuses.some(({ notWorse }) => notWorse);
  const notes = statuses.flatMap(({ report, notWorse }) =>
    report === null ? [] : [notWorse ? `; ${NOT_WORSE}` : ''],
  );
  return {
    kind: 'Conformance of issue services',
    mark: exitStatus > 0 || isGood ? statusMarks[exitStatus] : 'known',
    title: resultsInWords(statuses),
    lead: [
      [`Exit status ${exitStatus}.`],
      [`${countOf(worse.length, 'rule')} newly failing, ${better.length} passing again.`],
    ],
    about: [[`Made ${dayAndTimeOf(now.toISOString())}`]],
    notices: [],
    parts: [
      listPart({ id: 'down', mark: 'fail', title: 'Targets without a usable result' }, downItems(statuses)),
      listPart(
        { id: 'since', mark: worse.length > 0 ? 'fail' : 'pass', title: 'Since the last runs' },
        changes,
      ),
      ...matrixParts(reports, { hrefs, notes }),
    ],
    foot: ['issue-conformance'],
  };
}
