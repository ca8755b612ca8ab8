import type { Secrets } from '../client/secrets.ts';
import type { Cause } from '../client/undecided-reason.ts';
import type { TrialResult } from '../engine/trial.ts';
import type { ConfirmedViolation } from '../model/finding.ts';
import { impactOf, statedSections } from '../model/rule-metadata.ts';
import { fixFirstText, type Verdict } from '../model/verdict.ts';
import { curlOf } from '../report/commands.ts';
import { evidenceOfViolation } from '../report/evidence.ts';
import { judgedOf } from '../report/groups.ts';
import type { FailureReport, RuleReport } from '../report/model.ts';

interface ReportFacts {
  readonly seed: number;
  readonly secrets: Secrets;
  /** True if the run accepted any certificate; curl then needs a flag for that. */
  readonly takesAnyCertificate?: boolean;
}

/** Builds the report of a rule from its result, without secrets. */
export function ruleReport(tried: TrialResult, facts: ReportFacts): RuleReport {
  const { rule, verdict, cases, requests, example, note } = tried;
  const { id, level, general, statement } = rule;
  const { secrets } = facts;
  return {
    id,
    level,
    ...(general === undefined ? {} : { general }),
    sections: [...statedSections(rule)],
    statement,
    verdict: verdict.verdict,
    ...('cause' in verdict ? undecidedReport(verdict, secrets) : {}),
    cases,
    requests,
    ms: Math.round(tried.ms),
    ...secrets.scrubAll({
      ...(verdict.verdict === 'pass' && example !== null ? { tried: { example: { case: example } } } : {}),
      ...('observation' in verdict ? { observation: verdict.observation } : {}),
      ...(note === undefined ? {} : { note }),
    }),
    ...('violation' in verdict ? { failure: failureOf(tried, verdict.violation, facts) } : {}),
  };
}

/** Returns why a rule is undecided. Only texts of the target or the settings are scrubbed, because a token may be any word. */
function undecidedReport({ cause, reason, fixFirst }: Extract<Verdict, { cause: Cause }>, secrets: Secrets) {
  const seen = secrets.scrub(reason);
  if (fixFirst === undefined) return { cause, reason: seen };
  return { cause, reason: `${seen} ${fixFirstText(fixFirst)}`, because: fixFirst };
}

function failureOf(
  { rule }: TrialResult,
  violation: ConfirmedViolation,
  { seed, secrets, takesAnyCertificate = false }: ReportFacts,
): FailureReport {
  const evidence = evidenceOfViolation(violation, secrets);
  const judged = judgedOf(evidence);
  const facts = {
    expected: violation.expected,
    actual: violation.actual,
    means: impactOf(rule, violation),
    counterexample: violation.counterexample,
    seed,
    reproduced: `${violation.reproduced.seen} of ${violation.reproduced.tries}`,
    ...evidence,
    curl: judged === undefined ? '' : curlOf(judged, takesAnyCertificate),
    replay: { afterWrites: violation.isAfterWrites },
  };
  return { kind: violation.kind, ...secrets.scrubAll(facts) };
}
