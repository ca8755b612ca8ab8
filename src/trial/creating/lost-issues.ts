import fc from 'fast-check';
import type { Exchange } from '../../target/exchange.ts';
import { ANONYMOUS } from '../../target/question.ts';
import { validPayload } from '../create-controls.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import { acceptedWrites } from './accepted-writes.ts';

/** Rounds of creations, each of which has to make an issue go away; and the readings after them, some time apart. */
const ROUNDS = { quick: 5, standard: 6, thorough: 8 } as const;
const LAST_READINGS = 2;
/** Creations of one round: a service may lose an issue only with every second one, or with two at a time. */
const AT_ONCE = 2;
/** A rest has so many refused creations at least, and by chance some more, so that nothing keeps step with the rounds. */
const REFUSED = 2;
const REFUSED_MORE = 6;

/** The keys that are not in a later sight. */
const missingFrom = (later: Sight, earlier: Iterable<string>): string[] =>
  [...earlier].filter((key) => !later.seen.has(key));

const newcomers = (sight: Sight, t: Trial): number => {
  const known = new Set(t.knownAtFirst);
  return [...sight.seen.keys()].filter((key) => !known.has(key)).length;
};

/** Whether an issue that the survey saw is not there any more: a suspicion, since anybody may have closed it. */
async function isSuspicious(t: Trial): Promise<boolean> {
  const now = await t.context.finder.view(acceptedWrites(t).map(({ marker }) => marker));
  const room = now.whole
    ? t.knownAtFirst
    : t.knownAtFirst.slice(0, Math.max(0, now.seen.size - newcomers(now, t)));
  return missingFrom(now, room).length > 0;
}

const submitAtOnce = (t: Trial, count: number, as: 'member' | 'nobody'): Promise<Exchange[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      t.submit({
        repository: t.premises.repository,
        as: as === 'member' ? t.as('member') : ANONYMOUS,
        payload: validPayload,
      }),
    ),
  );

/** What went away with the creations of one round, and the list after them. */
interface Loss {
  readonly gone: readonly string[];
  readonly created: readonly Exchange[];
  readonly after: Sight;
}

/**
 * One round: a rest, in which as many creations and more are refused, and then creations. Somebody who closes issues does
 * so in the rest as well, be it by the clock or whenever something is sent.
 * @returns `null` where it shows nothing
 */
async function oneRound(t: Trial, first: Sight, more: number): Promise<Loss | null> {
  const { finder } = t.context;
  await submitAtOnce(t, REFUSED, 'nobody');
  for (let left = more; left > 0; left -= 1) await submitAtOnce(t, 1, 'nobody');
  const rested = await finder.list({});
  if (!first.whole || !rested.whole || missingFrom(rested, first.seen.keys()).length > 0) return null;
  const created = await submitAtOnce(t, AT_ONCE, 'member');
  const after = await finder.list({});
  const gone = missingFrom(after, rested.seen.keys());
  return after.whole && gone.length > 0 ? { gone, created, after } : null;
}

/** Of issues that went away, those that do not come back: a copy of the list may have been behind, or ahead. */
async function goneForGood(t: Trial, gone: readonly string[]): Promise<readonly string[]> {
  const { asker, finder, listedWithinMs } = t.context;
  let left = gone;
  for (let reading = 0; reading < LAST_READINGS; reading += 1) {
    await asker.wait(listedWithinMs / LAST_READINGS);
    const later = await finder.list({});
    if (!later.whole) return [];
    left = missingFrom(later, left);
  }
  return left;
}

async function lossesInARow(t: Trial): Promise<Loss[] | null> {
  const losses: Loss[] = [];
  const lengths = fc.sample(fc.integer({ min: 0, max: REFUSED_MORE }), {
    seed: t.context.seed,
    numRuns: ROUNDS[t.context.profile.name],
  });
  let before = await t.context.finder.list({});
  for (const more of lengths) {
    const loss = await oneRound(t, before, more);
    if (loss === null) return null;
    losses.push(loss);
    before = loss.after;
  }
  const all = losses.flatMap(({ gone }) => gone);
  const forGood = new Set(await goneForGood(t, all));
  return losses.every(({ gone }) => gone.some((key) => forGood.has(key))) ? losses : null;
}

/**
 * Whether creating an issue makes another one go away (section 1). Issues that are gone since the survey are a suspicion:
 * somebody may have closed them. Creations have to make more go, round by round, while none goes between them.
 *
 * @returns `null` where no issue is gone or nothing can be said of it
 */
export async function lostIssues(t: Trial): Promise<CaseResult | null> {
  // What a record holds beside its name may change when another one is created.
  if (t.survey.identity.kind !== 'field' || !(await isSuspicious(t))) return null;
  const losses = await t.context.asker.alone(() => lossesInARow(t));
  const last = losses?.at(-1);
  if (losses === null || last === undefined) return null;
  const { gone, created } = last;
  const what = gone.length === 1 ? 'an issue' : `${gone.length} issues`;
  return {
    kind: 'violated',
    violation: {
      expected: 'all issues that were there before a creation still in the list after it',
      actual: `${what} gone after ${AT_ONCE} creations at once (${gone.slice(0, 3).join(', ')})`,
      counterexample: { created: `${AT_ONCE} issues at once` },
      reproduced: `${losses.length} of ${losses.length}`,
      exchanges: created,
    },
  };
}
