import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { Caller } from '../client/test-bed.ts';
import { confirmCase } from './confirm-case.ts';
import type { Suspicion } from './looking.ts';
import { HELD, undecided } from './oracle.ts';
import type { Contested } from './rule-attempt.ts';
import { inOrder } from './second-look.ts';
import { noteSmallest } from './smallest.ts';
import type { Trial } from './trial.ts';
import {
  DISAGREEMENTS_CONFIRMED,
  DISAGREEMENTS_OF_A_SAMPLE,
  SIGHTINGS_TO_ACCUSE,
  TRIES_IN_MOTION,
} from './tuning.ts';
import { count } from './violation.ts';

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/**
 * True if listings showed a token valid, and every request with it is refused like a made-up token now.
 * @throws {Stopped}
 */
async function isTokenLost(t: Trial, caller: Caller): Promise<boolean> {
  const { run } = t;
  const own = run.exchanges.filter((exchange) => run.askerOf(exchange) === caller);
  const isListed = own.some((each) => each.request.method === 'GET' && statusOf(each) === 200);
  const first = own.find((each) => statusOf(each) === 401);
  if (!isListed || first === undefined) return false;
  // Requests that were in flight at the time may have been accepted.
  const since = own.filter(({ startedAt }) => startedAt > endOf(first));
  if (since.some((each) => each.response !== null && statusOf(each) !== 401)) return false;
  const spec = t.listing({}, caller);
  const madeUp = await t.send(() => ({ ...spec, as: run.madeUpCredential }), { confirming: true });
  if (statusOf(madeUp) !== 401) return false;
  for (let left = SIGHTINGS_TO_ACCUSE; left > 0; left -= 1)
    if (statusOf(await t.send(() => spec, { confirming: true })) !== 401) return false;
  return true;
}

/**
 * Returns why a refusal of a token breaks no rule: a token that was valid and is now answered like a made-up one was
 * lost.
 * @throws {Stopped}
 */
async function whyTokenLost(t: Trial, { one: { caller, invalid }, look }: Suspicion): Promise<Doubt | null> {
  const answer = look.answers.at(-1);
  if (caller === 'anonymous' || invalid !== undefined || answer === undefined) return null;
  if (statusOf(answer) !== 401 || !(await isTokenLost(t, caller))) return null;
  const setting = caller === 'member' ? 'TOKEN' : 'OUTSIDER_TOKEN';
  return because(
    'access',
    `${setting} was valid at first and is answered like a made-up token now (401), so it expired or was revoked during the run, and nothing follows from what it was refused since; run again with one that lasts.`,
  );
}

/**
 * Confirms disagreements of a rule one after the other, the plainest first, until one of them is a violation. Pauses after
 * each, so that every rule has its turn before the requests of a phase are used up. @throws {Stopped}
 */
export async function* confirmEach(of: Contested): AsyncGenerator<void, void> {
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
    of.settle(suspicion, result);
    yield;
    return false;
  };
  while (of.confirmed < DISAGREEMENTS_CONFIRMED && of.unsure < TRIES_IN_MOTION) {
    const [next] = inOrder(of.left);
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
