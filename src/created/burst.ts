import { describeExchange, type Exchange, isRateLimited, isSuccess } from '../client/exchange.ts';
import type { Trial } from '../engine/trial.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { noteBurst, type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Valid creations that were sent at the same moment, each with its first answer. */
export interface Burst {
  readonly firsts: readonly Exchange[];
  /** What was accepted at last, of this burst: at the same moment, or again alone. */
  readonly accepted: readonly Sent[];
  /** First answers that no service may give to a valid creation, however much it is at once. */
  readonly bad: readonly Exchange[];
  /** Answers to what was told that it is too much at once, sent again alone, where it was not accepted then either. */
  readonly refusedAlone: readonly Exchange[];
  /** First answers that did not come in time. */
  readonly late: readonly Exchange[];
  /** Whether the list was answered right after it, and the same payload accepted alone. */
  readonly isWellAlone: boolean;
}

const WORDS = 'at the same moment';
/** By these a service says that it is too much at once (a rate limit apart). */
const TOO_MUCH: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);

const isTooMuch = (answer: Exchange): boolean =>
  answer.fault === null && (isRateLimited(answer) || TOO_MUCH.has(answer.response?.status ?? 0));

const MOST = { quick: 4, standard: 8, thorough: 16 } as const;

/** How many creations a burst has. */
export const sizeOf = (t: Trial): number =>
  Math.max(2, Math.min(t.run.settings.concurrency, MOST[t.profile]));

/** Sends valid creations at the same moment, with nothing else in flight. @throws {Stopped} */
export async function sendBurst(t: Trial): Promise<Burst> {
  const writer = writerOf(t);
  const { target } = t.run;
  return target.alone(async () => {
    // However few at once the service took before.
    target.client.pace.allowTwo();
    const sent = await Promise.all(
      Array.from({ length: sizeOf(t) }, async () => {
        const attempts: Exchange[] = [];
        const last = await t.send(writer.request(validCreation(t, WORDS)), {
          onAttempt: (attempt) => attempts.push(attempt),
        });
        return { first: attempts[0] ?? last, last };
      }),
    );
    const firsts = sent.map(({ first }) => first);
    // Errors in bursts have a rule of their own, so none of them comes by chance.
    t.run.errors.explain(new Set(firsts.map((answer) => t.run.errors.keyOf(answer))));
    const bad = firsts.filter(
      (answer) => !isSuccess(answer) && !isTooMuch(answer) && hindrance(answer) === null,
    );
    const again: Exchange[] = [];
    for (const { last } of sent)
      if (isTooMuch(last)) again.push(await submit(t, validCreation(t, `${WORDS}, again`)));
    let isWellAlone = true;
    if (bad.length > 0) {
      const list = await t.send(() => t.listing({}, 'member', t.bed.written));
      isWellAlone = listingOf(list).kind === 'list' && isSuccess(await submit(t, validCreation(t)));
    }
    const accepted = [...sent.map(({ last }) => last), ...again].flatMap((answer) =>
      isSuccess(answer) ? (writer.of(answer) ?? []) : [],
    );
    // Refusals of a service that is not well alone either, or refuses at random, are no matter of bursts.
    const isSteady = isWellAlone && new Set(bad.map(describeExchange)).size <= 1;
    noteBurst(t, [...(isSteady ? firsts : []), ...accepted.map(({ exchange }) => exchange)]);
    return {
      firsts,
      accepted,
      bad,
      late: firsts.filter(({ fault }) => fault?.kind === 'timeout'),
      refusedAlone: again.filter(
        (answer) => !isSuccess(answer) && hindrance(answer) === null && !isRateLimited(answer),
      ),
      isWellAlone,
    };
  });
}
