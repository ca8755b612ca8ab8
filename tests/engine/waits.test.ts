import { expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { RunContext } from '../../src/context/run-context.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { rules } from '../../suites/index.ts';
import { openTarget } from '../support/try-service.ts';

/** Runs all gating rules with the usual lag. Returns the seconds on the run's clock, and what it said of its waits. */
async function runOn(...faults: FaultId[]) {
  const { settings, surroundings } = openTarget({ faults }, { listedWithinMs: 10_000 });
  const run = new RunContext(settings, surroundings);
  const waits: string[] = [];
  await tryAll(
    run,
    rules.filter(({ level }) => level !== 'observed'),
    { onWait: (sentence) => waits.push(...(sentence === null ? [] : [sentence])) },
  );
  await run.client.close();
  return {
    seconds: surroundings.clock.now() / 1000,
    waits: waits.map((sentence) => sentence.replace(/^waiting \d+ s for /, '')),
  };
}

it.each<readonly [FaultId[], number, string[]]>([
  [[], 5, ['late effects of creations']],
  [['create-stores-nothing'], 13, ['new issues to be listed']],
  [['pages-of-ten'], 14, []],
  [['answer-status-203'], 5, ['late effects of creations']],
])('with %j a run takes less than %d s, and says what it waits for', async (faults, most, said) => {
  const { seconds, waits } = await runOn(...faults);
  expect(seconds).toBeLessThan(most);
  expect(waits).toEqual(expect.arrayContaining(said));
  expect(new Set(waits).size).toBe(waits.length);
});
