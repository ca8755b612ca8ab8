import { describeExchange, type Exchange, isRateLimited, isSuccess } from '../client/exchange.ts';
import { CREATIONS_OF_A_BURST } from '../model/tuning.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Valid creations that were sent at the same moment, each with its first answer. */
export interface Burst {
  readonly firsts: readonly Exchange[];
  /** Issues that were accepted at last: at the same moment, or when sent again alone. */
  readonly accepted: readonly Sent[];
  /** First answers that no burst excuses. */
  readonly bad: readonly Exchange[];
  /** Refusals of creations that were too much at once and were sent again alone. */
  readonly refusedAlone: readonly Exchange[];
  /** First answers that did not come in time. */
  readonly late: readonly Exchange[];
  /** True if the list was answered right after it, and the same payload was accepted alone. */
  readonly isWellAlone: boolean;
}

const WORDS = 'at the same moment';
/** Statuses that tell a client that it is too much at once, beside a rate limit. */
const TOO_MUCH: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);

const isTooMuch = (answer: Exchange): boolean =>
  answer.fault === null && (isRateLimited(answer) || TOO_MUCH.has(answer.response?.status ?? 0));

/** Returns how many creations a burst has. */
export const sizeOf = (t: Trial): number =>
  Math.max(2, Math.min(t.run.settings.concurrency, CREATIONS_OF_A_BURST[t.profile]));

/** Sends valid creations at the same moment, with nothing else in flight. @throws {Stopped} */
export async function sendBurst(t: Trial): Promise<Burst> {
  const writer = writerOf(t);
  const { target } = t.run;
  return target.alone(async () => {
    // The service may have taken fewer at once before.
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
    // Bursts are not to blame if one alone is refused too, or if it is refused at random.
    const isSteady = isWellAlone && new Set(bad.map(describeExchange)).size <= 1;
    writer.noteBurst([...(isSteady ? firsts : []), ...accepted.map(({ exchange }) => exchange)]);
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
