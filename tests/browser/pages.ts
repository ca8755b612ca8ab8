import { readFileSync } from 'node:fs';
import { changes } from '../../src/compare/changes.ts';
import { viewPage } from '../../src/compare/html/page.tsx';
import { matrix } from '../../src/compare/matrix.ts';
import { renderChanges, renderMatrix } from '../../src/compare/render.ts';
import { withSinceLastRun } from '../../src/compare/since-last-run.ts';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { reportFrom } from '../../src/report/read.ts';
import { siteView } from '../../src/targets/site-view.ts';
import { targetStatus } from '../../src/targets/status.ts';
import { newer, older } from '../compare/fixed-pair.ts';
import { triple } from '../compare/fixed-triple.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from '../report/examples.ts';
import { worstReport } from '../report/worst.ts';

/** A page that the program renders. */
interface ExamplePage {
  readonly html: () => string;
  /** Texts that must be readable on paper, where nothing can be unfolded. */
  readonly onPaper: readonly string[];
}

/** Returns the texts of each failure that a reader needs. */
const failuresOf = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [id, failure.expected, failure.actual, failure.means],
  );

const terminal = { color: false, width: 80 };
const changesPage = (one: Report, other: Report): string => renderChanges.html(changes(one, other), terminal);
const matrixPage = (reports: readonly Report[]): string => renderMatrix.html(matrix(reports), terminal);

const failedIn = ({ rules }: Report): string[] =>
  rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

/** Caches a page, because several tests open it. */
function once(make: () => string): () => string {
  let made: string | null = null;
  return () => (made ??= make());
}

const examples = { conformant, nonconformant, incomplete, unusable, broken: brokenRun };
const called = (label: string, report: Report): Report => ({
  ...report,
  target: { ...report.target, label },
});
const labelled = (report: Report): Report => called('Staging', report);
const published = reportFrom(readFileSync('docs/examples/emulate/conformance.json', 'utf8'));
const past = [nonconformant, incomplete, unusable, brokenRun, conformant];

const thirteen = Array.from({ length: 13 }, (_, index) =>
  called(`Target number ${index}`, triple[index % triple.length] ?? older),
);

/** The page of a file of targets whose first target has no report. */
const sitePage = (): string => {
  const options = { allowIncomplete: false, failOn: 'any' } as const;
  const statuses = thirteen.map((report, index) =>
    index === 0
      ? targetStatus('t0', { report: null, noResult: 'its process was killed' }, [], options)
      : targetStatus(`t${index}`, { report, noResult: null }, [], options),
  );
  return viewPage(siteView([], statuses, new Date('2026-11-24T02:13:05Z')));
};

const allPages: readonly (readonly [name: string, page: ExamplePage])[] = [
  ...Object.entries(examples).map(
    ([outcome, report]) =>
      [
        `the report of a run that is ${outcome}`,
        { html: () => html(report, []), onPaper: failuresOf(report) },
      ] as const,
  ),
  [
    'the report of a program that nobody here wrote',
    { html: () => html(published, []), onPaper: failuresOf(published) },
  ],
  [
    'the report of a run that has a history',
    { html: () => html(nonconformant, past), onPaper: failuresOf(nonconformant) },
  ],
  [
    'the report of a run of a target with a label, and what changed since the last one',
    {
      html: () => html(withSinceLastRun(labelled(newer), { reports: [labelled(older)], unreadable: [] }), []),
      onPaper: ['Staging', 'Since 31 Jan 2025', ...failuresOf(newer)],
    },
  ],
  [
    'the site of thirteen targets, one of them without a result',
    { html: sitePage, onPaper: ['Since the last run', 'No result', ...thirteen.slice(1).flatMap(failedIn)] },
  ],
  ['the comparison of two runs', { html: () => changesPage(older, newer), onPaper: failedIn(newer) }],
  [
    'the matrix of thirteen targets',
    { html: () => matrixPage(thirteen), onPaper: thirteen.flatMap(failedIn) },
  ],
  ['the matrix of three runs', { html: () => matrixPage(triple), onPaper: triple.flatMap(failedIn) }],
];

/** All pages that the program renders, for each kind of run. */
export const pages = allPages.map(
  ([name, { html: make, onPaper }]) => [name, { html: once(make), onPaper }] as const,
);

/** Returns an earlier run on an equally hostile target, in which every rule passed. */
function before(report: Report): Report {
  const rules = report.rules.map((rule) => {
    const { failure: _, ...rest } = rule;
    return { ...rest, verdict: 'pass' as const };
  });
  return { ...report, run: { ...report.run, id: 'earlier' }, rules };
}

/** Renderers of the pages of one or several runs. */
const pagesOf: Readonly<Record<string, (report: Report) => string>> = {
  'the report': (report) => html(report, [before(report)]),
  'the comparison': (report) => changesPage(before(report), report),
  'the matrix': (report) => matrixPage([before(report), report, report]),
};

/** All pages of runs in which the target controls texts; each such text is the given one. */
export const pagesHolding: readonly (readonly [name: string, html: (text: string) => string])[] =
  Object.entries(pagesOf).map(([name, page]) => [name, (text) => page(hostile(text))]);

/** All pages for the longest possible report. */
export const longestPages: readonly (readonly [name: string, html: () => string])[] = Object.entries(
  pagesOf,
).map(([name, page]) => [name, () => page(worstReport())]);
