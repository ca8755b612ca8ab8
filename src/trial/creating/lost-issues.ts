import type { Exchange } from '../../target/exchange.ts';
import { validPayload } from '../create-controls.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import { acceptedWrites } from './accepted-writes.ts';

/** Tries of a suspicion that somebody else's work could explain. */
const TRIES = 3;

/** The keys that are not in a later sight. */
const missingFrom = (later: Sight, earlier: Iterable<string>): string[] =>
  [...earlier].filter((key) => !later.seen.has(key));

const newcomers = (sight: Sight, t: Trial): number => {
  const known = new Set(t.knownAtFirst);
  return [...sight.seen.keys()].filter((key) => !known.has(key)).length;
};

/**
 * Whether creating an issue makes another one go away (section 1). Issues that are gone since the survey are a suspicion:
 * somebody may have closed them. It is one more creation that has to make one more go, while none goes without.
 *
 * @returns `null` where no issue is gone or nothing can be said of it
 */
export async function lostIssues(t: Trial): Promise<CaseResult | null> {
  const { finder } = t.context;
  if (!t.survey.isDistinct) return null;
  const now = await finder.view(acceptedWrites(t).map(({ marker }) => marker));
  const room = now.whole
    ? t.knownAtFirst
    : t.knownAtFirst.slice(0, Math.max(0, now.seen.size - newcomers(now, t)));
  if (missingFrom(now, room).length === 0) return null;
  let seen = 0;
  let exchanges: readonly Exchange[] = [];
  let actual = '';
  for (let round = 0; round < TRIES; round += 1) {
    const first = await finder.viewAnew([]);
    const rested = await finder.viewAnew([]);
    if (missingFrom(rested, first.seen.keys()).length > 0) return null;
    const created = await t.submit({
      repository: t.premises.repository,
      as: t.as('member'),
      payload: validPayload,
    });
    const marker = t.writer.writes.at(-1)?.marker ?? '';
    await finder.find([marker], t.context.listedWithinMs);
    const after = await finder.viewAnew([marker]);
    const gone = missingFrom(after, rested.seen.keys());
    // A list that is not read to its end loses its last results to the new ones.
    if (gone.length === 0 || (!after.whole && gone.length <= 1)) return null;
    seen += 1;
    exchanges = [created];
    actual = `${gone.length === 1 ? 'an issue' : `${gone.length} issues`} gone after a creation (${gone.slice(0, 3).join(', ')})`;
  }
  return {
    kind: 'violated',
    violation: {
      expected: 'all issues that were there before a creation still in the list after it',
      actual,
      counterexample: { created: 'one issue' },
      reproduced: `${seen} of ${TRIES}`,
      exchanges,
    },
  };
}
