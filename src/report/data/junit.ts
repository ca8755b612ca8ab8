import { XMLBuilder } from 'fast-xml-parser';
import type { Report } from '../model.ts';
import { breakInMarkup } from '../runner-commands.ts';
import { type Case, casesOf, message } from './cases.ts';

interface Told {
  readonly '@_message': string;
  readonly '@_type'?: string;
  readonly '#text'?: string;
}

interface Content {
  readonly failure?: Told;
  readonly error?: Told;
  readonly skipped?: Told;
  readonly 'system-out'?: string;
}

const skip = ({ message: text }: Case): Content => ({ skipped: { '@_message': text } });

/** Elements of a test case by its state. */
const contents: Readonly<Record<Case['state'], (one: Case, report: Report) => Content>> = {
  pass: () => ({}),
  fail: ({ message: text, details, rule }) => ({
    failure: { '@_message': text, '@_type': rule?.level ?? 'required', '#text': details },
  }),
  known: (one) => ({ ...skip(one), 'system-out': one.details }),
  inconclusive: skip,
  skip,
  observed: ({ message: text, details }) => ({ 'system-out': details === '' ? text : `${text}\n${details}` }),
  stale: ({ message: text }) => ({ failure: { '@_message': text, '@_type': 'stale', '#text': text } }),
  expired: ({ message: text }) => ({ failure: { '@_message': text, '@_type': 'expired', '#text': text } }),
  'pin-held': ({ details }) => ({ 'system-out': details }),
  'pin-changed': ({ message: text, details }) => ({
    failure: { '@_message': text, '@_type': 'pin', '#text': details },
  }),
  'pin-unobserved': (one) => ({ ...skip(one), 'system-out': one.details }),
  run: ({ message: text }, { outcome }) => ({
    error: { '@_message': text, '@_type': outcome, '#text': text },
  }),
};

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const testcase = (one: Case, report: Report) => ({
  '@_classname': `issue-conformance.${one.topic}`,
  '@_name': one.name,
  // From the start of the rule to its verdict. Rules run at the same time, so the sum exceeds the time of the
  // suite.
  '@_time': one.rule?.ms === undefined ? '0' : seconds(one.rule.ms),
  ...contents[one.state](one, report),
});

function properties({ outcome, problem, run, target, tool }: Report) {
  const named: Readonly<Record<string, string>> = {
    ...(target.label === undefined ? {} : { label: target.label }),
    target: target.baseUrl,
    repository: `${target.owner}/${target.repo}`,
    ...(run.targetVersion === undefined ? {} : { targetVersion: run.targetVersion }),
    ...(run.ci?.url === undefined ? {} : { ci: run.ci.url }),
    ...(run.ci?.commit === undefined ? {} : { commit: run.ci.commit }),
    outcome,
    ...(problem === undefined ? {} : { problem }),
    profile: run.profile,
    writes: run.writes,
    seed: String(run.seed),
    requests: String(run.requests),
    run: run.id,
    version: tool.version,
    ...(run.proxy === undefined ? {} : { proxy: run.proxy }),
    ...(run.handler === true ? { handler: 'within the process' } : {}),
    ...(run.uncheckedCertificates === true ? { certificates: 'not checked' } : {}),
    ...(run.selection === null
      ? {}
      : { only: run.selection.only.join(' '), skip: run.selection.skip.join(' ') }),
  };
  return Object.entries(named).map(([name, value]) => ({ '@_name': name, '@_value': message(value) }));
}

/** Returns the name of the suite, with the label of the target: one job may check several targets. */
const nameOf = ({ target: { label } }: Report): string =>
  label === undefined ? 'issue-conformance' : `issue-conformance: ${message(label)}`;

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
  const cases = casesOf(report).map((one) => testcase(one, report));
  const numbers = {
    '@_name': nameOf(report),
    '@_tests': String(cases.length),
    '@_failures': String(cases.filter(({ failure }) => failure !== undefined).length),
    '@_errors': String(cases.filter(({ error }) => error !== undefined).length),
    '@_skipped': String(cases.filter(({ skipped }) => skipped !== undefined).length),
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
        testcase: cases,
      },
    },
  });
  return breakInMarkup(xml);
}
