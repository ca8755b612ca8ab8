import { expect, it } from 'vitest';
import { late } from '../../proof/changes/selected-requests.ts';
import type { FaultId } from '../../proof/faults/index.ts';
import { RunContext } from '../../src/context/run-context.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { rules } from '../../suites/index.ts';
import { openTarget, tryService } from '../support/try-service.ts';

/** Runs all gating rules with the usual lag. Returns the seconds on the run's clock, and what it said of its waits. */
async function runOn(...faults: FaultId[]) {
  const { settings, surroundings } = openTarget({ faults, listedWithinMs: 10_000 });
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

it('sends refusals side by side, though nothing was created that would show how long one takes', async () => {
  let [inFlight, most] = [0, 0];
  const counting: Change = (b) => ({
    around: async (inner, request) => {
      const count = Number(request.method === 'POST');
      inFlight += count;
      most = Math.max(most, inFlight);
      const reply = await b.around(inner, request);
      inFlight -= count;
      return reply;
    },
  });
  await tryService({ changes: [late(() => 50), counting], writes: 'rejected', concurrency: 4 });
  expect(most).toBe(4);
});
