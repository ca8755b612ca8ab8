import { matrix } from '../compare/matrix.ts';
import { matrixView } from '../compare/matrix-view.ts';
import { type Entry, entryOf, type View, viewPart } from '../compare/view.ts';
import { reportWithoutRules } from '../host/unfinished.ts';
import type { Report } from '../report/model.ts';
import { countOf, minuteOf, shown } from '../report/text.ts';
import { headlineOf } from '../report/view/outcome.ts';
import { versionOf } from '../report/view/version.ts';
import type { ListedTarget } from './file.ts';
import type { RuleChange, TargetStatus } from './status.ts';

const REASON = 300;

/** Returns the address of a target's page in the site. */
export const pageOf = (label: string): string => `${encodeURIComponent(label)}/report.html`;

/** Returns the time and version of the last run that decided the rule differently. */
function lastOf({ last }: RuleChange): string {
  if (last === null) return 'never decided before';
  return `${minuteOf(last.startedAt)} UTC${last.version === null ? '' : `, version ${shown(last.version)}`}`;
}

const changeEntry = (label: string, change: RuleChange, isWorse: boolean): Entry =>
  entryOf({
    about: [label, change.id],
    tone: isWorse ? 'fail' : 'pass',
    change: isWorse ? 'now fails' : 'passes again',
    worse: isWorse,
    seen: `${isWorse ? 'last held' : 'last failed'}: ${lastOf(change)}`,
    folded: 'nowhere',
  });

function entriesOf({ label, noResult, worse, better }: TargetStatus): readonly Entry[] {
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
    ...worse.map((change) => changeEntry(label, change, true)),
    ...better.map((change) => changeEntry(label, change, false)),
  ];
}

/** Returns the title of the site, such as `3 targets: 2 good, 1 without a result.` */
function sentenceOf(statuses: readonly TargetStatus[]): string {
  const count = (isOf: (status: TargetStatus) => boolean): number => statuses.filter(isOf).length;
  const parts = [
    [count(({ exitStatus, noResult }) => exitStatus === 0 && noResult === null), 'good'],
    [count(({ failing }) => failing.length > 0), 'with failures'],
    [count(({ noResult }) => noResult !== null), 'without a result'],
  ] as const;
  const said = parts.flatMap(([some, what]) => (some === 0 ? [] : [`${some} ${what}`]));
  return `${countOf(statuses.length, 'target')}${said.length === 0 ? '' : `: ${said.join(', ')}`}.`;
}

/** Returns a report that only names a target. */
const absentReport = (target: ListedTarget | undefined, noResult: string | null, now: Date): Report =>
  reportWithoutRules(
    { runId: 'none', startedAt: now },
    { outcome: 'unusable', problem: `No result: ${noResult ?? 'unknown'}` },
    target?.settings ?? null,
  );

/** Returns the page of all targets: changes since the last run, a row per target, and the matrix. Pure. */
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
    title: sentenceOf(statuses).replace(/\.$/, ''),
    sentences: [`Made ${minuteOf(now.toISOString())} UTC.`, ...view.sentences],
    parts: [
      ...viewPart(
        'since',
        'Since the last run',
        changes.some(({ worse }) => worse) ? 'fail' : 'pass',
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
      ...viewPart('runs', 'Runs', 'observed', [
        { kind: 'table', caption: 'The last run of each target', heads, rows },
      ]),
      ...view.parts.filter(({ key }) => key !== 'targets'),
    ],
  };
}
