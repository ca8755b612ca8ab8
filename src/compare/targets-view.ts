import type { Report } from '../report/model.ts';
import { shown } from '../report/text.ts';
import { headlineOf } from '../results/outcome.ts';
import type { Tone } from '../results/tones.ts';
import { isDecided } from './changes.ts';
import { isBroken, isJudged, type Matrix } from './matrix.ts';
import { milliseconds, whole } from './runs.ts';
import { entryOf, type ViewPart, viewPart } from './view.ts';

const VERSION = 40;
/** Length of `2025-01-31`. */
const DAY = 10;

const OUTCOMES: Readonly<Record<Report['outcome'], Tone>> = {
  conformant: 'pass',
  nonconformant: 'fail',
  incomplete: 'inconclusive',
  unusable: 'fail',
  broken: 'fail',
};

/** Facts about a run that a reader needs before comparing it with another. */
const FACTS: readonly (readonly [label: string, of: (report: Report) => string])[] = [
  [
    'observed',
    ({ counts, rules }) => `${whole(counts.observed)} of ${rules.filter((rule) => !isJudged(rule)).length}`,
  ],
  ['profile', ({ run }) => run.profile],
  ['writes', ({ run }) => run.writes],
  ['date', ({ run }) => run.startedAt.slice(0, DAY)],
  [
    'median response time',
    ({ run }) => (run.latency === undefined ? 'not known' : milliseconds(run.latency.medianMs)),
  ],
  ['service version', ({ run }) => shown(run.targetVersion ?? 'not known', VERSION)],
  ['issue-conformance', ({ tool }) => shown(tool.version, VERSION)],
];

/** Facts whose words come from the service or from another version of this program. */
const QUOTED: ReadonlySet<string> = new Set(['service version', 'issue-conformance']);

/**
 * Returns the table of targets with their counts. Undecided rules have their own count, so that they favour
 * no target.
 */
export function targetsPart({ columns, rules }: Matrix): readonly ViewPart[] {
  const reports = columns.map(({ report }) => report);
  const areVersioned = reports.some(({ run }) => run.targetVersion !== undefined);
  const facts = FACTS.filter(([label]) => areVersioned || label !== 'service version').map(([label, of]) => ({
    label,
    values: reports.map(of),
  }));
  const common = facts.filter(({ values }) => values.length > 1 && new Set(values).size === 1);
  const differing = facts.filter((fact) => !common.includes(fact));
  const rows = columns.map((column, index) => {
    const { name, letter, report, href } = column;
    const judged = rules.map(({ members }) => members[index]).filter(isJudged);
    const decided = judged.filter((rule) => rule !== undefined && isDecided(rule));
    return [
      { text: `${letter} ${name}`, quoted: true, ...(href === '' ? {} : { href }) },
      { text: `${whole(decided.filter(isBroken).length)} of ${whole(decided.length)} decided` },
      { text: whole(rules.length - decided.length) },
      { text: headlineOf(report), tone: OUTCOMES[report.outcome] },
      ...differing.map(({ label, values }) => ({ text: values[index] ?? '', quoted: QUOTED.has(label) })),
    ];
  });
  const heads = ['target', 'broken', 'undecided', 'outcome', ...differing.map(({ label }) => label)];
  const seen = common.map(({ label, values }) => `${label} ${values[0] ?? ''}`).join('; ');
  const all = entryOf({ about: [], tone: 'observed', change: 'all runs', seen });
  return viewPart('targets', 'Targets', 'observed', [
    { kind: 'table', caption: 'What came of the run of each target', heads, rows },
    ...(seen === '' ? [] : [{ kind: 'entries', title: '', entries: [all] } as const]),
  ]);
}
