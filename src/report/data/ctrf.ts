import { createHash } from 'node:crypto';
import type { CTRFReport, Environment, Summary, Test, TestStatus } from 'ctrf';
import type { Report } from '../model.ts';
import { breakInJson } from '../runner-commands.ts';
import { headlineOf } from '../view/outcome.ts';
import { standingOf } from '../view/standing.ts';
import { type Case, casesOf, message } from './cases.ts';

/** Namespace of the UUIDs: a random UUID made once for this program. */
const NAMESPACE = Buffer.from('8b0f6c52d1de4c0c9c0d0e6a7f3b9a41', 'hex');
const VERSION_AT = 6;
const VARIANT_AT = 8;

/** Returns the UUID of a name (version 5 of RFC 9562). Equal names get equal UUIDs. */
function nameUuid(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(VERSION_AT) & 0x0f) | 0x50, VERSION_AT);
  bytes.writeUInt8((bytes.readUInt8(VARIANT_AT) & 0x3f) | 0x80, VARIANT_AT);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * CTRF statuses by state. A known failure is `skipped`, as in `junit.xml`: `failed` would turn a build red,
 * and `passed` would be false. Inconclusive rules are `pending` until more data decides them. Observations
 * are `other`, because they are never judged.
 */
const STATUSES: Readonly<Record<Case['state'], TestStatus>> = {
  pass: 'passed',
  fail: 'failed',
  known: 'skipped',
  inconclusive: 'pending',
  skip: 'skipped',
  observed: 'other',
  run: 'failed',
  stale: 'failed',
  expired: 'failed',
  'pin-held': 'passed',
  'pin-changed': 'failed',
  'pin-unobserved': 'pending',
};

const RAW: Readonly<Partial<Record<Case['state'], string>>> = {
  known: 'known failure',
  run: 'no result',
  stale: 'stale in the baseline',
  expired: 'expired in the baseline',
  'pin-held': 'pinned observation unchanged',
  'pin-changed': 'pinned observation changed',
  'pin-unobserved': 'pinned observation not made',
};

/** CTRF allows no empty names. */
const named = (text: string): string => (text === '' ? '(no name)' : text);

function testOf({ topic, name, state, message: text, details, rule }: Case): Test {
  return {
    testId: named(rule === undefined ? `${topic}:${name}` : name),
    name: named(name),
    suite: ['issue-conformance', topic],
    status: STATUSES[state],
    rawStatus: RAW[state] ?? state,
    // Milliseconds from the start of the rule to its verdict. Rules run at the same time.
    duration: rule?.ms ?? 0,
    type: 'conformance',
    ...(text === '' ? {} : { message: text }),
    ...(details === '' ? {} : { trace: details }),
    ...(rule === undefined
      ? {}
      : {
          tags: rule.known === true ? [rule.level, 'known'] : [rule.level],
          extra: {
            statement: message(rule.statement),
            sections: rule.sections.map(message),
            cases: rule.cases,
            requests: rule.requests,
          },
        }),
  };
}

function summaryOf(tests: readonly Test[], { startedAt, durationMs }: Report['run']): Summary {
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(startedAt);
  const duration = Math.round(durationMs);
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: count('pending'),
    other: count('other'),
    suites: new Set(tests.map(({ suite }) => suite?.at(-1))).size,
    start,
    stop: start + duration,
    duration,
  };
}

function environmentOf(report: Report): Environment {
  const { outcome, problem, target, run } = report;
  const { selection, latency } = run;
  const standing = standingOf(report);
  const { label } = target;
  return {
    reportName: `issue-conformance: ${label === undefined ? '' : `${message(label)}: `}${headlineOf(report)}`,
    appName: `${message(target.owner)}/${message(target.repo)}`,
    testEnvironment: message(target.baseUrl),
    ...(run.targetVersion === undefined ? {} : { appVersion: message(run.targetVersion) }),
    ...(run.ci?.url === undefined ? {} : { buildUrl: message(run.ci.url) }),
    ...(run.ci?.commit === undefined ? {} : { commit: message(run.ci.commit) }),
    // For readers that look at nothing else: an incomplete run has no failed test.
    healthy: standing === 'held' || standing === 'known',
    extra: {
      outcome,
      ...(label === undefined ? {} : { label: message(label) }),
      ...(problem === undefined ? {} : { problem: message(problem) }),
      bundled: target.bundled,
      profile: run.profile,
      writes: run.writes,
      seed: run.seed,
      requests: run.requests,
      retries: run.retries,
      interrupted: run.interrupted === true,
      ...(run.proxy === undefined ? {} : { proxy: message(run.proxy) }),
      ...(run.handler === true ? { handler: 'within the process' } : {}),
      ...(run.uncheckedCertificates === true ? { certificates: 'not checked' } : {}),
      ...(selection === null
        ? {}
        : { only: message(selection.only.join(' ')), skip: message(selection.skip.join(' ')) }),
      ...(latency === undefined
        ? {}
        : { latencyMs: { median: latency.medianMs, p95: latency.p95Ms, max: latency.maxMs } }),
    },
  };
}

/**
 * Renders a run in the Common Test Report Format (https://ctrf.io). Each rule is a test, and its topic is the
 * suite. `summary.failed` is above 0 if the run is broken, the target is unusable, or a failure is not in the
 * baseline.
 */
export function ctrf(report: Report): string {
  const { run, tool } = report;
  const tests = casesOf(report).map(testOf);
  const document: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    // There is no timestamp, because rendering a report twice must give the same file.
    reportId: nameUuid(run.id),
    runId: named(message(run.id)),
    generatedBy: tool.name,
    results: {
      tool: { name: tool.name, version: message(tool.version) },
      summary: summaryOf(tests, run),
      tests,
      environment: environmentOf(report),
    },
  };
  return breakInJson(`${JSON.stringify(document, null, 2)}\n`);
}
