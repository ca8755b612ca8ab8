import { endOf } from '../client/exchange.ts';
import { type Answers, type Ask, ask, isCreation, type Question, type Send } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { census } from './census.ts';
import { type Creation, isAccepted, isLost } from './ledger.ts';

const FIRST_PAUSE_MS = 250;

/** Returns the creations among some answers. */
export const creationsIn = (answers: Answers, run: Run): Creation[] =>
  answers.flatMap((answer) => (isCreation(answer.ask) ? (run.ledger.of(answer) ?? []) : []));

/** The listings that were read last, and how often the list was looked at. */
export interface Found {
  readonly listings: Answers;
  readonly looks: number;
  readonly isFound: boolean;
}

interface Looking {
  readonly first: Send;
  /** Asks after a wait, when an answer that is remembered shows nothing. */
  readonly later: Send;
  readonly isFound: (creation: Creation) => boolean;
}

/** Waits until accepted creations are listed, or for as long as that may take. */
export async function untilFound(
  run: Run,
  sent: readonly Creation[],
  { first, later, isFound }: Looking,
): Promise<Found> {
  const { listedWithinMs } = run.settings;
  const until = Math.max(...sent.map(({ exchange }) => endOf(exchange))) + listedWithinMs;
  for (let looks = 1; ; looks += 1) {
    const send = looks === 1 ? first : later;
    const isOver = run.clock.now() > until;
    const newest = [await send(run.list(run.first, { per_page: '100' }, run.bed.written))];
    // The first page need not hold the newest, so all is read at first and at last.
    const isWhole = sent.some(isLost) && (looks === 1 || isOver);
    const listings = isWhole ? await census(run)(send) : newest;
    const areFound = sent.every((one) => !isAccepted(one) || isFound(one));
    if (areFound || isOver) return { listings, looks, isFound: areFound };
    await run.target.wait(Math.min(listedWithinMs, FIRST_PAUSE_MS * 2 ** (looks - 1)));
  }
}

/** True for a status that tells a creation of a burst that it was too much at once. */
export const isTooMuchAtOnce = (status: number): boolean => [409, 429, 502, 503, 504].includes(status);

/** Sends creations and follows them into the list. Of those at once, the ones that were too much are sent again alone. */
export const followed =
  (run: Run, asks: readonly Ask[], how: 'in turn' | 'together'): Question =>
  async (send) => {
    // Earlier refusals may have left one place only.
    if (how === 'together') run.target.client.pace.allowTwo();
    const first = how === 'together' ? await Promise.all(asks.map(send)) : await ask(...asks)(send);
    const tooMuch = asks.filter((_, at) => how === 'together' && isTooMuchAtOnce(first[at]?.status ?? 0));
    const answers = [...first, ...(await ask(...tooMuch)(send))];
    const { listings } = await untilFound(run, creationsIn(answers, run), {
      first: send,
      later: (one) => run.send(one),
      isFound: ({ places }) => places.size > 0,
    });
    if (asks.length === 1) for (const creation of creationsIn(answers, run)) creation.isFollowed = true;
    return [...answers, ...listings];
  };
