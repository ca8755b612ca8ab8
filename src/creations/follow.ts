import { endOf, isSuccess } from '../client/exchange.ts';
import { type Creation, isAccepted, isLost } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Answers, PlannedRequest, RequestScript, Send } from '../model/planned-request.ts';
import { isCreation, sendInOrder, sendTogether } from '../model/planned-request.ts';
import { listEverything } from './full-listing.ts';

/** Milliseconds after which a new issue that is not listed is looked for again. */
export const FIRST_PAUSE_MS = 250;

export const creationsOf = (answers: Answers): Answers => answers.filter(({ ask: one }) => isCreation(one));

export const creationsIn = (answers: Answers, run: RunContext): Creation[] =>
  creationsOf(answers).flatMap((answer) => run.ledger.of(answer) ?? []);

/** Waits until creations are listed, at most LISTED_WITHIN_MS. Returns the last listings. @param isPatient false to look once */
async function search(
  run: RunContext,
  send: Send,
  { answers, isPatient }: { readonly answers: Answers; readonly isPatient: boolean },
): Promise<Answers> {
  const { observed } = answers[0]?.ask ?? {};
  const { listedWithinMs } = run.settings;
  const until = Math.max(...answers.map(({ exchange }) => endOf(exchange))) + listedWithinMs;
  const sent = creationsIn(answers, run);
  let again: Send = send;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const left = until - run.clock.now();
    const isOver = left <= 0 || !isPatient || run.lag.isInVain;
    const newest = await again(run.list(run.primaryCaller, { per_page: '100' }, run.target.writeRepository));
    const isThere = ({ places, isMentioned }: Creation): boolean =>
      places.size > 0 || (isMentioned && observed !== undefined);
    const areFound = (): boolean => sent.every((one) => !isAccepted(one) || isThere(one));
    const isRead = newest.list !== null && sent.some(isAccepted);
    if (pause === FIRST_PAUSE_MS && isRead) run.lag.noteFirstSearch(areFound());
    // The first page need not hold new issues, so everything is listed at the beginning and the end.
    const isWhole = sent.some(isLost) && (pause === FIRST_PAUSE_MS || isOver);
    const seen = isWhole ? await listEverything(run)(again) : [newest];
    const isFound = areFound();
    // A service that answers with no list will not show the issue later, either.
    const isNoList = isSuccess(newest.exchange) && newest.list === null && newest.unsaid === null;
    if (left <= 0 && newest.list !== null)
      for (const one of sent.filter(isLost)) one.overdueMs = run.clock.now() - endOf(one.exchange);
    if (isFound || isOver) run.lag.noteSearch(sent.some(isLost));
    if (isFound || isNoList || isOver) {
      run.lag.onWait(null);
      return seen;
    }
    if (pause === FIRST_PAUSE_MS) run.lag.tellWait(left, 'new issues to be listed');
    await run.client.throttle.wait(Math.min(left, pause));
    // After the wait, only a new request shows something.
    again = (one) => run.send(observed === undefined ? one : { ...one, observed: {} });
  }
}

/** True for a status by which a service refuses a concurrent creation as overload. */
export const isOverload = (status: number): boolean => [409, 429, 502, 503, 504].includes(status);

/** Sends creations, and waits until they are listed, or looks once for concurrent ones. Overloaded concurrent creations are sent again, alone. */
export const createAndLocate =
  (
    run: RunContext,
    asks: readonly PlannedRequest[],
    how: 'in turn' | 'together' | 'together, unsearched',
  ): RequestScript =>
  async (send) => {
    const isTogether = how !== 'in turn';
    // Earlier refusals may have reduced the concurrency to one request.
    if (isTogether) {
      run.client.throttle.adaptive.allowTwo();
      await run.client.throttle.pauseFor(asks.length);
    }
    const first = await (isTogether ? sendTogether : sendInOrder)(...asks)(send);
    const overloaded = asks.filter((_, at) => isTogether && isOverload(first[at]?.status ?? 0));
    const answers = [...first, ...(await sendInOrder(...overloaded)(send))];
    const isPatient = how !== 'together, unsearched';
    return [...answers, ...(await search(run, send, { answers, isPatient }))];
  };
