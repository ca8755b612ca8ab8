import type { SettingOptions } from './setting-options.ts';

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
  /**
   * The service within this process. No port is opened; `baseUrl` only determines the addresses of requests.
   */
  readonly fetch?: FetchHandler | undefined;
  /** Ends the run early. The report has the results so far and the outcome `incomplete`. */
  readonly signal?: GlobalType<'AbortSignal'> | undefined;
  /** Settings by variable name, such as `process.env`. Other options override them. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Options of a run, and the criteria of a failed test. */
export interface TestOptions extends RunOptions {
  /**
   * True if a rule may stay undecided because an option or data of the service is missing; its test is then
   * skipped. Otherwise its test fails with the reason. A run that decided nothing always fails.
   */
  readonly allowIncomplete?: boolean | undefined;
}
