import { matrix } from '../history/matrix.ts';
import { matrixParts } from '../history/matrix-document.ts';
import { countOf, dayAndTimeOf } from '../model/text.ts';
import { type Document, type Item, joined, name, type RichText, sentence } from '../render/document.ts';
import { anchor } from '../render/failure-parts.ts';
import { listPart } from '../render/parts.ts';
import { grouped } from '../report/groups.ts';
import { statusMarks } from '../report/strict-exit-status.ts';
import type { VerdictStyle } from '../report/verdict-styles.ts';
import { gravestOf, type RuleChange, type TargetStatus } from './status.ts';

export const sitePage = (label: string): string => `${encodeURIComponent(label)}/report.html`;

const RESULTS = { 1: 'with failures', 2: 'unusable', 4: 'broken', 3: 'incomplete', 0: 'good' } as const;

/** Returns the results of all targets, the worst first: `3 targets: 1 without a result, 2 good`. */
export function resultsInWords(statuses: readonly TargetStatus[]): string {
  const results = statuses.map(({ report, exitStatus }) =>
    report === null ? 'without a result' : RESULTS[exitStatus],
  );
  const said = ['without a result', ...Object.values(RESULTS)].flatMap((what) => {
    const count = results.filter((result) => result === what).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  return `${countOf(statuses.length, 'target')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}

const linkTo = (label: string, rule = ''): RichText => [
  { to: `${sitePage(label)}${rule === '' ? '' : `#${anchor(rule)}`}`, words: [name(rule || label)] },
];

/** Returns a line for the rules that got worse, or better, since one earlier run. */
function changeItems({ label, worse, better }: TargetStatus): readonly Item[] {
  const items = (changes: readonly RuleChange[], mark: VerdictStyle, is: string, was: string): Item[] =>
    grouped(changes, ({ last }) => last?.startedAt ?? '').map(([first, ...others]) => {
      const { startedAt, version = null } = first.last ?? {};
      const rules = [first, ...others].map(({ id }) => linkTo(label, id));
      return {
        mark,
        words: [
          name(label),
          `: ${countOf(rules.length, 'rule')} ${is}, `,
          startedAt === undefined ? 'not decided before' : `${was} on ${dayAndTimeOf(startedAt)}`,
          ...(version === null ? [] : [', version ', name(version)]),
          ': ',
          ...joined(rules, ', '),
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
  const found = matrix(
    reports,
    reports.map(({ target }) => sitePage(target.label)),
  );
  const changes = statuses.flatMap(changeItems);
  const [worse, better] = [statuses.flatMap((one) => one.worse), statuses.flatMap((one) => one.better)];
  const exitStatus = gravestOf(statuses);
  return {
    kind: 'Conformance of issue services',
    mark: statusMarks[exitStatus],
    title: resultsInWords(statuses),
    lead: [
      [`Exit status ${exitStatus}.`],
      [`${countOf(worse.length, 'rule')} newly failing, ${better.length} passing again.`],
    ],
    about: [[`Made ${dayAndTimeOf(now.toISOString())}`]],
    notices: [],
    parts: [
      ...listPart('down', 'fail', 'Targets without a usable result', downItems(statuses)),
      ...listPart('since', worse.length > 0 ? 'fail' : 'pass', 'Since the last runs', changes),
      ...matrixParts(found),
    ],
    last: [],
    foot: ['issue-conformance'],
  };
}
