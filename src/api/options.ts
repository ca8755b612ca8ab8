import { messageOf } from '../client/thrown.ts';
import { describeProblems } from '../settings/parse.ts';
import type { PublicReport, SettingOptions } from './types.ts';

// The Fetch API types of the compiling project, from the browser's library or from Node.
type GlobalType<Name extends string> = typeof globalThis extends { [Key in Name]: { prototype: infer Type } }
  ? Type
  : unknown;

/** A service in the form of the Fetch API: `app.fetch` of hono, or the handler of Deno, Bun or a worker. */
export type FetchHandler = (
  request: GlobalType<'Request'>,
) => GlobalType<'Response'> | Promise<GlobalType<'Response'>>;

/**
 * Options of a run, named after the settings: `PRIVATE_REPO` is `privateRepo`. `undefined` or an empty text
 * means not set. The environment and `.env` are ignored, unless passed as `env`.
 */
export interface RunOptions extends SettingOptions {
  /** The service within this process. No port is opened; `baseUrl` only determines the addresses of requests. */
  readonly fetch?: FetchHandler | undefined;
  /** Ends the run early. The report has the results so far and the outcome `incomplete`. */
  readonly signal?: GlobalType<'AbortSignal'> | undefined;
  /** Settings by variable name, such as `process.env`. Other options override them. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

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
