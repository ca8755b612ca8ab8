import type { FormatName } from '../report/format-names.ts';

// Types of the Fetch API are those of whoever compiles, be they of a browser's library or of Node.
type GlobalType<Name extends string> = typeof globalThis extends { [Key in Name]: { prototype: infer Type } }
  ? Type
  : unknown;

/** A service as servers of the Fetch API have it: `app.fetch` of hono, the handler of Deno, Bun or a worker. */
export type FetchHandler = (
  request: GlobalType<'Request'>,
) => GlobalType<'Response'> | Promise<GlobalType<'Response'>>;

/** A service as node:http has it: an app of express, what `callback()` of koa returns, the listener of `createServer`. */
export type NodeListener = (request: never, response: never) => unknown;

type Text = string | undefined;
type Amount = number | undefined;

/** Which rules are tried: ids, or their beginnings (`'list.page'`). */
export interface RuleChoice {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/**
 * What a run may be told, under the names of the settings: `PRIVATE_REPO` is `privateRepo`. What is `undefined` or an empty
 * text is not set. Nothing is taken from the environment, nor from a file `.env`, unless `env` says so.
 */
export interface RunOptions extends RuleChoice {
  /** The service, within this process. No port is taken; `baseUrl` is only what its requests are addressed to. */
  readonly fetch?: FetchHandler | undefined;
  /** The same, for a listener of node:http. */
  readonly listener?: NodeListener | undefined;
  /** Where the service is: http or https, with any path prefix. `http://localhost` where a handler is given. */
  readonly baseUrl?: Text;
  /** The public repository that is read; required. */
  readonly owner?: Text;
  readonly repo?: Text;
  /** A token that may use all repositories; shown nowhere. */
  readonly token?: Text;
  /** Of the private repository; `owner` where not given. */
  readonly privateOwner?: Text;
  /** A private repository that `token` may read. */
  readonly privateRepo?: Text;
  /** A valid token without access to the private repository; shown nowhere. */
  readonly outsiderToken?: Text;
  /** The public repository in which issues are created, where that is another one than the one that is read. */
  readonly writeOwner?: Text;
  readonly writeRepo?: Text;
  /** Further headers of every request, for a gateway in front of the service; their values are shown nowhere. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What people call the target, at most 80 characters: shown wherever it is named. */
  readonly label?: Text;
  /** `none` (the default) sends only GET, `rejected` also what the service must refuse, `all` creates issues as well. */
  readonly writes?: 'none' | 'rejected' | 'all' | undefined;
  /** How much is tried; `standard` where not given. */
  readonly profile?: 'quick' | 'standard' | 'thorough' | undefined;
  /** Of everything generated; drawn where not given. */
  readonly seed?: Amount;
  /** Requests in flight at most; 8. */
  readonly concurrency?: Amount;
  /** Requests in all, never exceeded; by profile. */
  readonly maxRequests?: Amount;
  /** Requests a second; no limit. */
  readonly maxRate?: Amount;
  /** Milliseconds for one request, body included; 10000. */
  readonly timeoutMs?: Amount;
  /** Seconds for the whole run, after which what is undecided is inconclusive; by profile. */
  readonly deadlineS?: Amount;
  /** Seconds that a service at `baseUrl` may take to start; 0. */
  readonly waitS?: Amount;
  /** Milliseconds that a new issue may take to be listed; 10000. */
  readonly listedWithinMs?: Amount;
  /** A folder for the reports; nothing is written where not given. */
  readonly reportDir?: Text;
  /** The formats that are written there beside `conformance.json`; all of them. */
  readonly reportFormat?: readonly FormatName[] | undefined;
  /** A folder in which every run is kept. */
  readonly historyDir?: Text;
  /** Runs of a target that the history keeps, and always its last decided one; all where not given. */
  readonly historyKeep?: Amount;
  /** Version of the service; shown and kept with the run. */
  readonly targetVersion?: Text;
  /** The response header to read that version from. */
  readonly versionHeader?: Text;
  /** A file of known failures and pinned observations. */
  readonly baseline?: Text;
  /** The media type that is asked for, and the header and value of the version, where they are not the recommended ones. */
  readonly accept?: Text;
  readonly apiVersion?: Text;
  readonly apiVersionHeader?: Text;
  /** Ends the run early: the report has what was decided until then, and the outcome `incomplete`. */
  readonly signal?: GlobalType<'AbortSignal'> | undefined;
  /** Settings under the names of their variables, `process.env` for example, which the other options beat. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Options that say which service is meant, where they name a repository: without, `run` would have none to check. Settings of
 * `env` may name it.
 */
export type TargetedOptions = RunOptions &
  (
    | { readonly fetch: FetchHandler }
    | { readonly listener: NodeListener }
    | { readonly baseUrl: Text }
    | { readonly env: RunOptions['env'] }
    | { readonly owner?: undefined; readonly repo?: undefined }
  );

/** As for a run, and what counts as a failed test. */
export interface TestOptions extends RunOptions {
  /**
   * Whether a rule may stay undecided for want of an option, or of data that the service has: it is shown as skipped then.
   * Where not given, its test fails with the reason. A run that decided nothing fails all the same.
   */
  readonly allowIncomplete?: boolean | undefined;
}
