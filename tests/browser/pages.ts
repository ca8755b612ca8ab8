import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { broken, conformant, hostile, incomplete, nonconformant, unusable } from '../report/examples.ts';
import { worstReport } from '../report/worst.ts';

/** A page that the program makes. */
interface ExamplePage {
  readonly name: string;
  readonly html: () => string;
  /** What has to be read of it on paper, where nothing can be opened. */
  readonly onPaper: readonly string[];
}

/** What a reader has to know of each failure. */
const failuresOf = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [id, failure.expected, failure.actual, failure.means],
  );

const examples = { conformant, nonconformant, incomplete, unusable, broken };
const past = [nonconformant, incomplete, unusable, broken, conformant];

/** Every page that the program makes, of every kind of run. */
export const pages: readonly ExamplePage[] = [
  ...Object.entries(examples).map(([outcome, report]) => ({
    name: `the report of a run that is ${outcome}`,
    html: () => html(report, []),
    onPaper: failuresOf(report),
  })),
  {
    name: 'the report of a run that has a history',
    html: () => html(nonconformant, past),
    onPaper: failuresOf(nonconformant),
  },
];

/** Every page once more, of a run in which each text that a target may decide is the given one. */
export const pagesHolding: Readonly<Record<string, (text: string) => string>> = {
  'the report': (text) => html(hostile(text), [hostile(text), conformant]),
};

/** Every page of the longest report that a run can make. */
export const longestPages: Readonly<Record<string, () => string>> = {
  'the report': () => html(worstReport(), [worstReport()]),
};
