import { expect, it } from 'vitest';
import { revise } from '../../proof/changes/decisions.ts';
import { late } from '../../proof/changes/selected-requests.ts';
import type { FaultId } from '../../proof/faults/index.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

it.each<readonly [FaultId[], number, string[]]>([
  [[], 5, ['late effects of creations']],
  [['create-stores-nothing'], 13, ['new issues to be listed']],
  [['pages-of-ten'], 14, []],
  [['answer-status-203'], 5, ['late effects of creations']],
])('with %j a run takes less than %d s, and says what it waits for', async (faults, most, said) => {
  const { ms, waits } = await tryService({ faults, only: gatingIds, listedWithinMs: 10_000 });
  expect(ms).toBeLessThan(most * 1000);
  const what = waits.map((sentence) => sentence.replace(/^waiting \d+ s for /, ''));
  expect(what).toEqual(expect.arrayContaining(said));
  expect(new Set(what).size).toBe(what.length);
});

it('sends refusals side by side, though nothing was created that would show how long one takes', async () => {
  let [inFlight, most] = [0, 0];
  const counting = revise('around', async (usual, _inner, { method }) => {
    const count = Number(method === 'POST');
    inFlight += count;
    most = Math.max(most, inFlight);
    const reply = await usual;
    inFlight -= count;
    return reply;
  });
  await tryService({ changes: [late(() => 50), counting], writes: 'rejected', concurrency: 4 });
  expect(most).toBe(4);
});
