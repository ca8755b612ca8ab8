// Runs the whole matrix and writes the record: node scripts/run.js scripts/proof.ts
import { startVitest } from 'vitest/node';
import { circumstances } from '../proof/circumstances.ts';
import { faults } from '../proof/faults/index.ts';
import type { Caught, ProofRecord } from '../proof/record/record.ts';
import { rules } from '../suites/index.ts';
import type { Cell } from '../tests/proof/cell.ts';
import ProofReporter from '../tests/proof/reporter.ts';
import { ALL_RUNS } from '../tests/proof/summary.ts';
import { writeProof } from './write-proof.ts';

const FILES = ['faults-', 'circumstances-', 'variants-', 'nothing', 'thorough', 'held', 'look-alikes'].map(
  (name) => `tests/proof/${name}`,
);

// Makes the tests accept all results instead of comparing them with the record.
process.env['RECORD_PROOF'] = '1';
const reporter = new ProofReporter();
const vitest = await startVitest('test', FILES, {
  watch: false,
  project: ['tests'],
  reporters: ['default', reporter],
});
await vitest.close();

const { cells } = reporter;
const isWhole = cells.length === ALL_RUNS;
if (!isWhole) process.stderr.write(`Only ${cells.length} of ${ALL_RUNS} runs came to their end.\n`);
printExplained();
if (isWhole && process.exitCode !== 1) await writeProof(recordOf(cells));
else process.stderr.write('Nothing was written: what is proved must hold first.\n');

/** Returns wrong passes as `FAULT: RULE`, sorted. */
function namedPasses(some: readonly Cell[]): string[] {
  return some.flatMap(({ id, wrongPasses }) => wrongPasses.map((rule) => `${id}: ${rule}`)).toSorted();
}

/**
 * Prints faults that break a rule and another rule that explains it. Such a rule may stay undecided without
 * being missed.
 */
function printExplained(): void {
  for (const { id, breaks } of faults)
    for (const rule of rules) {
      const explainedBy = rule.level === 'observed' ? [] : rule.explainedBy;
      const by = explainedBy.filter((each) => breaks.some((broken) => broken === each));
      if (breaks.some((broken) => broken === rule.id) && by.length > 0)
        process.stdout.write(`${id} breaks ${rule.id}, which ${by.join(' or ')} may explain\n`);
    }
}

function recordOf(all: readonly Cell[]): Omit<ProofRecord, 'flakiness' | 'chaos'> {
  const of = (kind: Cell['kind'], profile: Cell['profile']) =>
    all.filter((cell) => cell.kind === kind && cell.profile === profile && cell.circumstance === undefined);
  const caughtBy: Record<string, Caught> = {};
  for (const { id, caught } of of('fault', 'standard')) {
    const quick = of('fault', 'quick').find((cell) => cell.id === id);
    caughtBy[id] = { standard: caught, quick: quick?.caught ?? [] };
  }
  return {
    matrix: { seconds: reporter.seconds, requests: reporter.requests },
    lookAlikes: { ...reporter.lookAlikes },
    faults: caughtBy,
    wrongPasses: {
      standard: namedPasses(of('fault', 'standard')),
      quick: namedPasses(of('fault', 'quick')),
    },
    circumstances: Object.fromEntries(
      circumstances.map(({ id }) => {
        const crossed = all.filter(({ circumstance }) => circumstance === id);
        const missed = crossed.filter(({ caught }) => caught.length === 0).map((cell) => cell.id);
        const passed = namedPasses(crossed);
        return [id, { crossed: crossed.length, missed: missed.toSorted(), passed }];
      }),
    ),
    variants: Object.fromEntries(
      of('variant', 'standard').map(({ id, alarms, undecided }) => [id, { failed: alarms, undecided }]),
    ),
    nothing: Object.fromEntries(of('nothing', 'standard').map(({ id, passed }) => [id, passed.length])),
  };
}
