import { endOf } from '../client/exchange.ts';
import { type Creation, isAccepted, isLost } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import {
  type Answers,
  isCreation,
  type PlannedRequest,
  type RequestScript,
  type Send,
  sendInOrder,
} from '../model/planned-request.ts';
import { listEverything } from './full-listing.ts';

/** Milliseconds after which a new issue that is not listed is looked for again. */
export const FIRST_PAUSE_MS = 250;

/** Returns the answers to creations among some answers. */
export const creationsOf = (answers: Answers): Answers => answers.filter(({ ask: one }) => isCreation(one));

/** Returns the creations among some answers. */
export const creationsIn = (answers: Answers, run: RunContext): Creation[] =>
  creationsOf(answers).flatMap((answer) => run.ledger.of(answer) ?? []);

/** Waits until creations are listed, at most LISTED_WITHIN_MS. Returns the last listings. */
async function untilFound(run: RunContext, send: Send, answers: Answers): Promise<Answers> {
  const { observed } = answers[0]?.ask ?? {};
  const { listedWithinMs } = run.settings;
  const until = Math.max(...answers.map(({ exchange }) => endOf(exchange))) + listedWithinMs;
  const sent = creationsIn(answers, run);
  let again: Send = send;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const isOver = run.clock.now() > until;
    const newest = [
      await again(run.list(run.primaryCaller, { per_page: '100' }, run.target.writeRepository)),
    ];
    // The first page need not hold new issues, so everything is listed at the beginning and the end.
    const isWhole = sent.some(isLost) && (pause === FIRST_PAUSE_MS || isOver);
    const seen = isWhole ? await listEverything(run)(again) : newest;
    const isThere = ({ places, isMentioned }: Creation): boolean =>
      places.size > 0 || (isMentioned && observed !== undefined);
    const isFound = sent.every((one) => !isAccepted(one) || isThere(one));
    // A service whose body is no list will not show the issue later, either.
    const isNoList = newest.every(({ status, list }) => status === 200 && list === null);
    const isRead = newest.every(({ list }) => list !== null);
    if (isOver && isRead)
      for (const one of sent.filter(isLost)) one.overdueMs = run.clock.now() - endOf(one.exchange);
    if (isFound || isNoList || isOver) return seen;
    await run.client.throttle.wait(Math.min(listedWithinMs, pause), 'new issues');
    // After the wait, only a new request shows something.
    again = (one) => run.send(observed === undefined ? one : { ...one, observed: {} });
  }
}

/** True for a status by which a service refuses a concurrent creation as overload. */
export const isTooMuchAtOnce = (status: number): boolean => [409, 429, 502, 503, 504].includes(status);

/** Sends creations, and waits until they are listed. Overloaded concurrent creations are sent again, alone. */
export const createAndLocate =
  (run: RunContext, asks: readonly PlannedRequest[], how: 'in turn' | 'together'): RequestScript =>
  async (send) => {
    // Earlier refusals may have reduced the concurrency to one request.
    if (how === 'together') run.client.throttle.allowTwo();
    const first = how === 'together' ? await Promise.all(asks.map(send)) : await sendInOrder(...asks)(send);
    const tooMuch = asks.filter((_, at) => how === 'together' && isTooMuchAtOnce(first[at]?.status ?? 0));
    const answers = [...first, ...(await sendInOrder(...tooMuch)(send))];
    return [...answers, ...(await untilFound(run, send, answers))];
  };
