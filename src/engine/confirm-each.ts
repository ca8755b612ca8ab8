import { because } from '../client/doubt.ts';
import { HELD, undecided } from '../model/check.ts';
import { DISAGREEMENTS_CONFIRMED, DISAGREEMENTS_OF_A_SAMPLE, TRIES_IN_MOTION } from '../model/tuning.ts';
import { count, type ViolationKind } from '../model/violation.ts';
import { confirmCase } from './confirm-case.ts';
import type { Suspicion } from './looking.ts';
import { whyTokenLost } from './lost-token.ts';
import type { Contested } from './rule-attempt.ts';
import { inOrder } from './second-look.ts';
import { noteSmallest } from './smallest.ts';

/**
 * Confirms disagreements of a rule one after the other, the plainest first, until one of them is a violation. Pauses after
 * each, so that every rule has its turn before the requests of a phase are used up. @throws {Stopped}
 */
export async function* confirmEach(of: Contested): AsyncGenerator<void, void> {
  /** Ways to break the rule of which another rule explained one case: the others are confirmed last. */
  const explained = new Set<ViolationKind>();
  /** @returns true if it is a violation */
  const confirmOne = async function* (suspicion: Suspicion): AsyncGenerator<void, boolean> {
    const confirmed = await confirmCase(of.attempt.t, suspicion);
    const lost = confirmed.kind === 'violated' ? await whyTokenLost(of.attempt.t, suspicion) : null;
    const result = lost === null ? confirmed : undecided(lost);
    if (result.kind === 'violated') {
      const note = of.attempt.violate(result, suspicion.one);
      yield;
      await noteSmallest(of, suspicion, { result, note });
      return true;
    }
    if (result.kind === 'undecided') of.unsure += 1;
    if (result.kind === 'vacuous') explained.add(suspicion.first.violation.kind);
    of.settle(suspicion, result);
    yield;
    return false;
  };
  while (of.confirmed < DISAGREEMENTS_CONFIRMED && of.unsure < TRIES_IN_MOTION) {
    const ordered = inOrder(of.left);
    const next = ordered.find(({ first }) => !explained.has(first.violation.kind)) ?? ordered[0];
    if (next === undefined) break;
    of.take(next);
    of.confirmed += 1;
    if (yield* confirmOne(next)) return;
  }
  for (const gone of of.gone.slice(0, DISAGREEMENTS_OF_A_SAMPLE))
    if (of.unsure < TRIES_IN_MOTION && (yield* confirmOne(gone))) return;
  // If one of those that were confirmed stays undecided, so does the rule.
  for (const gone of of.gone.slice(DISAGREEMENTS_OF_A_SAMPLE)) of.settle(gone, HELD);
  const rest = of.left.length;
  if (rest > 0 && of.unsure === 0)
    of.attempt.add(
      undecided(
        because(
          'unstable',
          `${count(rest, 'more case')} disagreed at first and could not all be looked at again; the next run tries others.`,
        ),
      ),
    );
}
