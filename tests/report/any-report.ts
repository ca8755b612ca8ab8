import * as fc from 'fast-check';
import { violationKinds } from '../../src/model/violation-kinds.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { hostileText } from './hostile-text.ts';
import { sampleReport } from './reports.ts';

const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(some, { nil: undefined });

const text = fc.oneof(
  hostileText,
  fc.string(),
  fc.constantFrom('', 'list.ok', '8', '@octocat', '#1', '| a |'),
);
const texts = fc.array(text, { maxLength: 3 });
/** Parsing drops `__proto__`, which no report contains. */
const key = text.filter((name) => name !== '__proto__');
const count = fc.nat({ max: 100_000 });
/** Foreign reports may contain any position. */
const place = fc.integer({ min: -5, max: 40 });
const headers = fc.dictionary(key, text, { maxKeys: 4 });
const ms = fc.double({ min: 0, max: 1e6, noNaN: true });

const exchange = fc.record({
  request: fc.record({ method: text, url: text, headers, body: fc.option(text) }),
  response: fc.option(fc.record({ status: fc.nat(999), headers, body: text, truncated: fc.boolean() })),
  fault: maybe(text),
  ms,
});

const failure = fc.record({
  kind: maybe(fc.constantFrom(...violationKinds)),
  expected: text,
  actual: text,
  means: text,
  counterexample: fc.dictionary(key, fc.jsonValue(), { maxKeys: 3 }),
  seed: count,
  reproduced: text,
  difference: maybe(
    fc.record({ at: place, from: place, case: texts, twin: texts, caseTotal: count, twinTotal: count }),
  ),
  exchanges: fc.array(exchange, { maxLength: 3 }),
  curl: text,
});

const listed = fc.record({
  expect: fc.constantFrom('fail', 'inconclusive', 'skip'),
  kind: maybe(fc.array(fc.constantFrom('status', 'lost'), { maxLength: 2 })),
  reason: maybe(text),
  issue: maybe(text),
  expires: maybe(text),
  state: fc.constantFrom('as-listed', 'otherwise', 'stale', 'passes', 'undecided', 'expired'),
});

const rule = fc.record({
  id: text,
  level: fc.constantFrom('required', 'implied', 'observed'),
  sections: texts,
  statement: text,
  verdict: fc.constantFrom('pass', 'fail', 'inconclusive', 'skip', 'observed'),
  reason: maybe(text),
  note: maybe(text),
  cases: count,
  requests: count,
  observation: maybe(fc.record({ value: text, note: text })),
  failure: maybe(failure),
  known: maybe(fc.boolean()),
  listed: maybe(listed),
  pin: maybe(
    fc.record({
      value: text,
      reason: text,
      issue: maybe(text),
      state: fc.constantFrom('held', 'changed', 'unobserved'),
    }),
  ),
});

const run = fc.record({
  id: text,
  startedAt: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  durationMs: ms,
  requests: count,
  retries: count,
  seed: count,
  profile: fc.constantFrom('quick', 'standard', 'thorough'),
  writes: fc.constantFrom('none', 'rejected', 'all'),
  selection: fc.option(fc.record({ only: texts, skip: texts })),
  interrupted: maybe(fc.boolean()),
  proxy: maybe(text),
  settings: maybe(fc.dictionary(key, text, { maxKeys: 5 })),
});

/** Any report that the schema allows, mostly with harmful texts. Optional keys may be absent. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    outcome: fc.constantFrom('conformant', 'nonconformant', 'incomplete', 'unusable', 'broken'),
    problem: maybe(text),
    target: fc.record({ baseUrl: text, owner: text, repo: text, bundled: fc.boolean(), label: maybe(text) }),
    run,
    staleBaseline: maybe(texts),
    rules: fc.array(rule, { maxLength: 8 }),
  })
  .map((parts) => {
    const counted = sampleReport('conformant', JSON.parse(JSON.stringify(parts)));
    return reportSchema.parse(counted);
  });
