// Written by `npm run generate`.

/** The options that follow from the table of settings. */
export type SettingOptions = {
  /** address of the service: http or https, with any path prefix; required, except with --bundled. Default: `http://localhost` with a handler. */
  readonly baseUrl?: string | undefined;
  /** owner of the public repository; required with BASE_URL. */
  readonly owner?: string | undefined;
  /** name of the public repository, required with BASE_URL; list rules need over 100 open issues in it, and some closed ones. */
  readonly repo?: string | undefined;
  /** token that may use both repositories; never shown. */
  readonly token?: string | undefined;
  /** valid token without access to the private repository; never shown. */
  readonly outsiderToken?: string | undefined;
  /** further headers for every request, by their names, for a gateway in front of the service; values are never shown. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** owner of the private repository. Default: OWNER. */
  readonly privateOwner?: string | undefined;
  /** name of a private repository that TOKEN may read. */
  readonly privateRepo?: string | undefined;
  /** owner of the public repository to create issues in; needs WRITE_REPO. Default: OWNER. */
  readonly writeOwner?: string | undefined;
  /** name of the public repository to create issues in; needs WRITE_OWNER. Default: REPO. */
  readonly writeRepo?: string | undefined;
  /** name of the target in all output, at most 80 characters. */
  readonly label?: string | undefined;
  /** none: only GET; rejected: also requests that the service must refuse; all: also create issues. */
  readonly writes?: "none" | "rejected" | "all" | undefined;
  /** extent of the run: quick, standard or thorough. Default: standard. */
  readonly profile?: "quick" | "standard" | "thorough" | undefined;
  /** try only these rules: ids or their beginnings. Default: all rules. */
  readonly only?: ReadonlyArray<string> | undefined;
  /** leave out these rules: ids or their beginnings. */
  readonly skip?: ReadonlyArray<string> | undefined;
  /** seed for generated values. Default: random, and printed. */
  readonly seed?: number | undefined;
  /** requests in flight at once, at most. Default: 8. */
  readonly concurrency?: number | undefined;
  /** requests of the whole run, at most. Default: quick 300, or 450 with writes; standard 1500; thorough 10000. */
  readonly maxRequests?: number | undefined;
  /** requests per second, at most. Default: no limit. */
  readonly maxRate?: number | undefined;
  /** timeout per request in milliseconds, including the body. Default: 10000. */
  readonly timeoutMs?: number | undefined;
  /** deadline of the whole run in seconds; what is not decided by then stays undecided. Default: quick 240, standard 900, thorough 5400. */
  readonly deadlineS?: number | undefined;
  /** before the run, wait up to so many seconds until the service answers a list request with 200; these requests count neither for MAX_REQUESTS nor for DEADLINE_S. Default: 0. */
  readonly waitS?: number | undefined;
  /** how long a new issue may take to be listed, in milliseconds. Default: 10000. */
  readonly listedWithinMs?: number | undefined;
  /** folder for the reports. Default: none, and no reports are written. */
  readonly reportDir?: string | undefined;
  /** formats to write beside conformance.json: junit, html, markdown, badge. Default: all. */
  readonly reportFormat?: ReadonlyArray<"json" | "junit" | "html" | "markdown" | "badge"> | undefined;
  /** folder that keeps every run; reports then begin with what changed since the last run of the target. */
  readonly historyDir?: string | undefined;
  /** how many runs of a target the history keeps, and always its last decided one. Default: all. */
  readonly historyKeep?: number | undefined;
  /** version of the service, shown and kept with every run. */
  readonly targetVersion?: string | undefined;
  /** response header to read the version of the service from. */
  readonly versionHeader?: string | undefined;
  /** file of known failures and pinned observations. */
  readonly baseline?: string | undefined;
  /** media type to ask for, for a service that has another one. Default: application/vnd.service+json. */
  readonly accept?: string | undefined;
  /** version to ask for, for a service that has another one. Default: 2022-11-28. */
  readonly apiVersion?: string | undefined;
  /** header that names the version, for a service that has another one. Default: X-Service-Api-Version. */
  readonly apiVersionHeader?: string | undefined;
  /** User-Agent of every request. Default: issue-conformance and its version. */
  readonly userAgent?: string | undefined;
};
