import type { Exchange } from '../client/exchange.ts';
import { isAccepted } from '../created/ledger.ts';
import type { CreatedReport, LatencyReport, Report, VersionReport } from '../report/model.ts';
import { shown } from '../report/text.ts';
import type { Run } from '../run/run.ts';

/** What a run has counted so far. */
export type RunCounts = Pick<
  Report['run'],
  'requests' | 'retries' | 'latency' | 'waitedMs' | 'created' | 'errorsByChance'
> & {
  /** Versions that answers named. */
  readonly versions?: VersionReport[];
};

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Returns the summary of the durations of answers, in milliseconds; `null` if there was no answer. */
function summaryOf(durations: readonly number[]): LatencyReport | null {
  const all = durations.toSorted((a, b) => a - b);
  if (all.length === 0) return null;
  // Returns the smallest value that at least this share of all values does not exceed.
  const at = (share: number): number => rounded(all[Math.ceil(share * all.length) - 1] ?? 0);
  return { answered: all.length, medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

/** Returns the markers of what was created, by repository. */
function createdBy({ ledger }: Run): CreatedReport[] {
  const found = new Map<string, CreatedReport>();
  for (const { ask, marker } of ledger.creations.filter(isAccepted)) {
    const { owner, repo } = ask.repository;
    const { markers } = found.get(`${owner}/${repo}`) ?? { markers: [] };
    found.set(`${owner}/${repo}`, { owner, repo, markers: [...markers, marker] });
  }
  return [...found.values()];
}

/** Maximum versions kept; a header that changes with every answer names no version. */
const MAX_VERSIONS = 5;
const LONGEST_VERSION = 80;

/** Returns a counter of the versions that answers name in a header, with the times of their first and last answers. */
function countVersions({ settings: { versionHeader = '' }, secrets, clock }: Run) {
  const found = new Map<string, VersionReport>();
  const note = ({ response }: Exchange): void => {
    const given = response?.headers[versionHeader.toLowerCase()] ?? '';
    const version = shown(secrets.scrub(given).trim(), LONGEST_VERSION);
    if (version === '') return;
    const until = new Date(clock.date()).toISOString();
    const { from = until } = found.get(version) ?? {};
    if (found.has(version) || found.size < MAX_VERSIONS) found.set(version, { version, from, until });
  };
  return { note, found };
}

/** Starts to count the requests of a run. @returns a function that returns the current counts */
export function tallyOf(run: Run): () => RunCounts {
  const durations: number[] = [];
  const versions = countVersions(run);
  run.listen((exchange) => {
    versions.note(exchange);
    if (exchange.response !== null) durations.push(exchange.ms);
  });
  return () => {
    const { requests, retries, pace } = run.client;
    const latency = summaryOf(durations);
    const created = createdBy(run);
    const errors = (['GET', 'POST'] as const).flatMap((method) => run.errors.byChance(method) ?? []);
    const waitedMs = Math.round(pace.waitedMs);
    return {
      requests,
      retries,
      ...(versions.found.size === 0 ? {} : { versions: [...versions.found.values()] }),
      ...(latency === null ? {} : { latency }),
      ...(created.length === 0 ? {} : { created }),
      ...(errors.length === 0 ? {} : { errorsByChance: errors }),
      ...(waitedMs === 0 ? {} : { waitedMs }),
    };
  };
}
