import type { Secrets } from '../client/secrets.ts';
import type { Tried } from '../engine/session.ts';
import type { ConfirmedViolation } from '../engine/violation.ts';
import { impactOf, type RuleWords } from '../engine/words.ts';
import { curlOf } from '../report/curl.ts';
import { evidenceOf } from '../report/evidence.ts';
import type { FailureReport, RuleReport } from '../report/model.ts';

/** What a rule's report takes of the run, beside what became of the rule. */
export interface ReportFacts {
  /** The seed of the run. */
  readonly seed: number;
  readonly secrets: Secrets;
}

const SHOWN_EXCHANGES = 6;

/** The words of a rule as a report has them. */
export const wordsOf = ({ id, level, sections, says }: RuleWords) => ({
  id,
  level,
  sections: [...sections],
  statement: says,
});

/** Makes the report of a rule from what became of it; nothing secret is in it. */
export function ruleReport(tried: Tried, facts: ReportFacts): RuleReport {
  const { rule, verdict, cases, requests, note } = tried;
  const { secrets } = facts;
  return {
    ...wordsOf(rule),
    verdict: verdict.verdict,
    ...('cause' in verdict ? { cause: verdict.cause } : {}),
    cases,
    requests,
    ms: Math.round(tried.ms),
    // What may hold words of the target, or of the settings, and nothing else: a token may be any word.
    ...secrets.scrubAll({
      ...('reason' in verdict ? { reason: verdict.reason } : {}),
      ...('observation' in verdict ? { observation: verdict.observation } : {}),
      ...(note === undefined ? {} : { note }),
    }),
    ...('violation' in verdict
      ? {
          failure: {
            kind: verdict.violation.kind,
            ...secrets.scrubAll(failureOf(tried, verdict.violation, facts)),
          },
        }
      : {}),
  };
}

function failureOf(
  { rule: { impact }, isAfterWrites }: Tried,
  violation: ConfirmedViolation,
  { seed, secrets }: ReportFacts,
): Omit<FailureReport, 'kind'> {
  const exchanges = violation.exchanges
    .slice(-SHOWN_EXCHANGES)
    .map((exchange) => evidenceOf(exchange, secrets));
  const telling = exchanges.at(-1);
  return {
    expected: violation.expected,
    actual: violation.actual,
    means: impactOf(impact, violation),
    counterexample: violation.counterexample,
    seed,
    reproduced: violation.reproduced,
    exchanges,
    curl: telling === undefined ? '' : curlOf(telling),
    replay: { ...violation.generated, afterWrites: isAfterWrites },
  };
}
