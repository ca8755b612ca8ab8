import { expect, it } from 'vitest';
import { isUnknown } from '../../proof/changes/callers.ts';
import { type Applies, late, onlyWhere, revise } from '../../proof/changes/decisions.ts';
import type { FaultId } from '../../proof/faults/index.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

const isPost: Applies = ({ method }) => method === 'POST';
// Listings with two made-up tokens are sent together before.
const isUnknownPost: Applies = (request, b) => isPost(request, b) && isUnknown(request, b);

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

it.each([
  ['standard', 5600],
  ['quick', 1600],
] as const)('at 50 ms a request, %s takes less than %d ms', async (profile, most) => {
  // A request takes 10 ms more.
  expect((await tryService({ changes: [late(() => 40)], profile })).ms).toBeLessThan(most);
});

it.each([
  ['refusals side by side, though nothing was created that would show how long one takes', isPost, 4],
  ['creations with two invalid credentials at a time', isUnknownPost, 2],
] as const)('sends %s', async (_, applies, expected) => {
  let [inFlight, most] = [0, 0];
  const counting = revise('around', async (usual) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    const reply = await usual;
    inFlight -= 1;
    return reply;
  });
  await tryService({
    changes: [late(() => 50), onlyWhere(applies)(counting)],
    writes: 'rejected',
    concurrency: 4,
  });
  expect(most).toBe(expected);
});
