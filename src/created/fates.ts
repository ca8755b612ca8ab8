import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { blaming } from '../engine/causes.ts';
import { type CaseResult, HELD } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { type Census, pagesWith } from './census.ts';
import type { Round } from './rounds.ts';
import { acceptedIn } from './shared-creations.ts';
import { isSingle, type Sent, submit, validCreation } from './writer.ts';

/** How cases show that issues were created one by one. */
export const ONE_BY_ONE = { created: 'one after the other' } as const;

/** Issues that are listed as they must be; a page that shows one of them is the example. */
export function heldIn(t: Trial, sent: readonly Sent[], census: Census): CaseResult[] {
  for (const one of sent)
    for (const page of pagesWith(census, one).slice(0, 1))
      t.judged.offer({ case: ONE_BY_ONE, exchange: page });
  return sent.map(() => HELD);
}

/** The same where records show no titles: what was created is all that there is to be shown. */
export function heldByCount(t: Trial, { exchanges }: Round): CaseResult[] {
  for (const exchange of exchanges) t.judged.offer({ case: ONE_BY_ONE, exchange });
  return [HELD];
}

export const NOTHING_ACCEPTED = blaming(
  ['create.accepted'],
  'No creation was accepted in this run, so nothing can be looked for.',
);

/** Issues that were accepted one by one: what became of those that were created at one moment is another rule's matter. */
export const singles = (t: Trial): Sent[] => acceptedIn(t).filter(isSingle(t));

/** New records that do not show whose they are. */
export const OTHERS = because(
  'unstable',
  'New records came that do not show whose they are, and not as many as were created; run again while nobody else writes.',
);

/** Creates some issues, one after the other. @throws {Stopped} */
export async function createSome(t: Trial, times: number): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (let left = times; left > 0; left -= 1) exchanges.push(await submit(t, validCreation(t)));
  return exchanges;
}
