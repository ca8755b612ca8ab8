import { matrix } from '../compare/matrix.ts';
import { matrixParts } from '../compare/matrix-document.ts';
import { type Document, type Item, joined, name, sentence, value, type Words } from '../document/document.ts';
import { listPart, tablePart } from '../document/parts.ts';
import { anchor } from '../report/failure-parts.ts';
import { countOf, dayAndTimeOf } from '../report/text.ts';
import type { Mark } from '../results/marks.ts';
import { headlineOf } from '../results/outcome.ts';
import { runMark } from '../results/standing.ts';
import { failingOf, gravestOf, type RuleChange, type TargetStatus } from './status.ts';

/** Returns the address of a target's page in the site. */
export const pageOf = (label: string): string => `${encodeURIComponent(label)}/report.html`;

/** Rules of a target that a line names. */
const NAMED = 3;

/** Returns the first names, and the number of the others. */
export const firstOf = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** Results of targets in words, the worst first; each target has one of them. */
const RESULTS = ['with failures', 'unusable', 'without a result', 'incomplete', 'good'] as const;

function resultIn({ report, failing, exitStatus }: TargetStatus): (typeof RESULTS)[number] {
  if (report === null) return 'without a result';
  if (report.outcome === 'unusable' || report.outcome === 'broken') return 'unusable';
  if (failing.length > 0 || exitStatus === 1) return 'with failures';
  return exitStatus === 0 ? 'good' : 'incomplete';
}

/** Returns the results of all targets: `3 targets: 1 without a result, 2 good`. */
export function resultsInWords(statuses: readonly TargetStatus[]): string {
  const results = statuses.map(resultIn);
  const said = RESULTS.flatMap((what) => {
    const count = results.filter((result) => result === what).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  return `${countOf(statuses.length, 'target')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}

const linkTo = (label: string, rule = ''): Words => [
  { to: `${pageOf(label)}${rule === '' ? '' : `#${anchor(rule)}`}`, words: [name(rule || label)] },
];

/** Returns a line for each rule that got worse or better, and one for failing rules that no run decided before. */
function changeItems(status: TargetStatus): readonly Item[] {
  const { label, worse, better } = status;
  const isNew = new Set(worse.flatMap(({ id, last }) => (last === null ? [id] : [])));
  const first = failingOf(status).filter((id) => isNew.has(id));
  const changeItem = ({ id, last }: RuleChange, isWorse: boolean): Item[] =>
    last === null
      ? []
      : [
          {
            mark: isWorse ? 'fail' : 'pass',
            words: [
              name(label),
              ': ',
              ...linkTo(label, id),
              `${isWorse ? ' fails, held' : ' passes again, failed'} on ${dayAndTimeOf(last.startedAt)}`,
              ...(last.version === null ? [] : [', version ', name(last.version)]),
            ],
          },
        ];
  const ids = joined(
    first.slice(0, NAMED).map((id) => linkTo(label, id)),
    ', ',
  );
  const others = first.length > NAMED ? ` and ${first.length - NAMED} more` : '';
  return [
    ...worse.flatMap((change) => changeItem(change, true)),
    ...(first.length === 0
      ? []
      : [
          {
            mark: 'fail' as const,
            words: [name(label), `: ${countOf(first.length, 'new failure')}: `, ...ids, others],
          },
        ]),
    ...better.flatMap((change) => changeItem(change, false)),
  ];
}

const MARKS: Readonly<Record<TargetStatus['exitStatus'], Mark>> = {
  0: 'pass',
  1: 'fail',
  2: 'fail',
  3: 'inconclusive',
  4: 'fail',
};

/** Returns the targets without a usable result, and why. */
const downItems = (statuses: readonly TargetStatus[]): readonly Item[] =>
  statuses.flatMap(({ label, report, noResult }) => {
    const why = report === null ? noResult : report.problem;
    return why === undefined || why === null
      ? []
      : [{ mark: 'fail' as const, words: [name(label), ': ', sentence(why)] }];
  });

/** Returns the page of all targets: what is down, changes since the last run, a row per target, the matrix. Pure. */
export function siteDocument(statuses: readonly TargetStatus[], now: Date): Document {
  const reports = statuses.flatMap(({ label, report }) => (report === null ? [] : [{ label, report }]));
  const found = matrix(
    reports.map(({ report }) => report),
    reports.map(({ label }) => pageOf(label)),
  );
  const changes = statuses.flatMap(changeItems);
  const isWorse = changes.some(({ mark }) => mark === 'fail');
  const exitStatus = gravestOf(statuses);
  return {
    kind: 'Conformance of issue services',
    mark: MARKS[exitStatus],
    title: resultsInWords(statuses),
    lead: [
      [`Exit status ${exitStatus}.`],
      [
        changes.length === 0
          ? 'No rule became worse or better.'
          : `${countOf(changes.length, 'change')} since the last runs.`,
      ],
    ],
    about: [[`Made ${dayAndTimeOf(now.toISOString())}`]],
    notices: [],
    parts: [
      ...listPart('down', 'fail', 'Targets without a usable result', downItems(statuses)),
      ...listPart('since', isWorse ? 'fail' : 'pass', 'Since the last run that decided each rule', changes),
      ...tablePart(
        'runs',
        'Targets',
        ['Target', 'Outcome', 'Exit status', 'Run', 'Version', 'Failing', 'Known', 'Undecided'],
        statuses.map(({ label, report, exitStatus: status, failing, known, undecided }) => [
          { words: report === null ? [name(label)] : linkTo(label) },
          report === null
            ? { mark: 'fail', words: ['No result'] }
            : { mark: runMark(report), words: [headlineOf(report)] },
          { words: [String(status)] },
          { words: report === null ? [] : [dayAndTimeOf(report.run.startedAt)] },
          { words: report?.run.targetVersion === undefined ? [] : [value(report.run.targetVersion)] },
          { words: [String(failing.length)] },
          { words: [String(known.length)] },
          { words: [String(undecided.length)] },
        ]),
      ),
      ...matrixParts(found).filter(({ id }) => id !== 'targets'),
    ],
    last: [],
    foot: ['issue-conformance'],
  };
}
