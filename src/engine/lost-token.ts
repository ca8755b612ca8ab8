import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, isSuccess } from '../client/exchange.ts';
import type { Suspicion } from './looking.ts';
import type { Trial } from './trial.ts';
import { SIGHTINGS_TO_ACCUSE } from './tuning.ts';

const LOST = because(
  'access',
  'TOKEN was valid at first and is answered like a made-up one now (401), so it expired or was revoked during the run, and nothing follows from what it was refused since; run again with a TOKEN that lasts.',
);

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/** Whether TOKEN was shown valid by listings and is refused like a made-up one now, and no creation says otherwise. @throws {Stopped} */
async function isTokenLost(t: Trial): Promise<boolean> {
  const { run } = t;
  const ofMember = run.exchanges.filter((exchange) => run.askerOf(exchange) === 'member');
  const isListed = ofMember.some((each) => each.request.method === 'GET' && statusOf(each) === 200);
  const lastGood = ofMember.findLast(isSuccess);
  if (!isListed || lastGood === undefined) return false;
  const since = ofMember.filter(({ startedAt }) => startedAt > lastGood.startedAt);
  if (since.some((exchange) => statusOf(exchange) !== 401)) return false;
  const spec = t.listing({}, 'member');
  const madeUp = await t.send(() => ({ ...spec, as: run.madeUpCredential }), { confirming: true });
  if (statusOf(madeUp) !== 401) return false;
  for (let left = SIGHTINGS_TO_ACCUSE; left > 0; left -= 1)
    if (statusOf(await t.send(() => spec, { confirming: true })) !== 401) return false;
  return true;
}

/**
 * Why a refusal of TOKEN breaks no rule: a token that was shown valid and gets what a made-up one gets from then on was lost
 * on the way. @throws {Stopped}
 */
export async function whyTokenLost(t: Trial, { one, look }: Suspicion): Promise<Doubt | null> {
  const answer = look.answers.at(-1);
  if (one.caller !== 'member' || one.invalid !== undefined || answer === undefined) return null;
  if (statusOf(answer) !== 401) return null;
  const isLost = await isTokenLost(t);
  return isLost ? LOST : null;
}
