import type { Report } from '../../src/report/model.ts';
import { conformant, nonconformant } from '../report/examples.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const base = sampleReport('conformant');
const needsClosed = 'No issue that is not open is known in the repository; one that is closed decides it.';

/** An earlier run of a service that later changed for better and worse. */
export const older: Report = sampleReport('nonconformant', {
  run: { ...base.run, id: '0a1b2c3d4e' },
  rules: allRules([
    failing('list.per-page.negative', { actual: '1 result', counterexample: { per_page: '-5' } }),
    { ...failing('list.invalid-token', { actual: '200 and 30 results' }), known: true },
    failing('create.missing-title', { actual: '201: an issue was created' }),
    undecidedRule('list.state.default-open', 'inconclusive', needsClosed),
    undecidedRule('create.once', 'skip', 'Not tried: set WRITES to all.'),
  ]).filter(({ id }) => id !== 'list.ok'),
});

/** The same service later. */
export const newer: Report = sampleReport('nonconformant', {
  tool: { name: 'issue-conformance', version: '0.2.0' },
  run: { ...base.run, id: '5f6a7b8c9d', startedAt: '2025-02-28T09:30:00.000Z', writes: 'rejected' },
  rules: allRules([
    failing('list.per-page.zero'),
    { ...failing('list.invalid-token', { actual: '200 and 30 results' }), known: true },
    undecidedRule('create.missing-title', 'inconclusive', 'The compared request got 500.'),
    undecidedRule('create.accepted', 'skip', 'Not tried: set WRITES to all.'),
    undecidedRule('create.once', 'skip', 'Not tried: set WRITES to all.'),
    undecidedRule('list.state.default-open', 'inconclusive', needsClosed),
    sampleRule('observed.page.zero', { observation: { value: '422', note: 'It is refused.' } }),
  ]).filter(({ id }) => id !== 'observed.methods'),
});

const FIRST = Date.parse('2026-11-20T16:18:09.123Z');

/** Returns a report of a run some minutes after the first one. */
export const runAt = (
  minute: number,
  part: { id?: string; target?: Partial<Report['target']> } = {},
): Report => ({
  ...nonconformant,
  target: { ...nonconformant.target, ...part.target },
  run: {
    ...nonconformant.run,
    id: part.id ?? `run${minute}`,
    startedAt: new Date(FIRST + minute * 60_000).toISOString(),
  },
});

/** Returns a report of a run on the bundled service, whose port differs each time. */
export const bundledAt = (minute: number): Report =>
  runAt(minute, { target: { ...conformant.target, baseUrl: `http://127.0.0.1:${40_000 + minute}` } });
