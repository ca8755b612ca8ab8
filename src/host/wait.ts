import { Attempts } from '../client/attempts.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { describeExchange } from '../client/exchange.ts';
import { Pace } from '../client/pace.ts';
import { toRequest } from '../client/request.ts';
import { askedWaitMs } from '../client/retry.ts';
import { Stopped } from '../client/stopped.ts';
import { credentialOf } from '../client/test-bed.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { inert } from '../report/text.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { Settings } from '../settings/parse.ts';
import type { RunPlan } from './plan.ts';

/** Pause between two requests: multiplied by {@link GROWTH} each time, up to two seconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 2000;
const GROWTH = 1.5;

export interface Waited {
  readonly ms: number;
  /** True if the plain list was finally answered with 200. */
  readonly isReady: boolean;
}

export interface Waiting {
  readonly signal?: AbortSignal;
  /** Called once, if the first request is not answered with 200. @param seen its result in a few words */
  readonly onNotReady?: (seen: string) => void;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/**
 * Waits until a starting service answers the plain list with 200, up to a limit. Any other result means "not
 * yet": no connection, 404, 401, 5xx. These requests do not count for MAX_REQUESTS or DEADLINE_S. They
 * respect MAX_RATE, TIMEOUT_MS and Retry-After.
 */
export async function waitForTarget(
  { address, bed, maxRate, timeoutMs, route }: RunSettings,
  waitMs: number,
  { signal, onNotReady, clock = systemClock, ...given }: Waiting = {},
): Promise<Waited> {
  const transport = given.transport ?? httpTransport(1, timeoutMs, route);
  const limits = {
    concurrency: 1,
    maxRequests: Number.POSITIVE_INFINITY,
    maxRate,
    timeoutMs,
    deadlineMs: waitMs,
  };
  const pace = new Pace(limits, clock);
  const attempts = new Attempts(pace, transport, clock, timeoutMs);
  const as = credentialOf(bed.token === undefined ? 'anonymous' : 'member', bed);
  const request = toRequest({ repository: bed.repository, as }, address);
  const end = (): void => pace.stop(new Stopped('interrupted'));
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  const since = (): number => clock.now() - pace.startedAt;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(GROWTH * pause, LONGEST_PAUSE_MS)) {
      const exchange = await pace.run(() => attempts.send({ request }));
      const { response, fault } = exchange;
      if (fault === null && response?.status === 200) return { ms: since(), isReady: true };
      if (pace.sent === 1) onNotReady?.(describeExchange(exchange));
      await pace.wait(Math.max(pause, askedWaitMs(response?.headers ?? {}, clock.date()) ?? 0));
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ms: since(), isReady: false };
  } finally {
    signal?.removeEventListener('abort', end);
    end();
    await transport.close();
  }
}

/**
 * Waits for the target according to WAIT_S; the bundled service is ready at once.
 * @param tell receives a sentence if there is a wait
 * @param signal ends the wait
 * @returns `null` if there was no wait
 */
export async function waitIfAsked(
  { WAIT_S, BASE_URL }: Settings,
  { session }: Pick<RunPlan, 'session'>,
  tell: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Waited | null> {
  if (WAIT_S === 0 || BASE_URL === undefined) return null;
  const { owner, repo } = session.bed.repository;
  return waitForTarget(session, WAIT_S * 1000, {
    ...(signal === undefined ? {} : { signal }),
    onNotReady: (seen) =>
      tell(
        `waiting up to ${WAIT_S} s (WAIT_S) for ${inert(BASE_URL)} to list ${inert(owner)}/${inert(repo)} with 200; currently: ${inert(seen)}`,
      ),
  });
}
