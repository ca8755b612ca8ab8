import { circumstances } from '../../proof/circumstances.ts';
import { faults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { type Cell, MATRIX_PROFILES } from './cell.ts';
import { product } from './sample.ts';

/** Number of runs in the whole matrix. */
export const ALL_RUNS =
  (faults.length + variants.length + Object.keys(fakeServices).length) * MATRIX_PROFILES.length +
  product.length;

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : ` (${Math.floor((100 * part) / whole)} %)`;

function caughtOf(broken: readonly Cell[]): string {
  const caught = broken.filter((cell) => cell.caught.length > 0);
  return `${caught.length} of ${broken.length} faults caught${share(caught.length, broken.length)}`;
}

/** Returns a summary of runs of the matrix. */
export function summaryOf(cells: readonly Cell[], requests: number, seconds: number): readonly string[] {
  const of = (kind: Cell['kind'], profile: Cell['profile']) =>
    cells.filter((cell) => cell.kind === kind && cell.profile === profile && cell.circumstance === undefined);
  const lines = MATRIX_PROFILES.map((profile) => {
    const broken = of('fault', profile);
    const harmless = of('variant', profile);
    const quiet = harmless.filter(({ alarms }) => alarms.length === 0);
    const nothing = of('nothing', profile);
    const passes = nothing.reduce((sum, { passed }) => sum + passed.length, 0);
    return [
      `${profile}: ${caughtOf(broken)}`,
      `${broken.reduce((sum, { wrongPasses }) => sum + wrongPasses.length, 0)} wrong passes`,
      `${quiet.length} of ${harmless.length} harmless variants without alarm`,
      `${passes} rules passed on ${nothing.length} servers that implement nothing`,
    ].join(', ');
  });
  const crossed = circumstances.flatMap(({ id }) => {
    const some = cells.filter(({ circumstance }) => circumstance === id);
    return some.length === 0 ? [] : [`${id}: ${caughtOf(some)}`];
  });
  const alarms = cells.filter((cell) => cell.kind === 'fault' && cell.alarms.length > 0).length;
  return [
    `Proof (${cells.length} of ${ALL_RUNS} runs)`,
    ...[...lines, ...crossed].map((line) => `  ${line}`),
    `  ${alarms} services on which a rule failed that they do not break`,
    `  ${cells.length} runs, ${requests} requests, ${seconds} s`,
  ];
}
