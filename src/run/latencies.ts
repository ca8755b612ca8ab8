import type { LatencyReport } from '../report/model.ts';

/** Upper bounds of the buckets, in milliseconds: the same in every report, so that reports can be compared. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** How long the answers of a run took. */
export class Latencies {
  readonly #all: number[] = [];

  /** @param ms from sending to the last byte of the answer */
  add(ms: number): void {
    this.#all.push(ms);
  }

  /** What a report says of them; `null` where nothing was answered. */
  get summary(): LatencyReport | null {
    if (this.#all.length === 0) return null;
    const sorted = this.#all.toSorted((a, b) => a - b);
    // The value that so great a share of all does not exceed.
    const at = (share: number): number => rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    const below = (bound: number): number => sorted.filter((ms) => ms < bound).length;
    const upTo = [...BOUNDS.map(below), sorted.length];
    return {
      answered: sorted.length,
      minMs: rounded(sorted[0] ?? 0),
      medianMs: at(0.5),
      p95Ms: at(0.95),
      maxMs: rounded(sorted.at(-1) ?? 0),
      buckets: upTo.map((count, index) => ({
        belowMs: BOUNDS[index] ?? null,
        count: count - (upTo[index - 1] ?? 0),
      })),
    };
  }
}
