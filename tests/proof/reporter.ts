import type { Reporter, TestCase } from 'vitest/node';
import { faults, variants } from '../../src/reference/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { type Cell, MATRIX_PROFILES } from './cell.ts';

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : ` (${Math.floor((100 * part) / whole)} %)`;

/** Sums up the runs of the matrix that took part in a run of vitest. */
export class ProofReporter implements Reporter {
  readonly cells: Cell[] = [];
  #began = 0;
  #ended = 0;

  onTestRunStart(): void {
    this.cells.length = 0;
    this.#began = 0;
  }

  onTestCaseResult(test: TestCase): void {
    const { cell } = test.meta();
    if (cell === undefined) return;
    const { startTime = 0, duration = 0 } = test.diagnostic() ?? {};
    if (this.cells.length === 0 || startTime < this.#began) this.#began = startTime;
    this.#ended = Math.max(this.#ended, startTime + duration);
    this.cells.push(cell);
  }

  onTestRunEnd(): void {
    if (this.cells.length > 0) process.stdout.write(`\n${this.lines().join('\n')}\n`);
  }

  /** From the first run to the end of the last one, in seconds. */
  get seconds(): number {
    return Math.round((this.#ended - this.#began) / 1000);
  }

  get requests(): number {
    return this.cells.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** Cells there are when nothing is left out. */
  static get all(): number {
    return (faults.length + variants.length + Object.keys(fakeServices).length) * MATRIX_PROFILES.length;
  }

  lines(): string[] {
    const of = (kind: Cell['kind'], profile: Cell['profile']) =>
      this.cells.filter((cell) => cell.kind === kind && cell.profile === profile);
    const lines = MATRIX_PROFILES.map((profile) => {
      const broken = of('fault', profile);
      const caught = broken.filter((cell) => isCaught(cell));
      const harmless = of('variant', profile);
      const quiet = harmless.filter(({ failed }) => failed.length === 0);
      const nothing = of('nothing', profile);
      const passes = nothing.reduce((sum, { passed }) => sum + passed.length, 0);
      return [
        `${profile}: ${caught.length} of ${broken.length} faults caught${share(caught.length, broken.length)}`,
        `${quiet.length} of ${harmless.length} harmless variants without alarm`,
        `${passes} rules passed on ${nothing.length} servers that implement nothing`,
      ].join(', ');
    });
    const part =
      this.cells.length < ProofReporter.all ? ` (${this.cells.length} of ${ProofReporter.all} runs)` : '';
    return [
      `Proof${part}`,
      ...lines.map((line) => `  ${line}`),
      `  ${this.cells.length} runs, ${this.requests} requests, ${this.seconds} s`,
    ];
  }
}

/** Whether one of the rules that a fault names failed. */
function isCaught({ id, failed, outcome }: Cell): boolean {
  const named: readonly string[] = faults.find((fault) => fault.id === id)?.rules ?? [];
  return outcome === 'nonconformant' && named.some((rule) => failed.includes(rule));
}
