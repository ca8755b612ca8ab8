import { type Exchange, endOf, isSuccess } from '../client/exchange.ts';
import type { Trial } from '../engine/trial.ts';
import { resultsIn } from '../snapshot/listing.ts';
import { type Census, takeCensus } from './census.ts';
import { submit, validCreation, writerOf } from './writer.ts';

/**
 * Creations that are counted by the records that come with them: all that can be done where records show no titles, or
 * nothing by which two of them could be told apart.
 */
export interface Round {
  readonly exchanges: readonly Exchange[];
  /** How many were accepted. */
  readonly accepted: number;
  /** Records that came with them, whoever made them. */
  readonly arrived: number;
  readonly before: Census;
  readonly after: Census;
  /** How long it took from the one to the other, in milliseconds. */
  readonly ms: number;
}

/** How many records of a listing there are, by its query. */
const lengths = ({ reads }: Census): Map<string, number> =>
  new Map(
    reads.map(({ query, answers, total }) => [
      JSON.stringify(query),
      total ?? answers.reduce((sum, answer) => sum + resultsIn(answer), 0),
    ]),
  );

/** Whether it is known of every listing how many records it holds, be it read whole or by its last page. */
export const isCounted = ({ reads }: Census): boolean => reads.every(({ total }) => total !== null);

/**
 * How many records came between two readings. Where they cannot be told apart, or stand anywhere in a list that is too long
 * to be read whole, the listing that grew most tells.
 */
export function arrivedBetween(t: Trial, before: Census, after: Census): number {
  const isLong = !(before.whole && after.whole) && isCounted(before) && isCounted(after);
  if (t.first.identity.kind === 'none' || isLong) {
    const earlier = lengths(before);
    return Math.max(
      0,
      ...[...lengths(after)].map(([query, length]) => length - (earlier.get(query) ?? length)),
    );
  }
  const { keys } = before.shown;
  return [...after.shown.keys].reduce(
    (sum, [key, { times }]) => sum + Math.max(0, times - (keys.get(key)?.times ?? 0)),
    0,
  );
}

/** Looks while the records of a round come in: after parts of the time that an issue may take to be listed. */
const LOOKS = { quick: [0, 1], standard: [0, 1 / 4, 1], thorough: [0, 1 / 8, 1 / 4, 1 / 2, 1] } as const;

/** How long what was sent before may still come in, and could not be told from what comes next. */
function unsettledMs(
  { run }: Trial,
  sent: readonly { readonly outcome: string; readonly exchange: Exchange }[],
): number {
  const ends = sent.filter(({ outcome }) => outcome !== 'refused').map(({ exchange }) => endOf(exchange));
  return Math.max(0, ...ends) + run.settings.listedWithinMs - run.clock.now();
}

/** Sends something with nothing else in flight, and counts the records that come with it. @throws {Stopped} */
export function countedRound(t: Trial, send: () => Promise<readonly Exchange[]>): Promise<Round> {
  const { target, clock, settings } = t.run;
  return target.alone(async () => {
    await target.wait(unsettledMs(t, writerOf(t).sent));
    const before = await takeCensus(t, t.bed.written, 'ends');
    const beganAt = clock.now();
    const exchanges = await send();
    const accepted = exchanges.filter(isSuccess).length;
    const from = Math.max(clock.now(), ...exchanges.map(endOf));
    let after = before;
    for (const part of LOOKS[t.profile]) {
      await target.wait(from + part * settings.listedWithinMs - clock.now());
      after = await takeCensus(t, t.bed.written, 'ends');
      if (arrivedBetween(t, before, after) >= Math.max(1, accepted)) break;
    }
    const ms = clock.now() - beganAt;
    return { exchanges, accepted, arrived: arrivedBetween(t, before, after), before, after, ms };
  });
}

/** One valid creation, counted; the first such round of a run serves all who ask. @throws {Stopped} */
export const roundOfOne = (t: Trial): Promise<Round> =>
  t.run.once('round of one', () => countedRound(t, async () => [await submit(t, validCreation(t))]));

/** Whether nothing comes while this run creates nothing, for as long as the round took. @throws {Stopped} */
export async function isAtRest(t: Trial, { after, ms }: Round): Promise<boolean> {
  await t.run.target.wait(ms);
  const later = await takeCensus(t, t.bed.written, 'ends');
  return arrivedBetween(t, after, later) === 0;
}

/** Whether nothing came after the one valid creation that was counted, for as long as that took; found once. @throws {Stopped} */
export const isAtRestAfterOne = (t: Trial): Promise<boolean> =>
  t.run.once('rest after a round of one', async () => isAtRest(t, await roundOfOne(t)));
