import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { Caller } from '../client/test-bed.ts';
import { SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import { asked } from '../model/twins.ts';
import type { Trial } from '../run/trial.ts';
import type { Suspicion } from './looking.ts';
import type { RuleAttempt } from './rule-attempt.ts';

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

const lost = (caller: Exclude<Caller, 'anonymous'>): Doubt =>
  because(
    'access',
    `${caller === 'member' ? 'TOKEN' : 'OUTSIDER_TOKEN'} was valid at first and is answered like a made-up token now (401), so it expired or was revoked during the run, and nothing follows from what it was refused since; run again with one that lasts.`,
  );

/**
 * True if listings showed a token valid, and every request with it is refused like a made-up token now.
 * @throws {Stopped}
 */
async function isTokenLost(t: Trial, caller: Caller): Promise<boolean> {
  const { run } = t;
  const found = run.once('lost tokens', () => new Set<Caller>());
  if (found.has(caller)) return true;
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
  found.add(caller);
  return true;
}

/**
 * Returns why a refusal of a token breaks no rule: a token that was valid and is now answered like a made-up one was
 * lost.
 * @throws {Stopped}
 */
export async function whyTokenLost(
  t: Trial,
  { one: { caller, invalid }, look }: Suspicion,
): Promise<Doubt | null> {
  const answer = look.answers.at(-1);
  if (caller === 'anonymous' || invalid !== undefined || answer === undefined) return null;
  return statusOf(answer) === 401 && (await isTokenLost(t, caller)) ? lost(caller) : null;
}

/** Ends the attempt at an undecided rule if TOKEN was lost on the way. @throws {Stopped} */
export async function endIfTokenLost(attempt: RuleAttempt): Promise<void> {
  const { trial: t, looked } = attempt;
  if (t === null || !t.run.isRead || t.bed.token === undefined) return;
  const answers = looked.flatMap(({ look }) => look.answers.concat(asked(look.twins)));
  const isRefused = (answer: Exchange): boolean =>
    t.run.askerOf(answer) === 'member' && statusOf(answer) === 401;
  const mayBeLost = t.doubts.length > 0 || answers.length === 0 || answers.some(isRefused);
  if (mayBeLost && (await isTokenLost(t, 'member'))) attempt.cutShort = lost('member');
}
