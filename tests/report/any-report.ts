import * as fc from 'fast-check';
import { failureKinds } from '../../src/report/evidence-model.ts';
import {
  type ExchangeReport,
  type FailureReport,
  type ListedReport,
  type PinReport,
  type Report,
  type RuleReport,
} from '../../src/report/model.ts';
import { sinceWith } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { sampleReport } from './reports.ts';

const text = fc.oneof(
  hostileText,
  fc.string(),
  fc.constantFrom('', 'list.ok', '8', '@octocat', '#1', '| a |'),
);
const texts = fc.array(text, { maxLength: 3 });
/** Parsing drops `__proto__`, which no report contains. */
const key = text.filter((name) => name !== '__proto__');
/** Values as they are read from a file: JSON has only one zero. */
const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
const count = fc.nat({ max: 100_000 });
/** Foreign reports may contain any position. */
const place = fc.integer({ min: -5, max: 40 });
const headers = fc.dictionary(key, text, { maxKeys: 4 });

const exchange: fc.Arbitrary<ExchangeReport> = fc.record(
  {
    request: fc.record({ method: text, url: text, headers, body: fc.option(text) }),
    response: fc.option(fc.record({ status: fc.nat(999), headers, body: text, truncated: fc.boolean() })),
    fault: text,
    ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
  },
  { requiredKeys: ['request', 'response', 'ms'] },
);

const failure: fc.Arbitrary<FailureReport> = fc.record(
  {
    kind: fc.constantFrom(...failureKinds),
    expected: text,
    actual: text,
    means: text,
    counterexample: fc.dictionary(key, json, { maxKeys: 4 }),
    seed: count,
    reproduced: text,
    exchanges: fc.array(exchange, { maxLength: 4 }),
    curl: text,
    difference: fc.record({
      at: place,
      from: place,
      case: texts,
      twin: texts,
      caseTotal: place,
      twinTotal: place,
    }),
    records: fc.array(
      fc.record({
        name: text,
        at: fc.array(fc.record({ exchange: place, result: place }), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    replay: fc.record({ afterWrites: fc.boolean() }),
  },
  {
    requiredKeys: [
      'expected',
      'actual',
      'means',
      'counterexample',
      'seed',
      'reproduced',
      'exchanges',
      'curl',
    ],
  },
);

const listed: fc.Arbitrary<ListedReport> = fc.record(
  {
    expect: fc.constantFrom('fail', 'inconclusive', 'skip'),
    kind: fc.array(fc.constantFrom('status', 'lost'), { maxLength: 2 }),
    reason: text,
    issue: text,
    expires: text,
    state: fc.constantFrom('as-listed', 'otherwise', 'stale', 'passes', 'undecided', 'expired'),
  },
  { requiredKeys: ['expect', 'state'] },
);

const pin: fc.Arbitrary<PinReport> = fc.record(
  { value: text, reason: text, issue: text, state: fc.constantFrom('held', 'changed', 'unobserved') },
  { requiredKeys: ['value', 'reason', 'state'] },
);

const rule: fc.Arbitrary<RuleReport> = fc.record(
  {
    id: text,
    level: fc.constantFrom('required', 'implied', 'observed'),
    sections: texts,
    statement: text,
    verdict: fc.constantFrom('pass', 'fail', 'inconclusive', 'skip', 'observed'),
    reason: text,
    note: text,
    cases: count,
    requests: count,
    observation: fc.record({ value: text, note: text }),
    failure,
    known: fc.boolean(),
    listed,
    pin,
  },
  { requiredKeys: ['id', 'level', 'sections', 'statement', 'verdict', 'cases', 'requests'] },
);

const latency = fc.record({
  answered: count,
  minMs: count,
  medianMs: count,
  p95Ms: count,
  maxMs: count,
  buckets: fc.array(fc.record({ belowMs: fc.option(count), count }), { maxLength: 20 }),
});

const run: fc.Arbitrary<Report['run']> = fc.record(
  {
    id: text,
    startedAt: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    durationMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
    requests: count,
    retries: count,
    seed: count,
    profile: fc.constantFrom('quick', 'standard', 'thorough'),
    writes: fc.constantFrom('none', 'rejected', 'all'),
    selection: fc.option(fc.record({ only: texts, skip: texts })),
    interrupted: fc.boolean(),
    proxy: text,
    uncheckedCertificates: fc.boolean(),
    settings: fc.dictionary(key, text, { maxKeys: 5 }),
    latency,
  },
  {
    requiredKeys: [
      'id',
      'startedAt',
      'durationMs',
      'requests',
      'retries',
      'seed',
      'profile',
      'writes',
      'selection',
    ],
  },
);

/** Any report that the schema allows, mostly with harmful texts. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    outcome: fc.constantFrom('conformant', 'nonconformant', 'incomplete', 'unusable', 'broken'),
    problem: fc.option(text, { nil: undefined }),
    target: fc.record(
      { baseUrl: text, owner: text, repo: text, bundled: fc.boolean(), label: text },
      { requiredKeys: ['baseUrl', 'owner', 'repo', 'bundled'] },
    ),
    sinceLastRun: fc.option(
      text.map((each) => sinceWith(each, 2)),
      { nil: undefined },
    ),
    run,
    staleBaseline: fc.option(texts, { nil: undefined }),
    rules: fc.array(rule, { maxLength: 8 }),
  })
  .map(({ outcome, problem, staleBaseline, sinceLastRun, ...rest }) =>
    sampleReport(outcome, {
      ...rest,
      ...(problem === undefined ? {} : { problem }),
      ...(sinceLastRun === undefined ? {} : { sinceLastRun }),
      ...(staleBaseline === undefined ? {} : { staleBaseline }),
    }),
  );
