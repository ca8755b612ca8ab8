import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Suspicion } from './looking.ts';
import type { Trial } from './trial.ts';
import { SIGHTINGS_TO_ACCUSE } from './tuning.ts';

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/** Whether a token was shown valid by listings and is refused like a made-up one now, whatever is asked. @throws {Stopped} */
async function isTokenLost(t: Trial, caller: Caller): Promise<boolean> {
  const { run } = t;
  const own = run.exchanges.filter((exchange) => run.askerOf(exchange) === caller);
  const isListed = own.some((each) => each.request.method === 'GET' && statusOf(each) === 200);
  const first = own.find((each) => statusOf(each) === 401);
  if (!isListed || first === undefined) return false;
  // What was in flight at the time may have been let in.
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
 * Why a refusal of a token breaks no rule: one that was shown valid, and gets what a made-up one gets from then on, was lost on
 * the way. @throws {Stopped}
 */
export async function whyTokenLost(
  t: Trial,
  { one: { caller, invalid }, look }: Suspicion,
): Promise<Doubt | null> {
  const answer = look.answers.at(-1);
  if (caller === 'anonymous' || invalid !== undefined || answer === undefined) return null;
  if (statusOf(answer) !== 401 || !(await isTokenLost(t, caller))) return null;
  const setting = caller === 'member' ? 'TOKEN' : 'OUTSIDER_TOKEN';
  return because(
    'access',
    `${setting} was valid at first and is answered like a made-up token now (401), so it expired or was revoked during the run, and nothing follows from what it was refused since; run again with one that lasts.`,
  );
}
