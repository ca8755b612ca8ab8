import { knownFailures } from '../report/failures.ts';
import type { Report } from '../report/model.ts';
import { chosenOf, headlineOf } from '../report/outcome.ts';
import { shown } from '../report/shown.ts';
import { milliseconds, whole } from './measures.ts';
import { whereOf } from './target-name.ts';

/** What all reports say of one thing about their run. */
export interface SummaryRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly differs: boolean;
  /** Whether the cells are a report's own words, which may be anything. */
  readonly quoted: boolean;
}

/** The row that says where targets are that are called otherwise. */
export const WHERE = 'where';
/** Rows whose cells are a report's own words. */
const QUOTED: ReadonlySet<string> = new Set([WHERE, 'version']);
const VERSION = 40;
/** `2025-01-31` */
const DAY = 10;

function failedOf({ counts, rules }: Report): string {
  const known = knownFailures(rules).length;
  return known === 0 ? whole(counts.fail) : `${whole(counts.fail)} (${whole(known)} known)`;
}

type Said = readonly [string, (report: Report) => string];

const SAID: readonly Said[] = [
  ['outcome', headlineOf],
  ['pass', ({ counts }) => whole(counts.pass)],
  ['fail', failedOf],
  ['inconclusive', ({ counts }) => whole(counts.inconclusive)],
  ['skip', ({ counts }) => whole(counts.skip)],
  ['observed', ({ counts }) => whole(counts.observed)],
  ['rules chosen', (report) => chosenOf(report) ?? 'all'],
  ['writes', ({ run }) => run.writes],
  ['profile', ({ run }) => run.profile],
  ['date', ({ run }) => run.startedAt.slice(0, DAY)],
  [
    'median latency',
    ({ run }) => (run.latency === undefined ? 'not known' : milliseconds(run.latency.medianMs)),
  ],
  ['version', ({ tool }) => shown(tool.version, VERSION)],
];

/** What came of each run, and what must be known of it before it is held against another. */
export function matrixSummary(reports: readonly Report[]): readonly SummaryRow[] {
  // The heads of the columns say it where targets have no labels.
  const isLabelled = reports.some(({ target }) => target.label !== undefined);
  return (isLabelled ? [[WHERE, whereOf] as const, ...SAID] : SAID).map(([label, of]) => {
    const cells = reports.map(of);
    return { label, cells, differs: new Set(cells).size > 1, quoted: QUOTED.has(label) };
  });
}
