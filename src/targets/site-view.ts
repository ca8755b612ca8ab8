import { matrix } from '../compare/matrix.ts';
import { matrixView } from '../compare/matrix-view.ts';
import { type Entry, entryOf, type View, viewPart } from '../compare/view.ts';
import { reportWithoutRules } from '../host/unfinished.ts';
import type { Report } from '../report/model.ts';
import { countOf, minuteOf, shown } from '../report/text.ts';
import { headlineOf } from '../results/outcome.ts';
import { versionOf } from '../results/version.ts';
import type { ListedTarget } from './file.ts';
import { gravestFirst, type RuleChange, type TargetStatus } from './status.ts';

const REASON = 300;

/** Returns the address of a target's page in the site. */
export const pageOf = (label: string): string => `${encodeURIComponent(label)}/report.html`;

type Last = NonNullable<RuleChange['last']>;

/** Returns the time and version of the last run that decided the rule differently. */
function lastOf(last: Last): string {
  return `${minuteOf(last.startedAt)} UTC${last.version === null ? '' : `, version ${shown(last.version)}`}`;
}

const changeEntry = (label: string, id: string, last: Last, isWorse: boolean): Entry =>
  entryOf({
    about: [label, id],
    tone: isWorse ? 'fail' : 'pass',
    change: isWorse ? 'now fails' : 'passes again',
    worse: isWorse,
    seen: `${isWorse ? 'last held' : 'last failed'}: ${lastOf(last)}`,
    folded: 'nowhere',
  });

/** Rules of a target that a line names. */
const NAMED = 3;

/** Returns the first names, and the number of the others. */
export const firstOf = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** Returns one entry for all failing rules that no earlier run decided. */
function newEntries(status: TargetStatus): readonly Entry[] {
  const isNew = new Set(status.worse.flatMap(({ id, last }) => (last === null ? [id] : [])));
  if (isNew.size === 0) return [];
  return [
    entryOf({
      about: [status.label],
      tone: 'fail',
      change: isNew.size === 1 ? '1 rule fails' : `${isNew.size} rules fail`,
      seen: `not decided before: ${firstOf(gravestFirst(status).filter((id) => isNew.has(id)))}`,
      folded: 'nowhere',
    }),
  ];
}

const changeEntries = (label: string, changes: readonly RuleChange[], isWorse: boolean): readonly Entry[] =>
  changes.flatMap(({ id, last }) => (last === null ? [] : [changeEntry(label, id, last, isWorse)]));

function entriesOf(status: TargetStatus): readonly Entry[] {
  const { label, noResult, worse, better } = status;
  if (noResult !== null)
    return [
      entryOf({
        about: [label],
        tone: 'fail',
        change: 'no result',
        worse: true,
        seen: shown(noResult, REASON),
        folded: 'nowhere',
      }),
    ];
  return [
    ...changeEntries(label, worse, true),
    ...newEntries(status),
    ...changeEntries(label, better, false),
  ];
}

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

/** Returns a report that only names a target. */
const absentReport = (target: ListedTarget | undefined, noResult: string | null, now: Date): Report =>
  reportWithoutRules(
    { runId: 'none', startedAt: now },
    { outcome: 'unusable', problem: `No result: ${noResult ?? 'unknown'}` },
    target?.settings ?? null,
  );

/** Returns the page of all targets: changes since the last run, the matrix, and a row per target. Pure. */
export function siteView(
  targets: readonly ListedTarget[],
  statuses: readonly TargetStatus[],
  now: Date,
): View {
  const reports = statuses.map(
    ({ report, noResult }, index) => report ?? absentReport(targets[index], noResult, now),
  );
  const hrefs = statuses.map(({ label, report }) => (report === null ? '' : pageOf(label)));
  const view = matrixView(matrix(reports, hrefs));
  const changes = statuses.flatMap(entriesOf);
  const rows = statuses.map(({ label, report, exitStatus, failing, known, undecided }) => [
    { text: label, quoted: true, ...(report === null ? {} : { href: pageOf(label) }) },
    { text: report === null ? 'No result' : headlineOf(report) },
    { text: String(exitStatus) },
    { text: report === null ? '' : `${minuteOf(report.run.startedAt)} UTC` },
    { text: (report === null ? null : versionOf(report)) ?? '', quoted: true },
    { text: String(failing.length) },
    { text: String(known.length) },
    { text: String(undecided.length) },
  ]);
  const heads = ['target', 'outcome', 'exit status', 'run', 'version', 'failing', 'known', 'undecided'];
  return {
    ...view,
    title: resultsInWords(statuses),
    sentences: [`Made ${minuteOf(now.toISOString())} UTC.`, ...view.sentences],
    parts: [
      ...viewPart(
        'since',
        'Since the last run',
        changes.some(({ tone }) => tone === 'fail') ? 'fail' : 'pass',
        [
          {
            kind: 'entries',
            title: '',
            entries:
              changes.length > 0
                ? changes
                : [
                    entryOf({
                      about: [],
                      tone: 'pass',
                      seen: 'No rule became worse or better at any target.',
                      folded: 'nowhere',
                    }),
                  ],
          },
        ],
        'Each rule is compared with the last run of its target that decided it.',
      ),
      ...view.parts.flatMap((part) =>
        part.key === 'targets'
          ? viewPart('runs', 'Runs', 'observed', [
              { kind: 'table', caption: 'The last run of each target', heads, rows },
            ])
          : [part],
      ),
    ],
  };
}
