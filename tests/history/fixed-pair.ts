import type { Report } from '../../src/report/model.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const base = sampleReport('conformant');

const [needsClosed, needsOutsider] = [
  'No issue that is not open is known in the repository; one that is closed decides it.',
  'Not tried: set OUTSIDER_TOKEN.',
] as const;

/** An earlier run of a service that later changed for better and worse. */
export const older: Report = sampleReport('nonconformant', {
  tool: { name: 'issue-conformance', version: '0.1.0' },
  run: { ...base.run, id: '0a1b2c3d4e', seed: 42 },
  rules: allRules([
    failing('list.per-page.negative', { actual: '1 result', counterexample: { per_page: '-5' } }),
    { ...failing('list.invalid-token', { actual: '200 and 30 results' }), known: true },
    failing('create.missing-title', {
      expected: '422',
      actual: '201: an issue was created',
      counterexample: { payload: '{"body":"a"}' },
    }),
    undecidedRule('list.state.default-open', 'inconclusive', needsClosed),
    undecidedRule('list.private.outsider', 'skip', needsOutsider),
    undecidedRule('observed.caching', 'skip', 'Not tried: the profile quick leaves it out.'),
  ]).filter(({ id }) => id !== 'list.ok'),
});

/** The same service later. */
export const newer: Report = sampleReport('nonconformant', {
  tool: { name: 'issue-conformance', version: '0.2.0' },
  run: {
    ...base.run,
    id: '5f6a7b8c9d',
    seed: 4711,
    startedAt: '2025-02-28T09:30:00.000Z',
    durationMs: 2345.6,
    requests: 401,
    writes: 'rejected',
    settings: { ...base.run.settings, TIMEOUT_MS: '2000', OUTSIDER_TOKEN: 'given' },
    latency: base.run.latency && { ...base.run.latency, medianMs: 8.4, p95Ms: 41.7 },
  },
  rules: allRules([
    failing('list.per-page.zero'),
    { ...failing('list.sort.invalid-ignores-direction'), known: true },
    { ...failing('list.invalid-token', { actual: '200 and 30 results' }), known: true },
    undecidedRule(
      'create.missing-title',
      'inconclusive',
      'The valid twin was refused with 500, so nothing follows.',
    ),
    undecidedRule('create.accepted', 'skip', 'Not tried: set WRITES to all.'),
    undecidedRule('create.private.outsider', 'skip', 'Not tried: set WRITES to all.'),
    undecidedRule('list.state.default-open', 'inconclusive', needsClosed),
    sampleRule('observed.page.zero', { observation: { value: '422', note: 'It is refused.' } }),
    undecidedRule('observed.auth.before-repository', 'inconclusive', 'No private repository is known.'),
  ]).filter(({ id }) => id !== 'observed.methods'),
});
