import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { keysIn } from './alike.ts';
import type { Trial } from './trial.ts';
import { POLLS_FOR_COPIES, SIZES_POLLED } from './tuning.ts';

/** Whether one listing is of another time than those that were asked for before and after it: it lacks what both have, or has what neither has. */
function isOfAnotherTime(
  keys: readonly string[],
  before: readonly string[],
  after: readonly string[],
): boolean {
  const [own, earlier, later] = [new Set(keys), new Set(before), new Set(after)];
  const end = after.findLastIndex((key) => own.has(key));
  const isMissing = after.slice(0, end + 1).some((key) => earlier.has(key) && !own.has(key));
  const shown = keys.slice(0, keys.findLastIndex((key) => later.has(key)) + 1);
  return isMissing || shown.some((key) => !earlier.has(key) && !later.has(key));
}

/**
 * Whether listings of a list that moves are copies, each of a time of its own, as a cache keeps them: then two of them show
 * nothing, however long the list was given. Found out once a phase, where it matters.
 * @throws {Stopped}
 */
export function areCopies(t: Trial): Promise<boolean> {
  return t.run.once('copies', () =>
    t.run.target.alone(async () => {
      const keysOf = async (size: number): Promise<readonly string[]> => {
        const spec = t.listing(t.page(size, 1));
        return keysIn(await t.send(() => spec, { confirming: true }), t.known) ?? [];
      };
      let before = await keysOf(FULL_PAGE);
      for (let poll = 0; poll < POLLS_FOR_COPIES; poll += 1) {
        const other = await keysOf(FULL_PAGE - 1 - (poll % SIZES_POLLED));
        await t.run.target.wait(t.run.settings.listedWithinMs / POLLS_FOR_COPIES);
        const after = await keysOf(FULL_PAGE);
        if (isOfAnotherTime(other, before, after)) return true;
        before = after;
      }
      return false;
    }),
  );
}
