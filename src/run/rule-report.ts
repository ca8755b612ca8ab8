import type { CatalogueEntry } from '../catalogue/index.ts';
import { curlOf } from '../report/curl.ts';
import { evidenceOf } from '../report/evidence.ts';
import type { FailureReport, RuleReport } from '../report/model.ts';
import type { Secrets } from '../target/secrets.ts';
import type { TrialLog } from '../trial/log.ts';
import type { Violation } from '../trial/probe.ts';
import { verdictOf } from '../trial/verdict.ts';

/** What a rule's report takes of the run, beside the log of its trial. */
export interface ReportFacts {
  readonly requests: number;
  /** The seed of the run. */
  readonly seed: number;
  readonly secrets: Secrets;
  /** Whether what other rules had written to the target before may have part in what this one saw. */
  readonly afterWrites: boolean;
}

const SHOWN_EXCHANGES = 6;

const NOTHING_TRIED: TrialLog = {
  missing: [],
  results: [],
  failedControls: [],
  observation: null,
  cutShort: null,
};

/** Makes the report of a rule from what its trial brought to light; nothing secret is in it. */
export function ruleReport(entry: CatalogueEntry, part: Partial<TrialLog>, facts: ReportFacts): RuleReport {
  const log = { ...NOTHING_TRIED, ...part };
  const verdict = verdictOf(entry.level, log);
  return {
    id: entry.id,
    level: entry.level,
    sections: [...entry.sections],
    statement: entry.statement,
    verdict: verdict.verdict,
    cases: log.results.length,
    requests: facts.requests,
    // What may hold words of the target, or of the settings, and nothing else: a token may be any word.
    ...facts.secrets.scrubAll({
      ...('reason' in verdict ? { reason: verdict.reason } : {}),
      ...('observation' in verdict ? { observation: verdict.observation } : {}),
      ...('violation' in verdict ? { failure: failureOf(entry, verdict.violation, facts) } : {}),
    }),
  };
}

function failureOf(
  { means }: CatalogueEntry,
  violation: Violation,
  { seed, secrets, afterWrites }: ReportFacts,
): FailureReport {
  const exchanges = violation.exchanges
    .slice(0, SHOWN_EXCHANGES)
    .map((exchange) => evidenceOf(exchange, secrets));
  const telling = exchanges.at(-1);
  return {
    expected: violation.expected,
    actual: violation.actual,
    means,
    counterexample: violation.counterexample,
    seed,
    reproduced: violation.reproduced,
    exchanges,
    curl: telling === undefined ? '' : curlOf(telling),
    replay: { ...violation.generated, afterWrites },
  };
}
