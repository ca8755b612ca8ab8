import { sameRepository } from '../client/target-access.ts';
import { isAccepted } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { sanitise } from '../model/text.ts';
import type { CreatedReport, LatencyReport, Report } from '../report/model.ts';

/** The counts of a run so far. */
export type RunCounts = Pick<
  Report['run'],
  | 'requests'
  | 'retries'
  | 'latency'
  | 'waitedMs'
  | 'workingRate'
  | 'created'
  | 'errorsByChance'
  | 'targetVersion'
>;

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Returns the summary of the durations of answers, in milliseconds; `null` if there was no answer. */
function summaryOf(durations: readonly number[]): LatencyReport | null {
  const all = durations.toSorted((a, b) => a - b);
  if (all.length === 0) return null;
  // Returns the smallest value that at least this share of all values does not exceed.
  const at = (share: number): number => rounded(all[Math.ceil(share * all.length) - 1] ?? 0);
  return { medianMs: at(0.5), p95Ms: at(0.95) };
}

/** Returns the markers of what was created, by repository. */
function createdBy({ ledger, target }: RunContext): CreatedReport[] {
  const found = new Map<string, CreatedReport>();
  for (const { ask, marker } of ledger.creations.filter(isAccepted)) {
    const { owner, repo } = ask.repository;
    const { markers } = found.get(`${owner}/${repo}`) ?? { markers: [] };
    const isReal = [target.writeRepository, target.repository, target.privateRepository].some(
      (known) => known !== undefined && sameRepository(known, ask.repository),
    );
    const madeUp = isReal ? {} : { madeUp: true };
    found.set(`${owner}/${repo}`, { owner, repo, markers: [...markers, marker], ...madeUp });
  }
  return [...found.values()];
}

const LONGEST_VERSION = 80;

/** Starts to count the requests of a run. @returns a function that returns the current counts */
export function tallyOf(run: RunContext): () => RunCounts {
  const durations: number[] = [];
  const header = run.settings.versionHeader?.toLowerCase() ?? '';
  /** The version that the last answer with one named. */
  let version = '';
  run.listen(({ transmissions }) => {
    for (const { response, ms } of transmissions) {
      if (response === null) continue;
      durations.push(ms);
      version =
        sanitise(run.secrets.scrub(response.headers[header] ?? '').trim(), LONGEST_VERSION) || version;
    }
  });
  return () => {
    const { requests, retries, throttle } = run.client;
    const latency = summaryOf(durations);
    const created = createdBy(run);
    const errors = (['GET', 'POST'] as const).flatMap((method) => run.errors.byChance(method) ?? []);
    const waitedMs = Math.round(throttle.waitedMs);
    return {
      requests,
      retries,
      ...(version === '' ? {} : { targetVersion: version }),
      ...(latency === null ? {} : { latency }),
      ...(created.length === 0 ? {} : { created }),
      ...(errors.length === 0 ? {} : { errorsByChance: errors }),
      ...(waitedMs === 0 ? {} : { waitedMs }),
      ...(throttle.rate.working === null ? {} : { workingRate: throttle.rate.working }),
    };
  };
}
