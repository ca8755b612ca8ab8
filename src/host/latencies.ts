import { type Exchange, isSuccess } from '../client/exchange.ts';
import type { CreatedReport, ErrorsByChanceReport, LatencyReport } from '../report/model.ts';
import type { Run } from '../run/run.ts';
import type { RunCounts } from './plan.ts';
import { VersionsSeen } from './versions-seen.ts';

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Returns the summary of the durations of answers, in milliseconds; `null` if there was no answer. */
function summaryOf(durations: readonly number[]): LatencyReport | null {
  const all = durations.toSorted((a, b) => a - b);
  if (all.length === 0) return null;
  // Returns the smallest value that at least this share of all values does not exceed.
  const at = (share: number): number => rounded(all[Math.ceil(share * all.length) - 1] ?? 0);
  return { answered: all.length, medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

/** Records the issues that a service accepted from a run. */
class Created {
  readonly #marker: RegExp;
  readonly #byRepository = new Map<string, { owner: string; repo: string; markers: string[] }>();

  constructor(runId: string) {
    this.#marker = new RegExp(`ic-${runId}-[0-9a-z]{4,}`);
  }

  note(exchange: Exchange): void {
    const { method, url, body } = exchange.request;
    const [marker] = this.#marker.exec(body ?? '') ?? [];
    if (method !== 'POST' || marker === undefined || !isSuccess(exchange)) return;
    const [owner = '', repo = ''] = new URL(url).pathname.split('/').slice(-3).map(decodeURIComponent);
    const name = JSON.stringify([owner, repo]);
    const known = this.#byRepository.get(name) ?? { owner, repo, markers: [] };
    known.markers.push(marker);
    this.#byRepository.set(name, known);
  }

  get summary(): CreatedReport[] {
    return [...this.#byRepository.values()].map(({ owner, repo, markers }) => ({
      owner,
      repo,
      markers: markers.slice(),
    }));
  }
}

/** Starts to count the requests of a run. @returns a function that returns the current counts */
export function tallyOf(run: Run): () => RunCounts {
  const durations: number[] = [];
  const created = new Created(run.settings.runId);
  const { versionHeader } = run.settings;
  const versions = versionHeader === undefined ? null : new VersionsSeen(versionHeader, run.secrets.scrub);
  run.listen((exchange) => {
    versions?.note(exchange);
    if (exchange.response !== null) durations.push(exchange.ms);
    created.note(exchange);
  });
  return () => {
    const { requests, retries } = run.target.client;
    const latency = summaryOf(durations);
    const issues = created.summary;
    const errors = (['GET', 'POST'] as const).flatMap((method): readonly ErrorsByChanceReport[] => {
      const found = run.errors.byChance(method);
      return found === null ? [] : [found];
    });
    const waits = Object.entries(run.target.client.pace.waits.summary);
    return {
      requests,
      retries,
      ...(versions === null ? {} : { versions: versions.summary }),
      ...(latency === null ? {} : { latency }),
      ...(issues.length === 0 ? {} : { created: issues }),
      ...(errors.length === 0 ? {} : { errorsByChance: errors }),
      ...(waits.length === 0
        ? {}
        : { waits: Object.fromEntries(waits.map(([cause, ms]) => [`${cause}Ms`, ms])) }),
    };
  };
}
