// Made of the model of the report by npm run schema.

/**
 * What one run found out about one target: the outcome, and for every rule of the catalogue a verdict with its evidence.
 */
export interface PublicReport {
  schemaVersion: 1;
  tool: {
    name: 'issue-conformance';
    version: string;
  };
  outcome: 'conformant' | 'nonconformant' | 'incomplete' | 'unusable' | 'broken';
  problem?: string;
  target: {
    baseUrl: string;
    owner: string;
    repo: string;
    bundled: boolean;
    label?: string;
  };
  run: {
    id: string;
    startedAt: string;
    durationMs: number;
    targetVersion?: string;
    targetVersions?: {
      version: string;
      from: string;
      until: string;
    }[];
    ci?: {
      url?: string;
      commit?: string;
    };
    requests: number;
    retries: number;
    seed: number;
    profile: 'quick' | 'standard' | 'thorough';
    writes: 'none' | 'rejected' | 'all';
    selection: {
      only: string[];
      skip: string[];
    } | null;
    gatingRules?: number;
    interrupted?: boolean;
    proxy?: string;
    uncheckedCertificates?: boolean;
    handler?: boolean;
    replay?: {
      program: 'script' | 'npx' | 'command';
      entry?: string;
      report: string;
      settings?: string[];
      dotenv?: string[];
    };
    settings?: {
      [k: string]: string;
    };
    latency?: {
      answered: number;
      minMs: number;
      medianMs: number;
      p95Ms: number;
      maxMs: number;
      buckets: {
        belowMs: number | null;
        count: number;
      }[];
    };
    waits?: {
      startMs?: number;
      rateLimitMs?: number;
      backOffMs?: number;
      maxRateMs?: number;
      outageMs?: number;
    };
    created?: {
      owner: string;
      repo: string;
      markers: string[];
    }[];
    errorsByChance?: {
      method: 'GET' | 'POST';
      statuses: number[];
      errors: number;
      requests: number;
    }[];
    likelyCauses?: {
      text: string;
      rules: string[];
    }[];
  };
  counts: {
    pass: number;
    fail: number;
    inconclusive: number;
    skip: number;
    observed: number;
  };
  sinceLastRun?: {
    last: {
      id: string;
      startedAt: string;
      outcome: 'conformant' | 'nonconformant' | 'incomplete' | 'unusable' | 'broken';
      seed: number;
      version: string;
      targetVersion?: string;
    } | null;
    passedOver: {
      id: string;
      startedAt: string;
      why: 'unusable' | 'broken' | 'interrupted' | 'undecided' | 'other rules';
    }[];
    unreadable: number;
    changes: {
      settings: {
        name: string;
        before: string;
        after: string;
      }[];
      newFailures: {
        id: string;
        before: 'pass' | 'undecided' | 'absent';
      }[];
      mended: string[];
      newlyUndecided: string[];
      leftOpen: string[];
      decidedNow: string[];
      observations: {
        id: string;
        before: string;
        after: string;
      }[];
      observedOtherwise: string[];
      varying: string[];
      stillFailing: number;
      stillUndecided: number;
      notCompared: number;
    } | null;
  };
  staleBaseline?: string[];
  rules: {
    id: string;
    level: 'required' | 'implied' | 'observed';
    general?: boolean;
    sections: string[];
    statement: string;
    verdict: 'pass' | 'fail' | 'inconclusive' | 'skip' | 'observed';
    reason?: string;
    cause?:
      | 'setting'
      | 'data'
      | 'access'
      | 'other-rule'
      | 'unanswered'
      | 'unstable'
      | 'limit'
      | 'interrupted'
      | 'unclear';
    because?: string;
    errorsByChance?: boolean;
    cases: number;
    requests: number;
    ms?: number;
    tried?: {
      callers: {
        [k: string]: number;
      };
      example?: {
        case: {
          [k: string]: unknown;
        };
        exchange: {
          role?: 'case' | 'twin' | 'context';
          request: {
            method: string;
            url: string;
            headers: {
              [k: string]: string;
            };
            body: string | null;
          };
          response: {
            status: number;
            headers: {
              [k: string]: string;
            };
            body: string;
            truncated: boolean;
          } | null;
          fault?: string;
          ms: number;
        };
      };
    };
    note?: string;
    observation?: {
      value: string;
      note: string;
    };
    failure?: {
      kind?:
        | 'status'
        | 'server-error'
        | 'malformed'
        | 'too-many'
        | 'too-few'
        | 'wrong-results'
        | 'wrong-order'
        | 'leaked'
        | 'stored'
        | 'lost'
        | 'duplicated'
        | 'gone-away';
      expected: string;
      actual: string;
      means: string;
      counterexample: {
        [k: string]: unknown;
      };
      seed: number;
      reproduced: string;
      exchanges: {
        role?: 'case' | 'twin' | 'context';
        request: {
          method: string;
          url: string;
          headers: {
            [k: string]: string;
          };
          body: string | null;
        };
        response: {
          status: number;
          headers: {
            [k: string]: string;
          };
          body: string;
          truncated: boolean;
        } | null;
        fault?: string;
        ms: number;
      }[];
      difference?: {
        at: number;
        from: number;
        case: string[];
        twin: string[];
        caseTotal: number;
        twinTotal: number;
      };
      records?: {
        name: string;
        at: {
          exchange: number;
          result: number;
        }[];
      }[];
      curl: string;
      mayBeSmaller?: boolean;
      replay?: {
        property?: number;
        value?: unknown;
        afterWrites: boolean;
      };
    };
    known?: boolean;
    listed?: {
      expect: 'fail' | 'inconclusive' | 'skip';
      kind?: (
        | 'status'
        | 'server-error'
        | 'malformed'
        | 'too-many'
        | 'too-few'
        | 'wrong-results'
        | 'wrong-order'
        | 'leaked'
        | 'stored'
        | 'lost'
        | 'duplicated'
        | 'gone-away'
      )[];
      cause?: (
        | 'setting'
        | 'data'
        | 'access'
        | 'other-rule'
        | 'unanswered'
        | 'unstable'
        | 'limit'
        | 'interrupted'
        | 'unclear'
      )[];
      reason?: string;
      issue?: string;
      expires?: string;
      state: 'as-listed' | 'otherwise' | 'stale' | 'passes' | 'undecided' | 'expired';
    };
    pin?: {
      value: string;
      reason: string;
      issue?: string;
      state: 'held' | 'changed' | 'unobserved';
    };
  }[];
}
