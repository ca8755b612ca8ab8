import type { PublicReport } from './public-report.ts';

/** What is wrong with one option. */
export interface OptionProblem {
  /** As it was given: `privateRepo`, or the name of a variable that `env` has. */
  readonly option: string;
  /** The setting of the command line that it is; `null` where it is none. */
  readonly setting: string | null;
  /** What was given; `null` where nothing was, or where it must not be shown. */
  readonly given: string | null;
  /** What is allowed. */
  readonly allowed: string;
}

function lineOf({ option, setting, given, allowed }: OptionProblem): string {
  const name = setting === null || setting === option ? option : `${option} (${setting})`;
  return `  ${name}${given === null ? '' : ` is ${JSON.stringify(given)}`}: ${allowed}`;
}

/** Options that cannot be used. Everything that is wrong with them is said at once, and nothing was sent. */
export class InvalidOptions extends Error {
  override readonly name = 'InvalidOptions';
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    const what = problems.length === 1 ? 'Invalid option' : `${problems.length} invalid options`;
    super([`${what}; nothing was sent:`, ...problems.map(lineOf)].join('\n'));
    this.problems = problems;
  }
}

/** A run came to its end, and its report could not be written; the message says why. */
export class ReportNotWritten extends Error {
  override readonly name = 'ReportNotWritten';
  readonly report: PublicReport;

  constructor(report: PublicReport, cause: Error) {
    super(cause.message, { cause });
    this.report = report;
  }
}
