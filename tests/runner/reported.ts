import type { RuleId } from '../../src/model/rule-ids.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { metadataOf } from '../../src/runner/rule-report.ts';
import { rules } from '../../suites/index.ts';

export function ruleOf(id: RuleId): AnyRule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** Returns a report of one rule with the fields that its verdict needs. */
export function reported(
  id: RuleId,
  verdict: RuleReport['verdict'],
  more: Partial<RuleReport> = {},
): RuleReport {
  return { ...metadataOf(ruleOf(id)), verdict, cases: 1, requests: 1, ...more };
}

export function reportWith(outcome: Report['outcome'], more: Partial<Report> = {}): Report {
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version: '0.0.0' },
    outcome,
    target: { baseUrl: 'http://localhost', owner: 'acme', repo: 'widgets', bundled: false },
    run: {
      id: 'run1',
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 1,
      requests: 1,
      retries: 0,
      seed: 1,
      profile: 'standard',
      writes: 'none',
      selection: null,
    },
    counts: { pass: 1, fail: 0, inconclusive: 0, skip: 0, observed: 0 },
    rules: [],
    ...more,
  };
}
