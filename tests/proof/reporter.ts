import type { Reporter, TestCase } from 'vitest/node';
import type { Cell } from './cell.ts';

/** Summarises the runs of the matrix in a run of vitest. */
export default class ProofReporter implements Reporter {
  readonly cells: Cell[] = [];
  /**
   * Services whose private records look like public ones: the number tried, and of rules that failed on them.
   */
  readonly lookAlikes = { tried: 0, failed: 0 };
  #began = 0;
  #ended = 0;

  onTestRunStart(): void {
    this.cells.length = 0;
    Object.assign(this.lookAlikes, { tried: 0, failed: 0 });
    this.#began = 0;
  }

  onTestCaseResult(test: TestCase): void {
    const { cell, lookAlike } = test.meta();
    if (lookAlike !== undefined) {
      this.lookAlikes.tried += 1;
      this.lookAlikes.failed += lookAlike.length;
    }
    if (cell === undefined) return;
    const { startTime = 0, duration = 0 } = test.diagnostic() ?? {};
    if (this.cells.length === 0 || startTime < this.#began) this.#began = startTime;
    this.#ended = Math.max(this.#ended, startTime + duration);
    this.cells.push(cell);
  }

  async onTestRunEnd(): Promise<void> {
    if (this.cells.length === 0) return;
    // Loaded late, because most runs of vitest do not include the matrix.
    const { summaryOf } = await import('./summary.ts');
    process.stdout.write(`\n${summaryOf(this.cells, this.requests, this.seconds).join('\n')}\n`);
  }

  /** Seconds from the start of the first run to the end of the last one. */
  get seconds(): number {
    return Math.round((this.#ended - this.#began) / 1000);
  }

  get requests(): number {
    return this.cells.reduce((sum, { requests }) => sum + requests, 0);
  }
}
