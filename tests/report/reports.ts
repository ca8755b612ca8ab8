import type { RuleId } from '../../src/model/rule-ids.ts';
import { statedSections } from '../../src/model/rule-metadata.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import type { ExchangeReport, FailureReport, Report, RuleReport } from '../../src/report/model.ts';
import { countsOf } from '../../src/report/outcome.ts';
import { rules } from '../../suites/index.ts';

/** The public list for an anonymous caller. */
export const plainExchange: ExchangeReport = {
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:4010/repos/octo/hello/issues',
    headers: { accept: 'application/vnd.service+json' },
    body: null,
  },
  response: { status: 200, headers: {}, body: '[…]', truncated: true },
  ms: 2,
};

/** A failure as a run reports it: `per_page=0` gives no results. */
export const zeroFailure: FailureReport = {
  kind: 'too-few',
  expected: 'exactly 30 results, the same as with per_page omitted',
  actual: '0 results',
  means:
    'A client whose page size is computed, and comes out as 0, shows an empty list and takes the repository for empty.',
  counterexample: { per_page: '0', page: null },
  seed: 42,
  reproduced: '3 of 3',
  exchanges: [
    plainExchange,
    {
      request: {
        ...plainExchange.request,
        url: `${plainExchange.request.url}?per_page=0`,
        headers: { accept: 'application/vnd.service+json', authorization: 'Bearer <TOKEN>' },
      },
      response: { status: 200, headers: {}, body: '[]', truncated: false },
      ms: 3,
    },
  ],
  curl: 'curl',
  replay: { afterWrites: false },
};

export function ruleOf(id: RuleId): AnyRule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** Returns the report of a rule that passed or was observed, changed by `part`. */
export function sampleRule(id: RuleId, part: Partial<RuleReport> = {}): RuleReport {
  const rule = ruleOf(id);
  const { level, general, statement } = rule;
  const observed = level === 'observed';
  return {
    id,
    level,
    ...(general === undefined ? {} : { general }),
    sections: [...statedSections(rule)],
    statement,
    verdict: observed ? 'observed' : 'pass',
    cases: 3,
    requests: 4,
    ...(observed
      ? { observation: { value: '200, empty', note: 'It is answered with 200 and an empty array.' } }
      : {}),
    ...part,
  };
}

export const failing = (id: RuleId, failure: Partial<FailureReport> = {}): RuleReport =>
  sampleRule(id, { verdict: 'fail', failure: { ...zeroFailure, ...failure } });

export const undecidedRule = (
  id: RuleId,
  verdict: 'inconclusive' | 'skip',
  reason: string,
  cause?: RuleReport['cause'],
): RuleReport => {
  const { observation: _, ...rule } = sampleRule(id);
  return { ...rule, verdict, reason, ...(cause === undefined ? {} : { cause }), cases: 0, requests: 0 };
};

/** Returns all rules, with the given ones in place of passed ones. */
export function allRules(others: readonly RuleReport[] = []): RuleReport[] {
  return rules.map(({ id }) => others.find((rule) => rule.id === id) ?? sampleRule(id));
}

/** Returns a report of a run that began on a day of January 2026. */
export const onDay = (day: number, report: Report, part: Partial<Report['run']> = {}): Report => ({
  ...report,
  run: { ...report.run, startedAt: new Date(Date.UTC(2026, 0, day)).toISOString(), ...part },
});

/** Returns a report whose counts match its rules. */
export function sampleReport(outcome: Report['outcome'], part: Partial<Report> = {}): Report {
  const all = part.rules ?? allRules();
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version: '0.1.0' },
    outcome,
    target: { baseUrl: 'http://127.0.0.1:4010', owner: 'octo', repo: 'hello', bundled: false },
    run: {
      id: 'k3v9x2m1qa',
      startedAt: '2025-01-31T12:00:00.000Z',
      durationMs: 1234.5,
      requests: 387,
      retries: 0,
      seed: 42,
      profile: 'standard',
      writes: 'all',
      selection: null,
      settings: { PRIVATE_REPO: 'vault', TOKEN: 'given', CONCURRENCY: '8', MAX_REQUESTS: '800' },
    },
    counts: countsOf(all),
    ...part,
    rules: all,
  };
}
