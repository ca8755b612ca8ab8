import { type Exchange, isSuccess } from '../../target/exchange.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { CreatedCase } from './created-case.ts';

/** Rounds in which created issues are counted; all of them have to say the same against the service. */
const ROUNDS = 3;
const LONGEST_WAIT_MS = 1000;

/** How many records a later sight has that an earlier one had not. */
function newcomers(t: Trial, before: Sight, after: Sight): number {
  return t.survey.isDistinct
    ? [...after.seen.keys()].filter((key) => !before.seen.has(key)).length
    : after.seen.size - before.seen.size;
}

/** Counts new records until there are as many as wanted, or an issue has had its time to be listed. */
async function newcomersWithin(t: Trial, before: Sight, wanted: number): Promise<number> {
  const { finder, asker, listedWithinMs } = t.context;
  const until = performance.now() + listedWithinMs;
  for (let wait = 50; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    const count = newcomers(t, before, await finder.viewAnew([]));
    if (count >= wanted || performance.now() >= until) return count;
    await asker.wait(wait);
  }
}

/** Whether one more creation adds an issue that does not show its title, so that it cannot be told whose it is. */
export function titlesAreHidden(t: Trial, one: Pick<CreatedCase, 'create'>): Promise<boolean> {
  const find = async (): Promise<boolean> => {
    const before = await t.context.finder.viewAnew([]);
    await one.create();
    const hidden = (await newcomersWithin(t, before, 1)) > 0;
    if (hidden) t.context.finder.noteHiddenTitles();
    return hidden;
  };
  return t.sharedFinding('hidden titles', () => t.context.asker.alone(find));
}

const UNDECIDED: CaseResult = {
  kind: 'undecided',
  reason:
    'The records do not show titles, and the list never rested while created issues were counted, so it cannot be told whose the new ones are.',
};

/**
 * Decides a rule on created issues where records do not show titles: by how many new records there are after so many
 * creations, on a list to which nothing is added without them. One round that fits clears the service.
 */
export async function settleByCount(t: Trial, one: CreatedCase): Promise<CaseResult> {
  const surplus: number[] = [];
  let exchanges: readonly Exchange[] = [];
  /** `null` where the round shows nothing. Other rules create issues too, so nothing else is in flight meanwhile. */
  const count = async (): Promise<number | null> => {
    const first = await t.context.finder.viewAnew([]);
    const before = await t.context.finder.viewAnew([]);
    if (newcomers(t, first, before) !== 0) return null;
    const created = await one.create();
    exchanges = created.filter(isSuccess);
    if (exchanges.length < one.atLeast) return null;
    return (await newcomersWithin(t, before, exchanges.length)) - exchanges.length;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const more = await t.context.asker.alone(count);
    if (more === null) return UNDECIDED;
    if (more === 0) return { kind: 'held' };
    surplus.push(more);
  }
  // Fewer stand for issues that are not listed, more for issues that stand twice.
  const breaks = surplus.every((more) => more < 0)
    ? one.wrong(0)
    : surplus.every((more) => more > 0) && one.wrong(2);
  if (!breaks) return UNDECIDED;
  return {
    kind: 'violated',
    violation: {
      expected: one.expected,
      actual: `${exchanges.length + (surplus.at(-1) ?? 0)} new records in the list after ${exchanges.length} accepted creations`,
      counterexample: one.case,
      reproduced: `${ROUNDS} of ${ROUNDS}`,
      exchanges: exchanges.slice(0, 3),
    },
  };
}
