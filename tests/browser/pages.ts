import type { Report } from '../../src/report/model.ts';
import { broken, conformant, hostile, incomplete, nonconformant, unusable } from '../report/examples.ts';
import { standIn } from './stand-in.tsx';

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

/** Every page that the program makes, of every kind of run. */
export const pages: readonly ExamplePage[] = Object.entries(examples).map(([name, report]) => ({
  name: `the report of a run that is ${name}`,
  html: () => standIn(report),
  onPaper: failuresOf(report),
}));

/** Every page once more, of a run in which each text that a target may decide is the given one. */
export const pagesHolding: Readonly<Record<string, (text: string) => string>> = {
  'the report': (text) => standIn(hostile(text)),
};
