import { messageOf } from '../client/thrown.ts';
import { describeProblems } from '../settings/parse.ts';
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

/** The options are invalid. The message lists every problem, and nothing was sent. */
export class InvalidOptions extends Error {
  override readonly name = 'InvalidOptions';
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    const named = problems.map(({ option, ...rest }) => ({ ...rest, setting: option }));
    super(describeProblems(named, 'option'));
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
