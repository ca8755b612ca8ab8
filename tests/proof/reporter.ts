import type { Reporter, TestCase } from 'vitest/node';
import { circumstances, faults, variants } from '../../src/reference/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { type Cell, MATRIX_PROFILES } from './cell.ts';
import { product } from './sample.ts';

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

  /** Runs there are when nothing is left out. */
  static get all(): number {
    const services = faults.length + variants.length + Object.keys(fakeServices).length;
    return services * MATRIX_PROFILES.length + product.length;
  }

  lines(): string[] {
    const of = (kind: Cell['kind'], profile: Cell['profile']) =>
      this.cells.filter(
        (cell) => cell.kind === kind && cell.profile === profile && cell.circumstance === undefined,
      );
    const lines = MATRIX_PROFILES.map((profile) => {
      const broken = of('fault', profile);
      const harmless = of('variant', profile);
      const quiet = harmless.filter(({ alarms }) => alarms.length === 0);
      const nothing = of('nothing', profile);
      const passes = nothing.reduce((sum, { passed }) => sum + passed.length, 0);
      return [
        `${profile}: ${caughtOf(broken)}`,
        `${quiet.length} of ${harmless.length} harmless variants without alarm`,
        `${passes} rules passed on ${nothing.length} servers that implement nothing`,
      ].join(', ');
    });
    const crossed = circumstances.flatMap(({ id }) => {
      const some = this.cells.filter(({ circumstance }) => circumstance === id);
      return some.length === 0 ? [] : [`${id}: ${caughtOf(some)}`];
    });
    const alarms = this.cells.filter((cell) => cell.kind === 'fault' && cell.alarms.length > 0).length;
    return [
      `Proof (${this.cells.length} of ${ProofReporter.all} runs)`,
      ...[...lines, ...crossed].map((line) => `  ${line}`),
      `  ${alarms} services on which a rule failed that they do not break`,
      `  ${this.cells.length} runs, ${this.requests} requests, ${this.seconds} s`,
    ];
  }
}

function caughtOf(broken: readonly Cell[]): string {
  const caught = broken.filter((cell) => cell.caught.length > 0);
  return `${caught.length} of ${broken.length} faults caught${share(caught.length, broken.length)}`;
}
