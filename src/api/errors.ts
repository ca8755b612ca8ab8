import { messageOf } from '../client/thrown.ts';
import type { PublicReport } from './public-report.ts';

/** A problem of one option. */
export interface OptionProblem {
  /** The option as given: `privateRepo`, or a variable name in `env`. */
  readonly option: string;
  /** The given value; `null` if nothing was given, or it must not be shown. */
  readonly given: string | null;
  /** A description of valid values. */
  readonly allowed: string;
}

const lineOf = ({ option, given, allowed }: OptionProblem): string =>
  `  ${option}${given === null ? ': ' : ` is ${JSON.stringify(given)}; expected `}${allowed}`;

/** The options are invalid. The message lists every problem, and nothing was sent. */
export class InvalidOptions extends Error {
  override readonly name = 'InvalidOptions';
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    const what = problems.length === 1 ? 'Invalid option' : `${problems.length} invalid options`;
    super([`${what}; nothing was sent:`, ...problems.map(lineOf)].join('\n'));
    this.problems = problems;
  }
}

/** A run finished, but its report could not be written; the message says why. */
export class ReportNotWritten extends Error {
  override readonly name = 'ReportNotWritten';
  readonly report: PublicReport;

  constructor(report: PublicReport, cause: unknown) {
    super(messageOf(cause), { cause });
    this.report = report;
  }
}
