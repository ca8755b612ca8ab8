import type { FormatName } from '../formats/formats.ts';

// The Fetch API types of the compiling project, from the browser's library or from Node.
type GlobalType<Name extends string> = typeof globalThis extends { [Key in Name]: { prototype: infer Type } }
  ? Type
  : unknown;

/** A service in the form of the Fetch API: `app.fetch` of hono, or the handler of Deno, Bun or a worker. */
export type FetchHandler = (
  request: GlobalType<'Request'>,
) => GlobalType<'Response'> | Promise<GlobalType<'Response'>>;

/**
 * A service in the form of node:http: an express app, koa's `callback()`, or a listener of `createServer`.
 */
export type NodeListener = (request: never, response: never) => unknown;

/** Selects rules by ids or prefixes (`'list.page'`). */
export interface RuleChoice {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/**
 * Options of a run, named after the settings: `PRIVATE_REPO` is `privateRepo`. `undefined` or an empty text
 * means not set. The environment and `.env` are ignored, unless passed as `env`.
 */
export interface RunOptions extends RuleChoice {
  /**
   * The service within this process. No port is opened; `baseUrl` only determines the addresses of requests.
   */
  readonly fetch?: FetchHandler | undefined;
  /** The same as a listener of node:http. */
  readonly listener?: NodeListener | undefined;
  // options:start, written by `npm run generate`
  /** Address of the service: http or https, with any path prefix; required, except with --bundled. Default: `http://localhost` with a handler. */
  readonly baseUrl?: string | undefined;
  /** Owner of the public repository; required with BASE_URL. */
  readonly owner?: string | undefined;
  /** Name of the public repository, required with BASE_URL; list rules need over 100 open issues in it, and some closed ones. */
  readonly repo?: string | undefined;
  /** Token that may use both repositories; never shown. */
  readonly token?: string | undefined;
  /** Valid token without access to the private repository; never shown. */
  readonly outsiderToken?: string | undefined;
  /** Further headers for every request, by their names, for a gateway in front of the service; values are never shown. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Owner of the private repository. Default: OWNER. */
  readonly privateOwner?: string | undefined;
  /** Name of a private repository that TOKEN may read. */
  readonly privateRepo?: string | undefined;
  /** Owner of the public repository to create issues in; needs WRITE_REPO. Default: OWNER. */
  readonly writeOwner?: string | undefined;
  /** Name of the public repository to create issues in; needs WRITE_OWNER. Default: REPO. */
  readonly writeRepo?: string | undefined;
  /** Name of the target in all output, at most 80 characters. */
  readonly label?: string | undefined;
  /** none: only GET; rejected: also requests that the service must refuse; all: also create issues. */
  readonly writes?: 'none' | 'rejected' | 'all' | undefined;
  /** Extent of the run: quick, standard or thorough. Default: standard. */
  readonly profile?: 'quick' | 'standard' | 'thorough' | undefined;
  /** Seed for generated values. Default: random, and printed. */
  readonly seed?: number | undefined;
  /** Requests in flight at once, at most. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Requests of the whole run, at most. Default: quick 300, or 450 with writes; standard 1500; thorough 10000. */
  readonly maxRequests?: number | undefined;
  /** Requests per second, at most. Default: no limit. */
  readonly maxRate?: number | undefined;
  /** Timeout per request in milliseconds, including the body. Default: 10000. */
  readonly timeoutMs?: number | undefined;
  /** Deadline of the whole run in seconds; what is not decided by then stays undecided. Default: quick 240, standard 900, thorough 5400. */
  readonly deadlineS?: number | undefined;
  /** Before the run, wait up to so many seconds until the service answers a list request with 200; these requests count neither for MAX_REQUESTS nor for DEADLINE_S. Default: 0. */
  readonly waitS?: number | undefined;
  /** How long a new issue may take to be listed, in milliseconds. Default: 10000. */
  readonly listedWithinMs?: number | undefined;
  /** Folder for the reports. Default: none, and no reports are written. */
  readonly reportDir?: string | undefined;
  /** Formats to write beside conformance.json: junit, html, markdown, badge. Default: all. */
  readonly reportFormat?: readonly FormatName[] | undefined;
  /** Folder that keeps every run; reports then begin with what changed since the last run of the target. */
  readonly historyDir?: string | undefined;
  /** How many runs of a target the history keeps, and always its last decided one. Default: all. */
  readonly historyKeep?: number | undefined;
  /** Version of the service, shown and kept with every run. */
  readonly targetVersion?: string | undefined;
  /** Response header to read the version of the service from. */
  readonly versionHeader?: string | undefined;
  /** File of known failures and pinned observations. */
  readonly baseline?: string | undefined;
  /** Media type to ask for, for a service that has another one. Default: application/vnd.service+json. */
  readonly accept?: string | undefined;
  /** Version to ask for, for a service that has another one. Default: 2022-11-28. */
  readonly apiVersion?: string | undefined;
  /** Header that names the version, for a service that has another one. Default: X-Service-Api-Version. */
  readonly apiVersionHeader?: string | undefined;
  /** User-Agent of every request. Default: issue-conformance and its version. */
  readonly userAgent?: string | undefined;
  // options:end
  /** Ends the run early. The report has the results so far and the outcome `incomplete`. */
  readonly signal?: GlobalType<'AbortSignal'> | undefined;
  /** Settings by variable name, such as `process.env`. Other options override them. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Options that identify the service if they name a repository, because `run` needs one to check. `env` may
 * identify it as well.
 */
export type TargetedOptions = RunOptions &
  (
    | { readonly fetch: FetchHandler }
    | { readonly listener: NodeListener }
    | { readonly baseUrl: string | undefined }
    | { readonly env: RunOptions['env'] }
    | { readonly owner?: undefined; readonly repo?: undefined }
  );

/** Options of a run, and the criteria of a failed test. */
export interface TestOptions extends RunOptions {
  /**
   * True if a rule may stay undecided because an option or data of the service is missing; its test is then
   * skipped. Otherwise its test fails with the reason. A run that decided nothing always fails.
   */
  readonly allowIncomplete?: boolean | undefined;
}
