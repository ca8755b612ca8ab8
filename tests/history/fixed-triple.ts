import type { Report } from '../../src/report/model.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { newer } from './fixed-pair.ts';

const base = sampleReport('conformant');

const bundled: Report = sampleReport('conformant', {
  target: { baseUrl: 'http://127.0.0.1:40123', owner: 'reference', repo: 'issues', bundled: true },
  run: { ...base.run, id: 'aaaaaaaaaa', latency: base.run.latency && { ...base.run.latency, medianMs: 0.8 } },
});

/** A run of some rules that may not write. */
const reading: Report = sampleReport('incomplete', {
  target: { baseUrl: 'https://issues.example.com/api/v3', owner: 'acme', repo: 'widgets', bundled: false },
  run: {
    ...base.run,
    id: 'bbbbbbbbbb',
    startedAt: '2025-03-01T06:00:00.000Z',
    profile: 'quick',
    writes: 'none',
    selection: { only: ['list', 'observed.page'], skip: [] },
    latency: base.run.latency && { ...base.run.latency, medianMs: 1204.25 },
  },
  rules: allRules([
    failing('list.per-page.maximum', { actual: '200 results' }),
    undecidedRule('list.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.'),
    sampleRule('observed.page.negative', {
      observation: { value: '500', note: 'It is answered with an error of the service.' },
    }),
  ]).filter(({ id }) => id.startsWith('list.') || id.startsWith('observed.page')),
});

/** Three implementations. */
export const triple: readonly Report[] = [bundled, newer, reading];
