// Written by `npm run generate`.

/** What one run found out about one target: the outcome, and for every rule of the catalogue a verdict with its evidence. */
export type PublicReport = {
  readonly schemaVersion: 1;
  readonly tool: {
    readonly name: "issue-conformance";
    readonly version: string;
  };
  readonly outcome: "conformant" | "nonconformant" | "incomplete" | "unusable" | "broken";
  readonly problem?: string | undefined;
  readonly target: {
    readonly baseUrl: string;
    readonly owner: string;
    readonly repo: string;
    readonly bundled: boolean;
    readonly faults?: ReadonlyArray<string> | undefined;
    readonly label?: string | undefined;
  };
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly targetVersion?: string | undefined;
    readonly requests: number;
    readonly retries: number;
    readonly seed: number;
    readonly profile: "quick" | "standard" | "thorough";
    readonly writes: "none" | "rejected" | "all";
    readonly selection: {
      readonly only: ReadonlyArray<string>;
      readonly skip: ReadonlyArray<string>;
    } | null;
    readonly gatingRules?: number | undefined;
    readonly interrupted?: boolean | undefined;
    readonly proxy?: string | undefined;
    readonly uncheckedCertificates?: boolean | undefined;
    readonly handler?: boolean | undefined;
    readonly replay?: {
      readonly program: "script" | "npx" | "name";
      readonly report: string;
      readonly settings?: ReadonlyArray<string> | undefined;
    } | undefined;
    readonly settings?: Readonly<Record<string, string>> | undefined;
    readonly latency?: {
      readonly medianMs: number;
      readonly p95Ms: number;
    } | undefined;
    readonly waitedMs?: number | undefined;
    readonly created?: ReadonlyArray<{
      readonly owner: string;
      readonly repo: string;
      readonly markers: ReadonlyArray<string>;
    }> | undefined;
    readonly errorsByChance?: ReadonlyArray<{
      readonly method: "GET" | "POST";
      readonly statuses: ReadonlyArray<number>;
      readonly errors: number;
      readonly requests: number;
    }> | undefined;
  };
  readonly counts: {
    readonly pass: number;
    readonly fail: number;
    readonly inconclusive: number;
    readonly skip: number;
    readonly observed: number;
  };
  readonly staleBaseline?: ReadonlyArray<string> | undefined;
  readonly rules: ReadonlyArray<{
    readonly id: string;
    readonly level: "required" | "implied" | "observed";
    readonly general?: boolean | undefined;
    readonly sections: ReadonlyArray<string>;
    readonly statement: string;
    readonly verdict: "pass" | "fail" | "inconclusive" | "skip" | "observed";
    readonly reason?: string | undefined;
    readonly cause?: "setting" | "data" | "access" | "other-rule" | "unanswered" | "unstable" | "limit" | "interrupted" | "unclear" | undefined;
    readonly because?: string | undefined;
    readonly cases: number;
    readonly requests: number;
    readonly ms?: number | undefined;
    readonly tried?: {
      readonly callers: Readonly<Record<string, number>>;
      readonly example?: {
        readonly case: Readonly<Record<string, unknown>>;
      } | undefined;
    } | undefined;
    readonly note?: string | undefined;
    readonly observation?: {
      readonly value: string;
      readonly note: string;
    } | undefined;
    readonly failure?: {
      readonly kind?: "status" | "server-error" | "malformed" | "too-many" | "too-few" | "wrong-results" | "wrong-order" | "leaked" | "stored" | "lost" | "duplicated" | "gone-away" | undefined;
      readonly expected: string;
      readonly actual: string;
      readonly means: string;
      readonly counterexample: Readonly<Record<string, unknown>>;
      readonly seed: number;
      readonly reproduced: string;
      readonly exchanges: ReadonlyArray<{
        readonly role?: "case" | "twin" | "context" | undefined;
        readonly request: {
          readonly method: string;
          readonly url: string;
          readonly headers: Readonly<Record<string, string>>;
          readonly body: string | null;
        };
        readonly response: {
          readonly status: number;
          readonly headers: Readonly<Record<string, string>>;
          readonly body: string;
          readonly truncated: boolean;
        } | null;
        readonly fault?: string | undefined;
        readonly ms: number;
      }>;
      readonly difference?: {
        readonly at: number;
        readonly from: number;
        readonly case: ReadonlyArray<string>;
        readonly twin: ReadonlyArray<string>;
        readonly caseTotal: number;
        readonly twinTotal: number;
      } | undefined;
      readonly curl: string;
      readonly replay?: {
        readonly case?: string | undefined;
        readonly afterWrites: boolean;
      } | undefined;
    } | undefined;
    readonly known?: boolean | undefined;
    readonly listed?: {
      readonly expect: "fail" | "inconclusive" | "skip";
      readonly kind?: ReadonlyArray<"status" | "server-error" | "malformed" | "too-many" | "too-few" | "wrong-results" | "wrong-order" | "leaked" | "stored" | "lost" | "duplicated" | "gone-away"> | undefined;
      readonly cause?: ReadonlyArray<"setting" | "data" | "access" | "other-rule" | "unanswered" | "unstable" | "limit" | "interrupted" | "unclear"> | undefined;
      readonly reason?: string | undefined;
      readonly issue?: string | undefined;
      readonly expires?: string | undefined;
      readonly state: "as-listed" | "otherwise" | "stale" | "passes" | "undecided" | "expired";
    } | undefined;
    readonly pin?: {
      readonly value: string;
      readonly reason: string;
      readonly issue?: string | undefined;
      readonly state: "held" | "changed" | "unobserved";
    } | undefined;
  }>;
};
