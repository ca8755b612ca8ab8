import type { FormatName } from '../report/format-names.ts';

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

type Text = string | undefined;
type Amount = number | undefined;

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
  /**
   * Address of the service: http or https, with any path prefix. Default with a handler: `http://localhost`.
   */
  readonly baseUrl?: Text;
  /** The public repository that is read; required. */
  readonly owner?: Text;
  readonly repo?: Text;
  /** A token that may use all repositories; never shown. */
  readonly token?: Text;
  /** Owner of the private repository; default: `owner`. */
  readonly privateOwner?: Text;
  /** A private repository that `token` may read. */
  readonly privateRepo?: Text;
  /** A valid token without access to the private repository; never shown. */
  readonly outsiderToken?: Text;
  /** The public repository in which issues are created; default: the one that is read. */
  readonly writeOwner?: Text;
  readonly writeRepo?: Text;
  /**
   * Additional headers of every request, for a gateway in front of the service; their values are never shown.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Name of the target in all output, at most 80 characters. */
  readonly label?: Text;
  /**
   * `none` (the default) sends only GET; `rejected` adds requests that must be refused; `all` also creates
   * issues.
   */
  readonly writes?: 'none' | 'rejected' | 'all' | undefined;
  /** Extent of the run; default: `standard`. */
  readonly profile?: 'quick' | 'standard' | 'thorough' | undefined;
  /** Seed for generated values; default: random. */
  readonly seed?: Amount;
  /** Maximum requests in flight; default: 8. */
  readonly concurrency?: Amount;
  /** Maximum requests in total, never exceeded; default: by profile. */
  readonly maxRequests?: Amount;
  /** Maximum requests per second; default: no limit. */
  readonly maxRate?: Amount;
  /** Milliseconds for one request, including the body; default: 10000. */
  readonly timeoutMs?: Amount;
  /** Seconds for the whole run, after which undecided rules are inconclusive; default: by profile. */
  readonly deadlineS?: Amount;
  /** Seconds that a service at `baseUrl` may take to start; default: 0. */
  readonly waitS?: Amount;
  /** Milliseconds until a new issue must be listed; default: 10000. */
  readonly listedWithinMs?: Amount;
  /** Folder for the reports; default: none are written. */
  readonly reportDir?: Text;
  /** Formats written there besides `conformance.json`; default: all. */
  readonly reportFormat?: readonly FormatName[] | undefined;
  /** Folder that keeps every run. */
  readonly historyDir?: Text;
  /** Number of runs of a target that the history keeps, besides its last decided one; default: all. */
  readonly historyKeep?: Amount;
  /** Version of the service, shown and kept with the run. */
  readonly targetVersion?: Text;
  /** Response header that contains that version. */
  readonly versionHeader?: Text;
  /** File of known failures and pinned observations. */
  readonly baseline?: Text;
  /** The requested media type, and the version header with its value; default: the recommended ones. */
  readonly accept?: Text;
  readonly apiVersion?: Text;
  readonly apiVersionHeader?: Text;
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
    | { readonly baseUrl: Text }
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
