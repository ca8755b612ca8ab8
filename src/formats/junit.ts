import { XMLBuilder } from 'fast-xml-parser';
import type { Report } from '../report/model.ts';
import { breakInMarkup } from '../report/runner-commands.ts';
import { type Case, casesOf, message } from './cases.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function testcase({ topic, name, is, type, message: said, details, ms }: Case) {
  const text = { '@_message': said, ...(type === '' ? {} : { '@_type': type }) };
  return {
    '@_classname': `issue-conformance.${topic}`,
    '@_name': name,
    // From the start of the rule to its verdict. Rules run at the same time, so the sum exceeds the time of
    // the suite.
    '@_time': ms === undefined ? '0' : seconds(ms),
    ...(is === 'failure' || is === 'error'
      ? { [is]: { ...text, '#text': details === '' ? said : details } }
      : {}),
    ...(is === 'skipped' ? { skipped: { '@_message': said } } : {}),
    ...(is === 'failure' || is === 'error' || details === '' ? {} : { 'system-out': details }),
  };
}

function properties({ outcome, problem, run, target, tool }: Report) {
  const { selection } = run;
  const named = {
    label: target.label,
    target: target.baseUrl,
    repository: `${target.owner}/${target.repo}`,
    targetVersion: run.targetVersion,
    ci: run.ci?.url,
    commit: run.ci?.commit,
    outcome,
    problem,
    profile: run.profile,
    writes: run.writes,
    seed: String(run.seed),
    requests: String(run.requests),
    run: run.id,
    version: tool.version,
    only: selection?.only.join(' '),
    skip: selection?.skip.join(' '),
  };
  return Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [{ '@_name': name, '@_value': message(value) }],
  );
}

// Without `suppressBooleanAttributes: false`, an attribute would lose the value "true".
const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/**
 * Renders a run as JUnit XML: one suite, one case for each rule, its topic as the class. Undecided rules are
 * skipped with their reason. Known failures are skipped with the reason in the baseline, because
 * only `skipped` is shown without turning a build red. Pinned observations are cases of the class `pins`.
 */
export function junit(report: Report): string {
  const { label } = report.target;
  const cases = casesOf(report);
  const having = (what: Case['is']): string => String(cases.filter(({ is }) => is === what).length);
  const numbers = {
    // One job may check several targets.
    '@_name': label === undefined ? 'issue-conformance' : `issue-conformance: ${message(label)}`,
    '@_tests': String(cases.length),
    '@_failures': having('failure'),
    '@_errors': having('error'),
    '@_skipped': having('skipped'),
    '@_time': seconds(report.run.durationMs),
  };
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...numbers,
      testsuite: {
        ...numbers,
        '@_timestamp': report.run.startedAt,
        properties: { property: properties(report) },
        testcase: cases.map(testcase),
      },
    },
  });
  return breakInMarkup(xml);
}
